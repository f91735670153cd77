"""What a phone says about a finished table: as JSON, or as the form of a page without scripts."""

from __future__ import annotations

import json
import secrets
from hashlib import blake2b
from typing import Annotated

from flask import url_for
from msgspec import Meta, Struct
from werkzeug.datastructures import FileStorage

from companion.games.contract import Json
from companion.games.scanned.draft import Draft
from companion.translation import marked, with_plain_digits
from companion.web.box.box import game_with_box
from companion.web.play.bodies import Key, SeenNumber
from companion.web.request.form_body import in_json

TOO_LITTLE = marked("The page sent too little: load it again.")
MAX_PLAYERS = 20
"""Rows of a form that are read."""
MAX_KEY = 40
"""Letters of a page's key."""


class ScanForm(Struct):
    """What each form of a scan carries. key: the page's own, in letters of any kind; back: the page's
    address."""

    key: str = ""
    back: str = ""

    def request_key(self, what: str) -> str:
        """The request's own. what: the step within it that this is the key of."""
        key = "".join(letter for letter in self.key if letter.isascii() and letter.isprintable())[:MAX_KEY]
        return f"{key or secrets.token_hex(8)}-{what}"

    def return_address(self, scan_id: str) -> str:
        """The page of this scan that the form came from."""
        begin = url_for("scan.scan", scan_id=scan_id)
        return self.back if self.back == begin or self.back.startswith(begin + "/") else begin


class ScanStep(ScanForm, kw_only=True):
    """seen: the number of the entry that the phone last saw."""

    seen: SeenNumber
    key: Key


class SayBody(ScanStep, kw_only=True):
    """change: one of `companion.games.scanned.moves.SAYABLE`, as JSON. A form says the rest by its fields:
    each player's name and colour by number and how many play; numbers by their names, what each was before,
    and one of them with what is added to it ("chips:+5")."""

    change: Annotated[dict[str, Json], in_json(TOO_LITTLE)] = {}
    name: dict[str, str] = {}
    colour: dict[str, str] = {}
    count: Annotated[int, Meta(ge=0, le=MAX_PLAYERS)] | None = None
    number: dict[str, str] = {}
    was: dict[str, str] = {}
    by: str = ""

    def request_key(self, what: str = "") -> str:
        """One page has many buttons: each is a request of its own, and the same one twice is one."""
        words = json.dumps([self.change, self.name, self.colour, self.count, self.number, self.by])
        return super().request_key(blake2b(words.encode(), digest_size=8).hexdigest())

    def whole_change(self, draft: Draft) -> dict[str, Json]:
        match self.change.get("do"):
            case "players" if self.colour:
                return {**self.change, "players": self._players(draft)}
            case "numbers" if "values" not in self.change:
                return {**self.change, "values": self._values()}
        return self.change

    def _players(self, draft: Draft) -> list[Json]:
        """Who is added gets a colour that nobody has."""
        colours = game_with_box(draft.game).colours
        free = [colour for colour in colours if colour not in self.colour.values()]
        players: list[Json] = []
        for n in map(str, range(min(len(self.colour) if self.count is None else self.count, MAX_PLAYERS))):
            colour = self.colour.get(n) or (free.pop(0) if free else colours[0])
            players.append({"name": self.name.get(n, ""), "colour": colour})
        return players

    def _values(self) -> dict[str, Json]:
        values = {n: _typed(text) for n, text in self.number.items() if text != self.was.get(n, "")}
        name, _colon, by = self.by.rpartition(":")
        if name:
            now, more = values.get(name, _typed(self.number.get(name, ""))), _typed(by)
            if isinstance(now, int) or now is None:
                values[name] = max(0, (now or 0) + (more if isinstance(more, int) else 0))
        return values


class ScoreForm(ScanForm):
    """keep: the result is to be in the history, though not all is sure. counted: the marks of the seats whose
    tiles were counted just now and are right."""

    keep: bool = False
    counted: Annotated[dict[str, str], in_json(TOO_LITTLE)] = {}


class CreateForm(Struct):
    """players: how many. way: "numbers", or else tile by tile."""

    game: str = ""
    players: int = 0
    way: str = ""


class NewTileForm(Struct):
    """A tile that the box does not know yet. doubt: the question that it answers. meant: as in
    `NewPieceForm`."""

    name: str = ""
    doubt: str = ""
    meant: str = ""


class PhotosForm(ScanForm):
    """player: the seat that the photos were taken for, None: the whole table."""

    player: int | None = None
    photo: tuple[FileStorage, ...] = ()


def _typed(text: str) -> int | str | None:
    """A number as typed; an empty field is none, and what is no number stays as it is, to be refused."""
    text = with_plain_digits(text).strip()
    if not text:
        return None
    digits = text.removeprefix("-").removeprefix("+")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 7 else text
