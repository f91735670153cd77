"""The scripts of every page as one file, put together when it is asked for: main.js and all that it imports.

Fifteen small files are fifteen requests, and a slow tablet waits for the last of them. The files stay modules
for who reads and changes them: each becomes a function's body in the one file, and is served as what hands on
that one's names, so that a page's own script that imports it gets the same module and no second one.
Of the language's imports and exports this knows what our scripts use: names in braces from "./file.js", and
`export` before a function or const.
"""

from __future__ import annotations

import re
from pathlib import Path

FIRST = "main.js"

_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w-]+\.js)";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?function (\w+)|const (\w+))", re.M)
_OTHER = re.compile(r"^(?:import|export)\b.*|\bimport[.(].*", re.M)


class CannotJoin(ValueError):
    """The scripts are written in a way that this does not know. The message says which and where."""


def joined(folder: Path) -> dict[str, str]:
    """FIRST and each script that it imports, by name, as they are served. Raises CannotJoin."""
    order: list[str] = []
    texts: dict[str, str] = {}
    exports: dict[str, list[str]] = {}
    _read(folder, FIRST, texts, exports, order, ())
    names = [name for script in order for name in exports[script]]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise CannotJoin(f"Two scripts export the same name: {', '.join(sorted(twice))}.")
    parts = []
    for script in order:
        given = ", ".join(exports[script])
        bound = f"const {{ {given} }} = " if given else ""
        parts.append(f"// {script}\n{bound}(() => {{\n{texts[script]}return {{ {given} }};\n}})();\n")
    one = "".join(parts) + f"export {{ {', '.join(names)} }};\n"
    others = {it: f'export {{ {", ".join(exports[it])} }} from "./{FIRST}";\n' for it in order}
    return {**others, FIRST: one}


def _read(
    folder: Path,
    script: str,
    texts: dict[str, str],
    exports: dict[str, list[str]],
    order: list[str],
    asking: tuple[str, ...],
) -> None:
    """What `script` imports first, then `script`."""
    if script in asking:
        raise CannotJoin(f"Scripts import one another: {' -> '.join((*asking, script))}.")
    if script in texts:
        return
    text = (folder / script).read_text("utf-8")
    imported = _IMPORT.findall(text)
    for _, other in imported:
        _read(folder, other, texts, exports, order, (*asking, script))
    for names, other in imported:
        if missing := set(names.split(", ")) - set(exports[other]):
            raise CannotJoin(f"{script} imports what {other} has not: {', '.join(sorted(missing))}.")
    exports[script] = [function or const for function, const in _EXPORT.findall(text)]
    # The names are there already: each of them is one name in the whole file.
    text = _EXPORT.sub("", _IMPORT.sub("", text))
    if left := _OTHER.search(text):
        raise CannotJoin(f"{script} has an import or export that cannot be joined: {left[0]}")
    texts[script] = text
    order.append(script)
