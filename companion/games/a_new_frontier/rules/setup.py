"""The start of a game: factions, storm and power-up by lot, fleets, mines, missions (p. 3, 4)."""

from __future__ import annotations

from companion.games.a_new_frontier.book.book import FIVE_PLAYERS, Book
from companion.games.a_new_frontier.book.stand_ins import is_stand_in
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, Corp, State
from companion.games.a_new_frontier.wording.names import faction_words, planet_words
from companion.games.contract import Draw, Illegal, Setup, SetupOption
from companion.translation import _

MISSIONS_IN_ROW = {3: 4, 4: 6, 5: 7}
"""Missions in the top row, by players (p. 10)."""


def options() -> tuple[SetupOption, ...]:
    return (
        SetupOption(
            "newcomers",
            _("New players, first on the turn order track"),
            (
                ("0", _("Nobody is new")),
                ("named", _("Some are: each says so before planning the first turn")),
            ),
            before=(
                ("1", _("The first seat")),
                ("2", _("The first two seats")),
                ("3", _("The first three seats")),
                ("4", _("The first four seats")),
            ),
        ),
        SetupOption(
            "cards",
            _("Conflict and politics cards"),
            (("all", _("All")), ("light", _("Without those that the rulebook takes out for new players"))),
            beginners="light",
            variant=True,
        ),
        SetupOption(
            "initiative",
            _("Bid 3 credits or more for the first place of the track (optional rule)"),
            (("no", _("No")), ("yes", _("Yes"))),
            seldom=True,
        ),
        SetupOption(
            "boards",
            _("Where turns are planned"),
            (
                ("no", _("On phones")),
                ("yes", _("On phones, or on the printed board: then what is revealed is told")),
            ),
        ),
        SetupOption(
            "exchange",
            _("Credits change hands at any time (optional rule)"),
            (("no", _("No")), ("yes", _("Yes"))),
        ),
        SetupOption(
            "clock",
            _("A clock for every question"),
            (
                ("no", _("No: the timer beside the table is enough")),
                ("yes", _("Yes: it warns, and answers nothing")),
            ),
            seldom=True,
        ),
        SetupOption(
            "planet-order",
            _("The order of the planets"),
            (
                ("clockwise", _("Clockwise from the first without conflict")),
                ("biggest-last", _("The biggest conflicts last (optional rule)")),
            ),
            seldom=True,
        ),
        SetupOption(
            "strategies",
            _("When strategy cards are shown (the rulebook leaves it open)"),
            (
                ("first", _("As soon as all have chosen one: tactics answer them")),
                ("with-tactics", _("With the tactics, before the dice")),
            ),
            seldom=True,
        ),
        SetupOption(
            "fleets",
            _("Starting fleets (the rulebook leaves it open)"),
            (
                ("each", _("The same ships at each planet")),
                ("divided", _("One fleet for all planets: each player divides it in secret")),
            ),
            seldom=True,
        ),
        SetupOption(
            "details",
            _("Last rewards, ships taken while planning, attacks after a strike, withdrawn fleets"),
            (
                ("pages", _("By the pages of the rulebook")),
                ("first", _("As this companion played them at first")),
            ),
            seldom=True,
        ),
    )


def missions(book: Book, players: int) -> tuple[str, ...]:
    """The deck: without the third suite for 3 players, with the fifth player's mission for 5 (p. 10)."""
    suites = book.suites[:2] if players == 3 else book.suites
    deck = tuple(f"{suite}-{n}" for suite in suites for n in range(1, book.missions_each + 1))
    return (*deck, FIVE_PLAYERS) if players == 5 else deck


def suite(mission: str) -> str:
    return mission.rpartition("-")[0] if mission != FIVE_PLAYERS else FIVE_PLAYERS


def draws(book: Book, setup: Setup) -> tuple[Draw, ...]:
    people, factions = setup.players, tuple(f"faction-{n}" for n in range(1, 7))
    note = _(
        "Where a faction’s name is not listed, choose any with a number, and say then what it is called."
    )
    wanted = (
        Draw(
            "factions",
            len(people),
            factions,
            ordered=True,
            words=_("Deal a faction to each player"),
            rows=tuple(_("The faction of {player}", player=player.name) for player in people),
            names=tuple(faction_words(each, book) for each in factions),
            note=note if any(is_stand_in(each) for each in book.factions) else "",
        ),
        Draw(
            "storm",
            1,
            tuple(f"planet-{n}" for n in range(1, PLANET_COUNT + 1)),
            words=_("Draw the planet where the electrical storm begins"),
            names=tuple(planet_words(book, planet) for planet in range(PLANET_COUNT)),
        ),
    )
    return tuple(draw for draw in wanted if setup.drawn(draw.what) is None)


def new(book: Book, setup: Setup) -> State:
    """Raises Illegal when the setup is not whole."""
    people = setup.players
    if not 3 <= len(people) <= 5:
        raise Illegal(_("A New Frontier is for 3 to 5 players."), 1)
    if open_draws := draws(book, setup):
        raise Illegal(open_draws[0].words + ".", 4)
    factions, storm = (setup.drawn(what) or () for what in ("factions", "storm"))
    for draw, drawn in zip(draws(book, Setup(people)), (factions, storm), strict=True):
        if len(drawn) != draw.count or len(set(drawn)) != len(drawn) or not set(drawn) <= set(draw.pool):
            raise Illegal(_("The setup's draws do not fit: {what}.", what=draw.words), 4)
    fleet = tuple(sorted(book.start_fleet))
    used = {ship: fleet.count(ship) * PLANET_COUNT * len(people) for ship in book.ships}
    if any(used[id] > ship.count for id, ship in book.ships.items()):
        raise Illegal(_("The box has fewer ships than the starting fleets need."), 3)
    corps = tuple(
        Corp(
            player.name,
            player.colour,
            factions[seat],
            book.start_credits + setup.ahead_of(seat),
            book.start_prestige,
            fleets=(fleet,) * PLANET_COUNT,
            mines=(book.start_mine,) * PLANET_COUNT,
            techs=book.starts_with(factions[seat])[0],
            archaeotech=book.starts_with(factions[seat])[1],
        )
        for seat, player in enumerate(people)
    )
    at = int(storm[0].rpartition("-")[2]) - 1
    return State(
        book,
        setup,
        corps,
        storm=at,
        # The storm reaches the token in turn 3 (p. 2).
        power_up=(at + 2) % PLANET_COUNT,
        stock=tuple((id, ship.count - used[id]) for id, ship in book.ships.items()),
        prosperity=tuple(0 if planet == at else book.prosperity for planet in range(PLANET_COUNT)),
        colonies=book.colony_levels,
        unseen=missions(book, len(people)),
        phase="missions",
    )


def newcomers(state: State) -> frozenset[int]:
    """The seats of new players: those who said so; at tables of before, the first ones."""
    chosen = state.option("newcomers", "0")
    return frozenset(state.new_players if chosen == "named" else range(min(int(chosen), len(state.corps))))


def asks_who_is_new(state: State) -> bool:
    """Whether new players say so now: before the first turn is planned (p. 3)."""
    return state.option("newcomers") == "named" and state.turn == 1 and state.phase == "planning"


def light(state: State) -> bool:
    return state.option("cards") == "light"


def by_the_pages(state: State) -> bool:
    """Whether details are played that older tables lack; without this option journals replay as before."""
    return state.option("details") == "pages"


MIGHT_WITH_LOSSES = ("might", "told-with-losses")
"""A mark of new tables, among their options: the Might is told with the losses; older tables ask for each."""


def tells_might_with_losses(state: State) -> bool:
    return MIGHT_WITH_LOSSES in state.setup.options


ASKS_TEXTS = ("texts", "asked-when-met")
"""A mark of new tables with printed pieces: conflict cards are named before the first fight, and what cards,
missions, facilities and archaeotechs say is asked when they are first met; older tables ask for less."""


def asks_texts(state: State) -> bool:
    return ASKS_TEXTS in state.setup.options


ASKS_ALL = ("facts", "sheet")
"""A mark of new tables with printed pieces: whatever a rule reads is asked, also of the cards that a fleet
which has withdrawn counts as having played (p. 7); older tables took them for what they are without it."""


def asks_all(state: State) -> bool:
    return ASKS_ALL in state.setup.options


TOLD_BY_HOLDERS = ("told", "by-their-holders")
"""A mark of new tables with printed pieces: each player tells of the own faction, and of what the own move
brings; older tables asked for all factions at once, and anybody answered."""


def told_by_holders(state: State) -> bool:
    return TOLD_BY_HOLDERS in state.setup.options


FEW_FORMS = ("forms", "few")
"""A mark of new tables with printed pieces: what lies there together is asked in one form, technologies by a
tick where they are chosen, and what no rule reads only where somebody likes; older tables ask for each."""


def few_forms(state: State) -> bool:
    return FEW_FORMS in state.setup.options


def shows_strategies_with_tactics(state: State) -> bool:
    return state.option("strategies") == "with-tactics"


def divides_fleets(state: State) -> bool:
    return state.option("fleets") == "divided"


def boards(state: State) -> bool:
    """Whether plans may lie on the printed boards."""
    return state.option("boards") == "yes"
