"""The start of a game: start worlds, first hands, chips and the supply (p. 2, 8)."""

from __future__ import annotations

from companion.games.contract import Draw, Illegal, Setup, SetupOption, seat_zone
from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue
from companion.games.race_for_the_galaxy.rules import choosing, pages, starts
from companion.games.race_for_the_galaxy.rules.cards_chosen import GONE
from companion.games.race_for_the_galaxy.rules.state import (
    CHIPS_A_PLAYER,
    COLOURS,
    Empire,
    Move,
    Progress,
    State,
)
from companion.translation import _

START_WORLDS_DRAW = "start-worlds"
STARTING_HAND = 4
STARTING_DEAL, FIRST_DISCARDS = 6, 2


def options() -> tuple[SetupOption, ...]:
    return (
        SetupOption(
            "game",
            _("This game"),
            (("later", _("a later game")), ("first", _("our first game"))),
            beginners="first",
        ),
        SetupOption(
            "two-players",
            _("With two players"),
            (("standard", _("one action card of seven")), ("experienced", _("two action cards of nine"))),
            players=(2,),
            variant=True,
        ),
        SetupOption(
            "edition",
            _("Edition of the box"),
            (("second", _("second edition")), ("first", _("first edition"))),
            seldom=True,
            stated=True,
        ),
        SetupOption(
            "start",
            _("Start worlds"),
            (("dealt", _("one dealt to each")), ("choice", _("each chooses one of two"))),
            unless=("game", "first"),
        ),
        SetupOption(
            "start-worlds",
            _("Start worlds in the box"),
            (("five", _("the five of page 2")), ("eleven", _("all eleven of page 11 (second edition)"))),
        ),
        SetupOption(
            "steps",
            _("Steps with only one answer"),
            (("fewer", _("The companion does them and says so")), ("each", _("Ask for each step"))),
            seldom=True,
        ),
    )


def chooses(setup: Setup) -> bool:
    """Whether each player chooses one of two start worlds; not in a first game."""
    return setup.option("start") == "choice" and setup.option("game") != "first"


def draws(catalogue: Catalogue, setup: Setup) -> tuple[Draw, ...]:
    if chooses(setup) or setup.drawn(START_WORLDS_DRAW) is not None:
        return ()
    seats = len(setup.players)
    return (
        Draw(
            START_WORLDS_DRAW,
            seats,
            tuple(card.id for card in starts.start_pool(catalogue, setup)),
            ordered=True,
            words=_("Deal a start world to each player."),
            rows=tuple(_("{player}'s start world", player=player.name) for player in setup.players),
            zones=tuple(seat_zone(seat) for seat in range(seats)),
        ),
    )


def new(catalogue: Catalogue, setup: Setup) -> State:
    """The state before the first decision. Raises Illegal when the setup is not whole or not possible."""
    seats = len(setup.players)
    _checked(setup)
    if setup.option("two-players") == "experienced" and seats != 2:
        kept = tuple((name, value) for name, value in setup.options if name != "two-players")
        setup = setup.changed(options=kept)
    dealt = setup.drawn(START_WORLDS_DRAW)
    empires = tuple(
        Empire(player.name, player.colour, hand=STARTING_HAND + setup.ahead_of(seat))
        for seat, player in enumerate(setup.players)
    )
    state = State(
        catalogue.strict,
        setup,
        empires,
        tuple(Progress() for _player in setup.players),
        supply=len(catalogue) - sum(empire.hand for empire in empires),
        pool=CHIPS_A_PLAYER * seats,
    )
    if setup.option("game") != "first":
        state = state.changed(supply=state.supply - FIRST_DISCARDS * seats, discards=FIRST_DISCARDS * seats)
        state = _first_discards(state)
    if chooses(setup):
        reds = sum(card.red for card in starts.start_pool(catalogue, setup))
        if seats > min(reds, len(starts.start_pool(catalogue, setup)) - reds):
            raise Illegal(
                _("For a choice of start worlds there must be an odd and an even one for each player."),
                pages.TWO_PLAYERS,
            )
        return starts.begin(state.changed(supply=state.supply - 2 * seats))
    if dealt is None:
        raise Illegal(_("First the start worlds must be dealt."), pages.SETUP)
    pool = [card.id for card in starts.start_pool(catalogue, setup)]
    if len(dealt) != seats or len(set(dealt)) != seats or not set(dealt) <= set(pool):
        raise Illegal(_("Each player is dealt another one of the start worlds."), pages.SETUP)
    state = state.changed(supply=state.supply - seats)
    for seat, card in enumerate(dealt):
        state = starts.with_start(state, seat, card)
    return choosing.begin(state.changed(moves=()))


def _first_discards(state: State) -> State:
    """Of six cards dealt two are discarded (p. 2): which, who chooses it says."""
    return state.changed(choices=tuple(Move(seat, GONE, FIRST_DISCARDS) for seat in state.choosers))


def _checked(setup: Setup) -> None:
    if not 2 <= len(setup.players) <= 4:
        raise Illegal(_("Race for the Galaxy is for 2 to 4 players."), pages.SETUP)
    colours = [player.colour for player in setup.players]
    unknown = [colour for colour in colours if colour not in COLOURS]
    if unknown:
        raise Illegal(_("There is no colour {colour} in this game.", colour=f"{unknown[0]!r:.40}"))
    if len(set(colours)) != len(colours):
        raise Illegal(_("Two players cannot have one colour."))
    for option in options():
        value = setup.option(option.name, option.choices[0][0])
        if value not in dict(option.choices):
            raise Illegal(_("{option} cannot be {value}.", option=option.words, value=f"{value!r:.40}"))
