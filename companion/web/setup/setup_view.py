"""The form of a new game as its template shows it: three steps, and each error at its field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import render_template, request
from markupsafe import Markup

from companion import games
from companion.access.kept_stations import KeptStation
from companion.games.contract import Game, Illegal, SetupOption
from companion.lessons.teaching import LESSONS, book_of
from companion.translation import _, plural
from companion.web.live.views import marks_of
from companion.web.request.addressed import room
from companion.web.request.at_station import copy_here, station_here, stations_to_choose
from companion.web.request.devices import devices_for, is_tracked
from companion.web.request.services import services
from companion.web.request.visitor import house, visitor
from companion.web.setup.choices import Choice, how_taught, standing_shown, who_draws
from companion.web.setup.setup_checks import WrongField, player_count_sentence, same_name_sentence
from companion.web.setup.setup_form import (
    LastGame,
    boxed_or_shipped,
    known_names,
    played_without,
    registrable_tiles,
    unknown_tiles,
    usual_draws,
    words_of_record,
)

MAX_OFFERED_NAMES = 8
"""Names of earlier games that are offered as buttons."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of the form. number: from 0; needed: the game has no fewer players; wrong: why its name or
    colour is refused, "": it is not."""

    number: int
    name: str
    colour: str
    needed: bool
    wrong: str

    @property
    def placeholder(self) -> str:
        return _("Name") if self.needed else _("Nobody")

    @property
    def attributes(self) -> dict[str, str]:
        """Of the field of its name."""
        required = {"required": ""} if self.needed else {}
        refused = {"aria-invalid": "true", "aria-describedby": "wrong", "autofocus": ""} if self.wrong else {}
        return required | refused


@dataclass(frozen=True, slots=True)
class MadeUp:
    """What is not known of the game's pieces. asked: it is asked once it is met; register: what is offered
    instead, where it is made up."""

    words: str
    register: str = ""

    @property
    def asked(self) -> bool:
        return not self.register


@dataclass(frozen=True, slots=True)
class Lacking:
    """What this copy of the game lacks. pieces: in words; instead: whether something stands in for them;
    None: it is played without."""

    pieces: tuple[str, ...]
    instead: Choice | None


@dataclass(frozen=True, slots=True)
class SetupView:
    """wrong: what was refused, where no field shows it. step: the step that is shown first. asked, seldom:
    of the game. teaching: None: the game has no lessons. made_up: None: all is known. watched: a camera can
    see what is laid. stations: to choose from; put_on: the words that offer to take camera and lights from
    another table, "": there is no other, or there are none."""

    game: Game[Any]
    games: Sequence[tuple[str, str]]
    form: Mapping[str, str]
    rows: tuple[SeatRow, ...]
    names: Sequence[str]
    marks: Mapping[str, str]
    asked: tuple[Choice, ...]
    seldom: tuple[Choice, ...]
    teaching: Choice | None
    drawing: tuple[Choice, ...]
    standing: Choice
    lacking: Lacking | None
    made_up: MadeUp | None
    box: str | None
    watched: bool
    stations: tuple[KeptStation, ...]
    put_on: str
    wrong: str
    step: int
    how_many: str
    same_name: str

    @property
    def offered(self) -> Sequence[str]:
        return self.names[:MAX_OFFERED_NAMES]

    @property
    def is_seldom_wrong(self) -> bool:
        return any(choice.wrong for choice in self.seldom)


def setup_page(
    game: Any,
    players: Sequence[tuple[str, str]],
    form: Mapping[str, str],
    wrong: Illegal | None = None,
    again: LastGame | None = None,
    laid: str = "",
) -> str:
    """players, form: what is filled in. again: the game of last time, offered once more. laid: what the
    camera sees of it, a piece of the page."""
    it = setup_view(game, players, form, wrong)
    return render_template("setup.html", it=it, game=game, again=again, laid=Markup(laid))


def setup_view(
    game: Any, players: Sequence[tuple[str, str]], form: Mapping[str, str], wrong: Illegal | None
) -> SetupView:
    field = wrong.field if isinstance(wrong, WrongField) else ""
    refused = {field: wrong.sentence} if wrong is not None else {}
    names = known_names()
    options = {option: _of_option(option, form, names) for option in game.setup_options()}
    choices = [(option.seldom, _refused(choice, refused)) for option, choice in options.items()]
    fields = _Fields(game, form, names)
    devices = devices_for(game)
    return SetupView(
        game=game,
        games=games.titles() if len(games.titles()) > 1 else (),
        form=form,
        rows=_seat_rows(game, players, refused),
        names=names,
        marks=marks_of(game.colours),
        asked=tuple(choice for seldom, choice in choices if not seldom),
        seldom=tuple(choice for seldom, choice in choices if seldom),
        teaching=fields.teaching(),
        drawing=fields.drawing(),
        standing=fields.standing(),
        lacking=_lacking(game, form),
        made_up=made_up(boxed_or_shipped(game), game.asks_facts),
        box=services().shelf.in_use(game.name),
        watched=station_here().has_camera and is_tracked(game),
        stations=stations_to_choose(),
        put_on=devices.put_on if _may_take_devices() else "",
        wrong=refused.get("", ""),
        step=2 if field.startswith("option-") else 1,
        how_many=player_count_sentence(game),
        same_name=same_name_sentence(),
    )


@dataclass(frozen=True, slots=True)
class _Fields:
    """The fields that are the table's, not the game's."""

    game: Any
    form: Mapping[str, str]
    names: Sequence[str]

    def teaching(self) -> Choice | None:
        """One knowledge decides it and what the options propose: who is new here is taught."""
        if not book_of(self.game.name):
            return None
        name = "teaching"
        chosen = self.form.get(name, "off" if self.names else LESSONS)
        return Choice(
            name, _("Do you know the game?"), how_taught(), chosen, attributes=_proposed(name, LESSONS)
        )

    def drawing(self) -> tuple[Choice, ...]:
        usual = usual_draws(self.game)
        at_setup = (("virtual", _("The companion draws")), ("hand", _("We draw, and enter it")))
        chance, draws = (self.form.get(name, usual[name]) for name in ("chance", "draws"))
        return (
            Choice("chance", _("Who draws at setup?"), at_setup, chance),
            Choice("draws", _("Who draws during play?"), who_draws(devices_for(self.game), draws), draws),
        )

    def standing(self) -> Choice:
        chosen = self.form.get("standing", "hidden")
        return Choice("standing", _("Show the standing while we play"), standing_shown(), chosen)


def _of_option(option: SetupOption, form: Mapping[str, str], names: Sequence[str]) -> Choice:
    """names: those who have played here; where nobody has, somebody is new to the game."""
    name = f"option-{option.name}"
    usual = (option.beginners if not names else "") or option.choices[0][0]
    proposed = _proposed(name, option.beginners)
    asked = {"data-players": " ".join(map(str, option.players))} if option.players else {}
    idle = {"data-unless": "option-{}={}".format(*option.unless)} if option.unless else {}
    attributes = proposed | asked | idle
    return Choice(name, option.words, option.choices, form.get(name, usual), attributes=attributes)


def _proposed(name: str, beginners: str) -> dict[str, str]:
    """The attribute of what the page proposes where somebody is new, unless the address says it already."""
    return {"data-beginners": beginners} if beginners and name not in request.args else {}


def _refused(choice: Choice, refused: Mapping[str, str]) -> Choice:
    if choice.name not in refused:
        return choice
    described = {**choice.attributes, "aria-describedby": "wrong"}
    return replace(choice, wrong=refused[choice.name], attributes=described)


def _seat_rows(
    game: Any, players: Sequence[tuple[str, str]], refused: Mapping[str, str]
) -> tuple[SeatRow, ...]:
    """Each seat with the entered colours, else different free ones."""
    free = [colour for colour in game.colours if colour not in {taken for _name, taken in players}]
    rows = [*players, *[("", "")] * (game.seats[1] - len(players))]
    return tuple(
        SeatRow(
            n,
            name,
            colour or (free.pop(0) if free else game.colours[0]),
            n < game.seats[0],
            refused.get(f"name-{n}", refused.get(f"colour-{n}", "")),
        )
        for n, (name, colour) in enumerate(rows)
    )


def _lacking(game: Any, form: Mapping[str, str]) -> Lacking | None:
    pieces = tuple(words_of_record(it) for it in services().copies.missing(game.name, copy_here(game.name)))
    left_out = len(played_without(game))
    if not pieces:
        return None
    ways = (
        ("", plural("Play without it", "Play without them", left_out)),
        (
            "yes",
            plural(
                "Play as if it were here: something stands in for it",
                "Play as if they were here: something stands in for them",
                left_out,
            ),
        ),
    )
    chosen = form.get("play-with-all", "")
    instead = Choice("play-with-all", _("How to play"), ways, chosen)
    return Lacking(pieces, instead if left_out else None)


def made_up(game: Any, told: bool) -> MadeUp | None:
    """game: with the box that it is played with. told: what is not known is asked once it is met. None: all
    is known."""
    unknown, all = 0 if room().home.demo else unknown_tiles(game), registrable_tiles(game)
    if not unknown:
        return None
    if told:
        words = _(
            "{known} of {of} pieces are known; the rest is asked when you meet it.",
            known=all - unknown,
            of=all,
        )
        return MadeUp(words)
    if is_tracked(game):
        words = plural(
            "{number} of {of} tiles is not registered yet: what is not published of it is made up.",
            "{number} of {of} tiles are not registered yet: what is not published of them is made up.",
            unknown,
            of=all,
        )
        return MadeUp(words, _("Register your tiles"))
    words = plural(
        "{number} of {of} cards and boards is not registered yet: a stand-in takes its place.",
        "{number} of {of} cards and boards are not registered yet: stand-ins take their places.",
        unknown,
        of=all,
    )
    return MadeUp(words, _("Register cards and boards"))


def _may_take_devices() -> bool:
    """In a home where another table has camera and lights, its staff may take them."""
    return bool(room().home.active and not house().stations.all() and visitor().staff)
