/* python.exe: like CPython's own, a call of its library. */
#include <windows.h>

int wmain(int count, wchar_t **words)
{
    HMODULE python = LoadLibraryW(L"python311.dll");
    FARPROC run = python ? GetProcAddress(python, "Py_Main") : NULL;
    return run ? ((int (*)(int, wchar_t **))(void *)run)(count, words) : 103;
}
