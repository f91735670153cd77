"""From the box to the first decision: what is chosen, what chance decides, how the table begins (p. 2-3)."""

from __future__ import annotations

from collections import Counter

from companion.games.contract import TOLD, Draw, Illegal, Setup, SetupOption, seat_zone
from companion.games.contract.setup import JOINED_NAMES, PLAIN_NAMES
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.state import (
    COLOURS,
    GOODS,
    ActionTile,
    Colony,
    Disk,
    Doing,
    Empire,
    State,
    Supply,
)
from companion.games.new_frontiers.rules.supply import take_good
from companion.games.new_frontiers.tiles import box_file
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development
from companion.games.new_frontiers.tiles.known import of_real_table, stood_in
from companion.games.new_frontiers.tiles.printed_world import KIND
from companion.games.new_frontiers.tiles.tile_info import mat_id
from companion.games.new_frontiers.wording.names import ACTION_TILES, colour_name
from companion.translation import _, marked

FIRST, LATER = "first", "later"
STEPS, FEWER = "steps", "fewer"
"""Whether what cannot be otherwise is done without asking. A setup that does not say asks for each step."""

ASKED_WHERE_IT_MATTERS = ("asked", "where it matters")
ASKS_ALL_FACTS = ("facts", "all")
ASKS_WHAT_COUNTS = ("sum", "what counts")
ASKS_HOMES_IN_TURN = ("homes", "in turn")
ASKS_WHOLE_SIDE = ("side", "whole")
ASKS_GOODS_TO_SPEND = ("goods", "to spend")
MARKS = (
    ASKED_WHERE_IT_MATTERS,
    ASKS_ALL_FACTS,
    ASKS_WHAT_COUNTS,
    ASKS_HOMES_IN_TURN,
    ASKS_WHOLE_SIDE,
    ASKS_GOODS_TO_SPEND,
    PLAIN_NAMES,
    JOINED_NAMES,
)
"""Every new setup says it, and no form asks for it. A table without it is from before: there the same thing
could be asked twice, a face-down goal once a round, a correction at the end began a round, the kind of
every colony was asked before the sum, all homes before anybody acted, of an explored world's colored side
one fact at a time, and nothing of a home whose good could be spent for Military."""

OPTIONS = (
    SetupOption(
        "game",
        marked("First game or later game?"),
        (
            (FIRST, marked("First game: the white-square sides")),
            (LATER, marked("Later games: coin flips, and a choice of homes")),
        ),
        beginners=FIRST,
    ),
    SetupOption(
        "goals",
        marked("Goal tiles"),
        (
            ("no", marked("Without goals")),
            ("yes", marked("With goals and stockpile mats (a house rule in a first game)")),
        ),
        variant=True,
    ),
    SetupOption(
        "turns",
        marked("Settle, Produce, Trade and Consume"),
        (
            ("order", marked("One player after the other")),
            ("together", marked("At the same time when order doesn't matter")),
        ),
        seldom=True,
    ),
    SetupOption(
        STEPS,
        marked("Steps with only one answer"),
        (
            (FEWER, marked("The companion does them and says so")),
            ("each", marked("Ask for each step")),
        ),
        seldom=True,
    ),
)


def options() -> tuple[SetupOption, ...]:
    """OPTIONS in the language that holds."""
    return tuple(
        option.changed(
            words=_(option.words),
            choices=tuple((value, _(words)) for value, words in option.choices),
        )
        for option in OPTIONS
    )


STARTING_CREDITS = 3
CHIPS_A_PLAYER = 12
"""VP in the common supply, and colonists on the colonists mat, for each player."""
GOOD_KINDS = ("Novelty", "Rare", "Genes", "Alien")
SMALL_TILES = {2: 1, 3: 2, 4: 2, 5: 3}
"""Tiles of each small development, by the number of players."""


def asks_where_it_matters(state: State) -> bool:
    return ASKED_WHERE_IT_MATTERS in state.setup.options


def asks_all_facts(state: State) -> bool:
    """All that the sum reads is asked before it, and a question for one fact of a tile is not taken for its
    form. Not so at a table of before, which says other marks but not this one."""
    options = state.setup.options
    return ASKS_ALL_FACTS in options or ASKED_WHERE_IT_MATTERS not in options


def asks_what_counts(state: State) -> bool:
    """The kind of a colony is asked before the sum where something counts it, and nowhere else."""
    options = state.setup.options
    return ASKS_WHAT_COUNTS in options or ASKED_WHERE_IT_MATTERS not in options


def asks_homes_in_turn(state: State) -> bool:
    """What a home says is asked when its owner is first asked something in an action."""
    return ASKS_HOMES_IN_TURN in state.setup.options


def asks_whole_side(state: State) -> bool:
    """What the colored side of an explored world says is asked at once, where a power needs any of it."""
    return ASKS_WHOLE_SIDE in state.setup.options


def asks_goods_to_spend(state: State) -> bool:
    """A home that nobody told is asked for where its good could be spent for Military in Settle."""
    return ASKS_GOODS_TO_SPEND in state.setup.options


def draws(catalogue: Catalogue, setup: Setup) -> tuple[Draw, ...]:
    """What chance must still decide.

    "order": the players' colours, first to last; "mats": the empire mat dealt to each seat; in later games
    "side <stack>": the face (a development's id) of each tile or stack with two of them.
    """
    refuse(catalogue, setup)
    colours = tuple(player.colour for player in setup.players)
    drawn = dict(setup.chance)
    wanted = []
    if "order" not in drawn:
        words = _("Who is first on the priority track, who next?")
        wanted.append(Draw("order", len(colours), colours, ordered=True, words=words))
    if "mats" not in drawn:
        wanted.append(
            Draw(
                "mats",
                len(colours),
                tuple(mat_id(mat) for mat in catalogue.mats),
                ordered=True,
                words=_("Which empire mat was dealt to whom?"),
                rows=tuple(player.name for player in setup.players),
                zones=tuple(seat_zone(seat) for seat in range(len(colours))),
            )
        )
    if setup.option("game", FIRST) == LATER:
        words = _("Which side of this development did the coin choose?")
        wanted += [
            Draw(f"side {stack}", 1, faces, words=words)
            for stack, faces in two_faced(catalogue).items()
            if f"side {stack}" not in drawn
        ]
    return tuple(wanted)


def refuse(catalogue: Catalogue, setup: Setup) -> None:
    """Raises Illegal unless these players and options can play with these tiles."""
    count = len(setup.players)
    if not 2 <= count <= 5:
        raise Illegal(_("New Frontiers is played by 2 to 5 players."), rulebook_pages.SETUP)
    colours = [player.colour for player in setup.players]
    for colour in colours:
        if colour not in COLOURS:
            raise Illegal(
                _(
                    "There are no disks in {colour}: choose one of {colours}.",
                    colour=repr(colour)[:40],
                    colours=", ".join(map(colour_name, COLOURS)),
                ),
                rulebook_pages.SETUP,
            )
    if len(set(colours)) < count:
        raise Illegal(_("Each player needs a colour of their own."), rulebook_pages.SETUP)
    for name, value in setup.options:
        if (name, value) in (TOLD, *MARKS):
            continue
        option = next((option for option in OPTIONS if option.name == name), None)
        if option is None or value not in dict(option.choices):
            raise Illegal(
                _(
                    "There is no setup choice {name} with the value {value}.",
                    name=repr(name)[:40],
                    value=repr(value)[:40],
                ),
                rulebook_pages.SETUP,
            )
    if len(catalogue.mats) < count:
        raise Illegal(
            _("There are not enough empire mats in the catalogue for so many players."), rulebook_pages.SETUP
        )


def new(catalogue: Catalogue, setup: Setup) -> State:
    """The state before the first decision; with told pieces, before the goods of homes are placed. Raises
    Illegal when a draw is missing or impossible."""
    missing = draws(catalogue, setup)
    if missing:
        raise Illegal(
            _("The setup is not whole: {draw} is still to be drawn.", draw=repr(missing[0].what)),
            rulebook_pages.SETUP,
        )
    later = setup.option("game", FIRST) == LATER
    goals = setup.option("goals", "no") == "yes"
    count = len(setup.players)
    _check_draws(catalogue, setup)
    order = _order(setup)
    supply = Supply(
        vp=CHIPS_A_PLAYER * count,
        colonists=CHIPS_A_PLAYER * count,
        goods=GOODS,
        developments=tuple(
            (face.id, 1 if face.large else SMALL_TILES[count]) for face in _faces_in_play(catalogue, setup)
        ),
    )
    credits = dict.fromkeys(order, STARTING_CREDITS)
    credits[order[-1]] += 1
    if count >= 4:
        credits[order[-2]] += 1
    empires = tuple(
        Empire(player.name, player.colour, credits=credits[seat] + setup.ahead_of(seat))
        for seat, player in enumerate(setup.players)
    )
    numbers = (0, 1) if count == 2 else (0,)
    first = "goals" if goals else "isolation"
    as_before = ASKED_WHERE_IT_MATTERS in setup.options and ASKS_ALL_FACTS not in setup.options
    state = State(
        catalogue=of_real_table(catalogue, as_before=as_before).strict
        if setup.told
        else stood_in(catalogue, box_file.catalogue()),
        setup=setup,
        empires=empires,
        supply=supply,
        bag=tuple(catalogue.worlds),
        disks=tuple(Disk(seat, number) for number in numbers for seat in order),
        actions=tuple(ActionTile(first if name == "isolation" else name) for name in ACTION_TILES),
        goal_stack=("",) * len(catalogue.goals) if goals else (),
    )
    if later:
        return state.changed(doing=Doing("homes", order[0], order, stage="choose"))
    for seat in range(count):
        state = with_home(state, seat, homes(state, seat)[0])
    return state


def homes(state: State, player: int) -> tuple[str, ...]:
    """The home colonies on the player's empire mat, the white-square side first."""
    mat = (state.setup.drawn("mats") or ())[player]
    sides = [
        home for home in state.catalogue.homes.values() if home.mat is not None and mat_id(home.mat) == mat
    ]
    return tuple(home.id for home in sorted(sides, key=lambda home: home.side or ""))


def with_home(state: State, player: int, home: str) -> State:
    """The player begins on `home`: 1 colonist from the supply, and a good where it has a halo (p. 3). With
    told pieces the good follows once all have their homes (`home_goods`)."""
    supply = state.supply.changed(colonists=state.supply.colonists - 1)
    good = None
    if state.setup.told:
        empire = state.empires[player].changed(colonies=(Colony(home, 1),))
        return state.with_empire(player, empire).changed(supply=supply)
    world = state.catalogue.world(home)
    if world.good == "windfall" and world.kind in GOOD_KINDS:
        supply, good = take_good(supply, world.kind)
    empire = state.empires[player].changed(colonies=(Colony(home, 1, good),))
    return state.with_empire(player, empire).changed(supply=supply)


def home_goods(state: State) -> State:
    """The goods of windfall homes, on a real table: what they say may have to be asked first."""
    for player in range(len(state.empires)):
        state = _with_home_good(state, player)
    return state


def told_home_goods(state: State) -> State:
    """The goods of those windfall homes that are due and told by now."""
    for player in state.homes_due:
        home = state.empires[player].colonies[0].world
        if KIND not in state.catalogue.shown[home].untold:
            due = tuple(other for other in state.homes_due if other != player)
            state = _with_home_good(state, player).changed(homes_due=due)
    return state


def _with_home_good(state: State, player: int) -> State:
    home, *others = state.empires[player].colonies
    world = state.catalogue.world(home.world)
    if world.good != "windfall" or world.kind not in GOOD_KINDS:
        return state
    supply, good = take_good(state.supply, world.kind)
    empire = state.empires[player].changed(colonies=(home.changed(good=good), *others))
    return state.with_empire(player, empire).changed(supply=supply)


def first_player(setup: Setup) -> int | None:
    """The seat that was first on the priority track at the start."""
    return next(iter(_order(setup)), None)


def _order(setup: Setup) -> tuple[int, ...]:
    seats = {player.colour: seat for seat, player in enumerate(setup.players)}
    return tuple(seats[colour] for colour in setup.drawn("order") or ())


def two_faced(catalogue: Catalogue) -> dict[str, tuple[str, ...]]:
    """The two faces of each tile or stack that has a second one."""
    return {stack: faces for stack, faces in catalogue.stacks.items() if len(faces) == 2}


def _faces_in_play(catalogue: Catalogue, setup: Setup) -> list[Development]:
    """One face a stack: the drawn one, else the white-square side."""
    chosen = []
    for stack, ids in catalogue.stacks.items():
        faces = [catalogue.developments[id] for id in ids]
        drawn = setup.drawn(f"side {stack}") if setup.option("game", FIRST) == LATER else None
        if drawn:
            chosen += [face for face in faces if face.id in drawn]
        else:
            chosen += [next((face for face in faces if face.first_game), faces[0])]
    return chosen


def _check_draws(catalogue: Catalogue, setup: Setup) -> None:
    bare = Setup(setup.players, setup.options)
    for draw in draws(catalogue, bare):
        names = setup.drawn(draw.what) or ()
        if len(names) != draw.count or Counter(names) - Counter(draw.pool):
            raise Illegal(
                _(
                    "The draw {draw} must name {number} of: {pool}, each once.",
                    draw=repr(draw.what),
                    number=draw.count,
                    pool=", ".join(draw.pool),
                ),
                rulebook_pages.SETUP,
            )
