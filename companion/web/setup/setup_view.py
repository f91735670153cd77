"""The form of a new game as its template shows it: three steps, and each error at its field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import render_template, request, url_for
from markupsafe import Markup

from companion import games
from companion.coach.dealing import can_practise
from companion.games.contract import Game, Illegal, SetupOption
from companion.lessons.teaching import LESSONS, book_of
from companion.translation import _, plural
from companion.web.live.choosable import Choosable, boxes, options
from companion.web.live.views import marks_of
from companion.web.request.addressed import room
from companion.web.request.at_station import chosen_station_id, station_here, stations_to_choose
from companion.web.request.devices import devices_for, is_tracked
from companion.web.request.services import services
from companion.web.request.visitor import house, visitor
from companion.web.setup.choices import Choice, how_taught, standing_shown, who_draws
from companion.web.setup.setup_checks import WrongField, player_count_sentence, same_name_sentence
from companion.web.setup.setup_form import (
    LastGame,
    boxed_or_shipped,
    fair_here,
    known_names,
    played_without,
    registrable_tiles,
    unknown_tiles,
    usual_draws,
    words_of_missing,
)
from companion.web.setup.which_game import links_to_games

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
    swatches: tuple[Choosable, ...]

    @property
    def classes(self) -> str:
        return "setup-seat needed" if self.needed else "setup-seat"

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

    @property
    def classes(self) -> str:
        return "notice" if self.asked else "notice warn"


@dataclass(frozen=True, slots=True)
class Lacking:
    """What this copy of the game lacks. pieces: in words; instead: whether something stands in for them;
    None: it is played without. found_again: where the staff says so of one, "": it is not the staff."""

    pieces: tuple[str, ...]
    instead: Choice | None
    found_again: str


@dataclass(frozen=True, slots=True)
class SetupView:
    """wrong: what was refused, where no field shows it. step: the step that is shown first. asked, seldom:
    of the game, the lessons among those asked. made_up: empty: all is known. watched: a camera can see what
    is laid. stations: to choose from, station: the one chosen, None: the house has none; put_on: the words
    that offer to take camera and lights from another table, "": there is no other, or there are none.
    pieces_of: which box it is played with, "": the game has none. practisable: alone against the coach."""

    game: Game[Any]
    games: tuple[Choosable, ...]
    form: Mapping[str, str]
    rows: tuple[SeatRow, ...]
    names: Sequence[str]
    marks: Mapping[str, str]
    asked: tuple[Choice, ...]
    seldom: tuple[Choice, ...]
    drawing: tuple[Choice, ...]
    standing: Choice
    lacking: Lacking | None
    made_up: tuple[MadeUp, ...]
    pieces_of: str
    watched: bool
    stations: tuple[Choosable, ...]
    station: str | None
    practisable: bool
    put_on: str
    wrong: str
    step: int
    how_many: str
    same_name: str
    fair: Markup

    @property
    def offered(self) -> Sequence[str]:
        return self.names[:MAX_OFFERED_NAMES]

    @property
    def seldom_fold(self) -> dict[str, str]:
        """The attributes of what is folded."""
        return {"open": ""} if any(choice.wrong for choice in self.seldom) else {}

    @property
    def like(self) -> str | None:
        """The table as which it is begun, None: as none."""
        return self.form.get("like") or None

    @property
    def order(self) -> str:
        """In which order the players are entered."""
        clockwise = _("In the order in which they sit, clockwise.")
        seen = _("The first sits at the lower left of what the camera sees.")
        return f"{clockwise} {seen}" if self.watched else clockwise


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
    changed = {"data-once-changed": ""} if again else {}
    return render_template("setup.html", it=it, game=game, again=again, laid=Markup(laid), changed=changed)


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
    station = chosen_station_id() if house().stations.all() else None
    return SetupView(
        game=game,
        games=links_to_games(games.titles(), game.name, "setup.new", "button", station=station),
        form=form,
        rows=_seat_rows(game, players, refused),
        names=names,
        marks=marks_of(game.colours),
        asked=(*(choice for seldom, choice in choices if not seldom), *fields.teaching()),
        seldom=tuple(choice for seldom, choice in choices if seldom),
        drawing=fields.drawing(),
        standing=fields.standing(),
        lacking=_lacking(game, form),
        made_up=tuple(filter(None, (made_up(boxed_or_shipped(game), game.asks_facts),))),
        pieces_of=_pieces_of(game),
        watched=station_here().has_camera and is_tracked(game),
        stations=_stations(),
        station=station,
        practisable=can_practise(game),
        put_on=devices.put_on if _may_take_devices() else "",
        wrong=refused.get("", ""),
        step=2 if field.startswith("option-") else 1,
        how_many=player_count_sentence(game),
        same_name=same_name_sentence(),
        fair=Markup(fair_html(game, [name for name, _colour in players if name], "fair" in form)),
    )


def fair_html(game: Game[Any], names: Sequence[str], chosen: bool) -> str:
    """The proposal of a fair table for these players, a piece of the page; empty: there is none."""
    checked = {"checked": ""} if chosen else {}
    return render_template("_setup_fair.html", fair=fair_here(game, names), checked=checked)


@dataclass(frozen=True, slots=True)
class _Fields:
    """The fields that are the table's, not the game's."""

    game: Any
    form: Mapping[str, str]
    names: Sequence[str]

    def teaching(self) -> tuple[Choice, ...]:
        """One knowledge decides it and what the options propose: who is new here is taught. Empty: the game
        has no lessons."""
        if not book_of(self.game.name):
            return ()
        name = "teaching"
        chosen = self.form.get(name, "off" if self.names else LESSONS)
        words, attributes = _("Do you know the game?"), _proposed(name, LESSONS)
        return (Choice(name, words, how_taught(), chosen, attributes=attributes),)

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


def _stations() -> tuple[Choosable, ...]:
    """Where the table may stand; empty: nothing is to be chosen."""
    found = stations_to_choose()
    if not found:
        return ()
    nowhere = ("", _("at none: without camera and lights"))
    named = ((it.id, _("Station {name}", name=it.name)) for it in found)
    return options((nowhere, *named), chosen_station_id())


def _pieces_of(game: Game[Any]) -> Markup | str:
    """Which box it is played with, with the way to it."""
    if game.box is None:
        return ""
    way = Markup('<a href="{}">{}</a>').format(url_for("box.index", game=game.name), _("the box"))
    box = services().shelf.in_use(game.name)
    if box:
        return _("Played with the pieces of “{box}”: {link}.", box=box, link=way)
    return _("Played with the pieces that came with the companion: {link}.", link=way)


def _of_option(option: SetupOption, form: Mapping[str, str], names: Sequence[str]) -> Choice:
    """names: those who have played here; where nobody has, somebody is new to the game."""
    name = f"option-{option.name}"
    later = next(value for value, _words in option.choices if value != option.beginners)
    usual = option.beginners if option.beginners and not names else later
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
    swatches = [(colour, _(colour.capitalize())) for colour in game.colours]
    found: list[SeatRow] = []
    for n, (name, entered) in enumerate(rows):
        colour = entered or (free.pop(0) if free else game.colours[0])
        wrong = refused.get(f"name-{n}", refused.get(f"colour-{n}", ""))
        found.append(SeatRow(n, name, colour, n < game.seats[0], wrong, boxes(swatches, colour)))
    return tuple(found)


def _lacking(game: Any, form: Mapping[str, str]) -> Lacking | None:
    pieces, left_out = words_of_missing(game), len(played_without(game))
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
    found_again = url_for("box.pieces", name=game.name) if visitor().staff else ""
    return Lacking(pieces, instead if left_out else None, found_again)


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
            "{number} of {of} pieces is not registered yet: what is not published of it is made up.",
            "{number} of {of} pieces are not registered yet: what is not published of them is made up.",
            unknown,
            of=all,
        )
        return MadeUp(words, _("Register your pieces"))
    words = plural(
        "{number} of {of} pieces is not registered yet: a stand-in takes its place.",
        "{number} of {of} pieces are not registered yet: stand-ins take their places.",
        unknown,
        of=all,
    )
    return MadeUp(words, _("Register your pieces"))


def _may_take_devices() -> bool:
    """In a home where another table has camera and lights, its staff may take them."""
    return bool(room().home.active and not house().stations.all() and visitor().staff)
