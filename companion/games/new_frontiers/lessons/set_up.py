"""The tasks of setting up New Frontiers (p. 2-3), for as many players as there are."""

from __future__ import annotations

from companion.games.contract import MIDDLE, SetUpTask, Spot, seat_zone
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.setup import CHIPS_A_PLAYER, SMALL_TILES
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.catalogue import Development
from companion.games.new_frontiers.wording.names import ACTION_TILES, called
from companion.translation import _, listed, plural

WORLDS = 60
"""In a whole box."""


def tasks(state: State) -> tuple[SetUpTask, ...]:
    """The tasks, shared ones first. state: before the first decision."""
    setup = state.setup
    count = len(state.empires)
    goals = setup.option("goals", "no") == "yes"
    shared = [
        SetUpTask(
            "large-developments",
            _(
                "Lay the 8 large developments on their mat, at the spaces printed there. {sides}",
                sides=_sides(state, large=True),
            ),
            "development",
            lies=_lying(state, large=True),
            away=_turned_away(state, large=True),
            page=rulebook_pages.SETUP,
            stickers=_turned_stickers(state, large=True),
        ),
        SetUpTask(
            "small-developments",
            plural(
                "Lay {number} tile of each small development on its space of the other mat; the rest stays "
                "in the box. {sides}",
                "Lay {number} tiles of each small development on its space of the other mat; the rest stays "
                "in the box. {sides}",
                SMALL_TILES[count],
                sides=_sides(state, large=False),
            ),
            "development",
            lies=_lying(state, large=False),
            away=_turned_away(state, large=False),
            page=rulebook_pages.SETUP,
            stickers=_turned_stickers(state, large=False),
        ),
        SetUpTask(
            "action-tiles",
            _(
                "Lay the 7 action tiles in a row between the two mats, with room to slide each down by half. "
                "The first shows {side}.",
                side=_("Chart Galactic Goals") if goals else _("Retreat into Isolation"),
            ),
            "explore",
            lies=tuple((f"T{n}", Spot(MIDDLE, "")) for n in range(1, len(ACTION_TILES) + 1)),
            page=rulebook_pages.SETUP,
            stickers=_("Stickers T1 to T7."),
        ),
        SetUpTask(
            "bag",
            _("Put all 60 worlds into the bag and mix them well.")
            if len(state.catalogue.worlds) == WORLDS
            else _(
                "Put the {number} worlds that are there into the bag and mix them well.",
                number=len(state.catalogue.worlds),
            ),
            "world",
            away=frozenset(state.catalogue.worlds),
            page=rulebook_pages.SETUP,
        ),
        SetUpTask(
            "chips",
            _(
                "Count {number} VP in chips of 1 and 5 into a supply. The 10s lie aside, the rest goes into "
                "the box.",
                number=CHIPS_A_PLAYER * count,
            ),
            "vp",
            page=rulebook_pages.SETUP,
        ),
        SetUpTask(
            "colonists",
            _(
                "Put {number} colonists on the colonists mat; each player then takes 1 for the home colony.",
                number=CHIPS_A_PLAYER * count,
            ),
            "colonist",
            page=rulebook_pages.SETUP,
        ),
        SetUpTask(
            "supply",
            _("Set out the goods cubes and the credits as a supply."),
            "good",
            page=rulebook_pages.SETUP,
        ),
        SetUpTask("disks", _disks(state), "envoys", page=rulebook_pages.SETUP),
    ]
    if goals:
        shared.insert(
            3,
            SetUpTask(
                "goals",
                _(
                    "Shuffle the 8 goals face down below the first action tile, and give everybody a "
                    "stockpile mat."
                ),
                "goals",
                page=rulebook_pages.GOALS,
            ),
        )
    return (*shared, *(task for seat in range(count) for task in _own(state, seat)))


def _lying(state: State, large: bool) -> tuple[tuple[str, Spot], ...]:
    """The faces in play, each a tag of its own (copies share it), on the mats in the middle."""
    faces = (state.catalogue.developments[id] for id, _count in state.supply.developments)
    return tuple((face.id, Spot(MIDDLE, "")) for face in faces if face.large == large)


def _turned_away(state: State, large: bool) -> frozenset[str]:
    """The other faces of these tiles: one that is seen lies with the wrong side up."""
    up = {id for id, _count in state.supply.developments}
    faces = (face for face in state.catalogue.developments.values() if face.id not in up)
    return frozenset(face.id for face in faces if face.large == large)


def _sides(state: State, large: bool) -> str:
    """Which faces lie up, where coins were flipped (later games, p. 3)."""
    if turned := _turned(state, large):
        return _("White squares up, but for these: {tiles}.", tiles=listed([called(face) for face in turned]))
    return _("The side with the white square is up.")


def _turned(state: State, large: bool) -> list[Development]:
    """The faces that lie up without a white square."""
    faces = [state.catalogue.developments[id] for id, _count in state.supply.developments]
    return [face for face in faces if face.large == large and not face.first_game]


def _turned_stickers(state: State, large: bool) -> str:
    turned = [face.id for face in _turned(state, large)]
    return _("Stickers {stickers}.", stickers=listed(turned)) if turned else ""


def _disks(state: State) -> str:
    track = [state.empires[disk.player].name for disk in state.disks]
    return _(
        "Lay a disk of each on the priority track, its first space free, in this order: {players}.",
        players=listed(track),
    )


def _own(state: State, seat: int) -> tuple[SetUpTask, ...]:
    empire = state.empires[seat]
    mat = (state.setup.drawn("mats") or ("",) * len(state.empires))[seat]
    home = next((c.world for c in empire.colonies if c.world in state.catalogue.homes), None)
    side = state.catalogue.homes[home].side if home is not None else None
    lies = ((mat, Spot(seat_zone(seat), side or "")),) if mat else ()
    if home is None:
        words = _(
            "{player}: empire mat {number}; choose its side when the companion asks.",
            player=empire.name,
            number=mat[1:],
        )
    else:
        world = state.catalogue.homes[home]
        words = _(
            "{player}: empire mat {number} with {home} up, 1 colonist on it{good}.",
            player=empire.name,
            number=mat[1:],
            home=called(world),
            good=_(" and a good of its colour") if world.good == "windfall" else "",
        )
    own = [
        SetUpTask(
            f"mat-{seat}",
            words,
            "world",
            seat,
            lies,
            page=rulebook_pages.SETUP,
            stickers=_("Sticker {sticker}.", sticker=f"{mat}{side or ''}") if mat else "",
        ),
        SetUpTask(
            f"credits-{seat}",
            plural(
                "{player}: take {number} credit.",
                "{player}: take {number} credits.",
                state.empires[seat].credits,
                player=empire.name,
            ),
            "credit",
            seat,
            page=rulebook_pages.SETUP,
        ),
    ]
    return tuple(own)
