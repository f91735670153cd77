"""What a phone says about a finished table: as JSON, or as the form of a page without scripts."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Annotated, Any

from flask import request
from msgspec import Struct

from companion.games.contract import Json
from companion.scan.scans import ScanMoment
from companion.translation import _, marked
from companion.untrusted_text import UnreadableText, read_json
from companion.web.box.box import game_with_box
from companion.web.play.bodies import Key, SeenNumber
from companion.web.request.json_body import decode, said
from companion.web.request.reading import MAX_ENTRY_NUMBER, Refused, whole_number

CountedMarks = Annotated[dict[str, str], said(marked("The page sent too little: load it again."))]


class ScanStep(Struct):
    """seen: the number of the entry that the phone last saw. key: the request's own."""

    seen: SeenNumber
    key: Key


class SayBody(ScanStep):
    """change: one of `companion.games.scanned.moves.SAYABLE`, as JSON."""

    change: dict[str, Json]


def say_form(moment: ScanMoment) -> SayBody:
    """The form's change, with what its fields say. Raises Refused."""
    change = _with_form_fields(_read_json(request.form.get("change", "")), moment)
    return decode({**_step_of(change), "change": change}, SayBody)


def step_form() -> ScanStep:
    """Raises Refused."""
    return decode(_step_of({}), ScanStep)


def counted_form() -> dict[str, str]:
    """The form's `counted`: marks by seat; none where it is left out. Raises Refused."""
    return decode(_read_json(request.form.get("counted", "")), CountedMarks)


def _step_of(change: dict[str, Json]) -> dict[str, Json]:
    form = request.form
    number = whole_number(form.get("seen", ""), 0, MAX_ENTRY_NUMBER)
    if number is None:
        raise Refused(400, _("The page sent too little: load it again."))
    # One page has many buttons: each is a request of its own, and the same one twice is one.
    words = json.dumps(change, sort_keys=True)
    shown = "".join(letter for letter in form.get("key", "") if letter.isascii() and letter.isprintable())
    return {"seen": number, "key": f"{shown[:40]}-{blake2b(words.encode(), digest_size=8).hexdigest()}"}


def _read_json(text: str) -> dict[str, Json]:
    """What a form's field says as JSON text; "": nothing. Raises Refused."""
    try:
        found = read_json(text or "{}")
    except UnreadableText:
        found = None
    if not isinstance(found, dict):
        raise Refused(400, _("The page sent too little: load it again."))
    return found


def _with_form_fields(change: dict[str, Json], moment: ScanMoment) -> dict[str, Json]:
    """A form's fields, put into the change that it says."""
    form = request.form
    if change.get("do") == "players":
        count = len([name for name in form if name.startswith("colour-")])
        wanted = form.get("count", "")
        count = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 else count
        change["players"] = [
            {
                "name": form.get(f"name-{n}", ""),
                "colour": form.get(f"colour-{n}") or _free_colour(form, moment, n),
            }
            for n in range(min(count, 20))
        ]
    elif change.get("do") == "numbers":
        values: dict[str, Json] = {}
        for field, text in form.items():
            if field.startswith("number-") and text != form.get(f"was-{field[7:]}", ""):
                values[field[7:]] = _parse_typed(text)
        name, _colon, by = form.get("by", "").rpartition(":")
        if name:
            now = values.get(name, _parse_typed(form.get(f"number-{name}", "")))
            if isinstance(now, int) or now is None:
                values[name] = max(0, (now or 0) + int(_parse_typed(by) or 0))
        change["values"] = values
    return change


def _free_colour(form: Any, moment: ScanMoment, number: int) -> str:
    """A colour that nobody has, for a player who has just been added."""
    taken = {form.get(f"colour-{n}") for n in range(20)}
    colours = game_with_box(moment.draft.game).colours
    free = [colour for colour in colours if colour not in taken]
    offset = number - sum(1 for n in range(number) if form.get(f"colour-{n}"))
    return free[offset % len(free)] if free else colours[0]


def _parse_typed(text: str) -> int | str | None:
    """A number as typed; an empty field is none, and what is no number stays as it is, to be refused."""
    text = text.strip()
    if not text:
        return None
    digits = text.removeprefix("-").removeprefix("+")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 7 else text
