/* bcryptprimitives.dll, which Wine 8.0 lacks: its one function that Rust's standard library (in cryptography's
   wheel) needs, for random bytes. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID into, ULONG count); /* RtlGenRandom */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE into, SIZE_T count)
{
    return SystemFunction036(into, (ULONG)count);
}
