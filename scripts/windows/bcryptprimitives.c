/* bcryptprimitives.dll, which Wine 8.0 has not: the one function of it that Rust's library (in cryptography's
   wheel) asks for random bytes. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID into, ULONG count); /* RtlGenRandom */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE into, SIZE_T count)
{
    return SystemFunction036(into, (ULONG)count);
}
