"""Updates the translation catalogues from the code: `make messages`.

Every message in Python, templates, page scripts and lesson files goes into each language's file: the main
program's into companion/translations, a game's into its own folder. Translations are kept, unused messages
removed, and new ones added untranslated. A new language starts with its code; a game of another package has
its catalogues, too, where its folder is named:

    make messages LANGUAGE=nl
    make messages GAME=../high-bidder/high_bidder LANGUAGE=nl
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
KEYWORDS = {"_": None, "plural": (1, 2), "marked": None, "Sentence": None, "say": None}
"""`_`, `plural` and `marked` of companion.translation, `Sentence` of the bridge, `say` of words.js."""
SPOKEN = frozenset(("title", "text", "why", "note"))
"""The keys of a lesson file whose values are shown (docs/lessons.md)."""
KINDS = {".py": "python", ".html": "jinja2", ".js": "javascript"}
OPTIONS = {"trimmed": "true", "silent": "false", "encoding": "utf-8"}
TO_TRANSLATE = "to translate"
"""The comment above a message that nobody has translated."""
GAMES = ROOT / "companion" / "games"


def games() -> list[Path]:
    return sorted(
        path.parent for path in GAMES.glob("*/__init__.py") if path.parent.name not in ("contract", "scanned")
    )


def homes() -> dict[Path, list[Path]]:
    """Each folder of catalogues, with the source files of its messages."""
    places = {game / "translations": sorted(_files({game})) for game in games()}
    house = _files({ROOT / "companion", ROOT / "firmware_bridge", ROOT / "templates"})
    left = [file for file in house if not any(game in file.parents for game in games())]
    return {ROOT / "companion" / "translations": sorted(left), **places}


def _files(folders: set[Path]) -> Iterator[Path]:
    for folder in folders:
        for file in folder.rglob("*"):
            if "vendor" in file.parts or "__pycache__" in file.parts:
                continue
            if file.suffix in KINDS or (file.suffix == ".toml" and file.parent.name == "lessons"):
                yield file


def said(files: list[Path], top: Path = ROOT) -> Catalog:
    """A catalogue of the messages of these files, which lie below `top`, without translations."""
    catalog = Catalog(charset="utf-8")
    for file in files:
        where = file.relative_to(top).as_posix()
        if file.suffix == ".toml":
            for text in spoken(tomllib.loads(file.read_text("utf-8"))):
                catalog.add(text, None, [(where, 0)])
            continue
        for _line, message, comments, context in extract_from_file(
            KINDS[file.suffix], file, keywords=KEYWORDS, comment_tags=["SAID:"], options=OPTIONS
        ):
            catalog.add(message, None, [(where, 0)], auto_comments=comments, context=context)
    return catalog


def spoken(data: object) -> Iterator[str]:
    """The texts of a lesson file that are shown."""
    if isinstance(data, list):
        for item in data:
            yield from spoken(item)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key in SPOKEN and isinstance(value, str):
                yield value
            else:
                yield from spoken(value)


def brought_up(folder: Path, language: str, template: Catalog) -> bytes:
    """The folder's catalogue of that language with the template's messages, as bytes."""
    path = folder / language / "messages.po"
    if path.is_file():
        with path.open("rb") as file:
            old = read_po(file, locale=language)
    else:
        old = Catalog(locale=language)
    new = Catalog(locale=language, charset="utf-8", fuzzy=False, header_comment="")
    # What a catalogue was begun with stays: newer Babels count more plurals of Spanish and French.
    new.mime_headers = [("Plural-Forms", old.plural_forms)]
    # A fixed date, so that a run without new messages changes nothing.
    new.revision_date = new.creation_date = datetime(2026, 1, 1, tzinfo=UTC)
    for message in template:
        if message.id:
            known = old.get(message.id)
            fits = known is not None and not known.fuzzy and _fits(known.string, message.id)
            new.add(
                message.id,
                known.string if fits else None,
                message.locations,
                auto_comments=message.auto_comments,
                user_comments=() if fits and _is_whole(known) else (TO_TRANSLATE,),
            )
    out = BytesIO()
    write_po(
        out, new, width=100, sort_output=True, ignore_obsolete=True, include_lineno=False, omit_header=True
    )
    lines = [
        line
        for line in out.getvalue().decode().split("\n")
        if line not in ("#, python-format", "#, python-brace-format")
    ]
    return _header(new) + "\n".join(lines).encode()


def _is_whole(message: Message) -> bool:
    """Whether every form is translated."""
    return bool(all(message.string) if message.pluralizable else message.string)


def _fits(string: object, message: object) -> bool:
    return isinstance(string, tuple | list) == isinstance(message, tuple | list)


def _header(catalog: Catalog) -> bytes:
    return (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalog.locale}\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n'
        '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n\n'
    ).encode()


def main(wanted: list[str], game: Path | None = None) -> None:
    """game: the folder of a game of another package, in place of all that is here."""
    top = ROOT if game is None else game.parent
    places = homes() if game is None else {game / "translations": sorted(_files({game}))}
    for folder, files in places.items():
        known = {path.parent.name for path in folder.glob("*/messages.po")}
        template = said(files, top)
        if not len(template):
            continue
        for language in sorted(known | set(wanted)):
            path = folder / language / "messages.po"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(brought_up(folder, language, template))
            with path.open("rb") as file:
                catalog = read_po(file, locale=language)
            left = sum(1 for message in catalog if message.id and not _is_whole(message))
            print(f"{path.relative_to(top)}: {len(catalog)} messages, {left} to translate")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("languages", nargs="*", metavar="LANGUAGE", help="the code of a new one: nl")
    arguments.add_argument("--game", type=Path, help="the folder of a game of another package")
    given = arguments.parse_args()
    if given.game and not (given.game / "__init__.py").is_file():
        arguments.error(f"{given.game} is no game's folder: it has no __init__.py.")
    try:
        for language in given.languages:
            Locale.parse(language)
    except (ValueError, UnknownLocaleError) as wrong:
        arguments.error(f"{language!r} is no language's code: {wrong}")
    main(given.languages, given.game and given.game.resolve())
