/* The one function of cfgmgr32.dll that Wine 8.0 lacks and pyserial looks up on import, without which it lists no
   ports. set_up.py builds cfgmgr32.dll from it and forwards everything else to Wine's. pyserial calls it only to
   word an error, so each failure is the caller's default here. */
#include <windows.h>

DWORD WINAPI our_CM_MapCrToWin32Err(DWORD code, DWORD otherwise)
{
    return code == 0 ? ERROR_SUCCESS : otherwise;
}
