"""Things an empire might have had in addition at the end, each scored again; and its tiles by heading.

One thing at a time, as the table could really have held it: chips, credits, colonists, goods on its colonies
that have none, a development that was left and that the mat had room for, an explored world of its own
settled with the colonists on its mat, and with a windfall's good. Nothing is estimated: each is a whole score
sheet (rulebook p. 10), and a tile of which something is untold is not tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.games.contract import WhatIf
from companion.games.new_frontiers.rules.endings import END_SPACES, MAT_SPACES
from companion.games.new_frontiers.rules.scoring import goals_in_play, sheet
from companion.games.new_frontiers.rules.state import Colony, Empire, State
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, World
from companion.games.new_frontiers.tiles.printed import NAME
from companion.games.new_frontiers.wording.names import marked_name
from companion.translation import Sentence, marked

MAX_CHIPS_TRIED = 60
"""In VP; larger defeats are not examined."""
MAX_PIECES_TRIED = 9
"""Of credits or colonists, which only matter for a tie-break or a bonus."""

HOMES, DEVELOPMENTS, COLONIES = marked("Home colony"), marked("Developments"), marked("Colonies")
"""The headings of `owned_names`; they are translated when they are shown."""


def of_state(state: State, player: int) -> tuple[Iterator[WhatIf], ...]:
    """At the end of a tracked game."""
    left = [id for id, count in state.supply.developments if count]
    return what_ifs(state.catalogue, state.empires, goals_in_play(state), player, left)


def what_ifs(
    catalogue: Catalogue, empires: Sequence[Empire], goals: Sequence[str], player: int, left: Iterable[str]
) -> tuple[Iterator[WhatIf], ...]:
    """Of each kind, the fewest things first. left: the developments that are in the supply."""
    own = empires[player]
    known = {p.player: p.lines for p in sheet(catalogue, empires, goals).players if p.player != player}

    def scored(kind: str, changes: Iterator[_Change]) -> Iterator[WhatIf]:
        for things, words, empire in changes:
            others = (*empires[:player], empire, *empires[player + 1 :])
            yield WhatIf(player, kind, things, words, sheet(catalogue, others, goals, known=known))

    return (
        scored("chips", _more_chips(own)),
        scored("credits", _more_credits(own)),
        scored("colonists", _more_colonists(own)),
        scored("goods", _more_goods(catalogue, own)),
        scored("development", _one_more_development(catalogue, own, left)),
        scored("world", _one_more_world(catalogue, own)),
    )


_Change = tuple[int, str, Empire]
"""How many things more, in words, and the empire that has them."""


def _more_chips(own: Empire) -> Iterator[_Change]:
    for n in range(1, MAX_CHIPS_TRIED + 1):
        yield n, Sentence("{number} more VP in chips", number=n), own.changed(chips=own.chips + n)


def _more_credits(own: Empire) -> Iterator[_Change]:
    for n in range(1, MAX_PIECES_TRIED + 1):
        words = Sentence("1 more credit") if n == 1 else Sentence("{number} more credits", number=n)
        yield n, words, own.changed(credits=own.credits + n)


def _more_colonists(own: Empire) -> Iterator[_Change]:
    for n in range(1, MAX_PIECES_TRIED + 1):
        words = (
            Sentence("1 more colonist on the mat")
            if n == 1
            else Sentence("{number} more colonists on the mat", number=n)
        )
        yield n, words, own.changed(colonists=own.colonists + n)


def _more_goods(catalogue: Catalogue, own: Empire) -> Iterator[_Change]:
    empty = [at for at, colony in enumerate(own.colonies) if _may_hold(catalogue, colony)]
    for n in range(1, len(empty) + 1):
        colonies = tuple(
            colony.changed(good=_kind(catalogue, colony)) if at in empty[:n] else colony
            for at, colony in enumerate(own.colonies)
        )
        words = (
            Sentence("1 more good on its colonies")
            if n == 1
            else Sentence("{number} more goods on its colonies", number=n)
        )
        yield n, words, own.changed(colonies=colonies)


def _one_more_development(catalogue: Catalogue, own: Empire, left: Iterable[str]) -> Iterator[_Change]:
    room = MAT_SPACES + END_SPACES - sum(catalogue.developments[id].spaces for id in own.developments)
    for id in left:
        face = catalogue.developments[id]
        if id not in own.developments and face.spaces <= room and _is_told(face):
            # SAID: stands after "with" (would have won with ..), in the dative
            words = Sentence("the development {name}, which was left", name=marked_name(face))
            yield 1, words, own.changed(developments=(*own.developments, id))


def _one_more_world(catalogue: Catalogue, own: Empire) -> Iterator[_Change]:
    for id in own.explored:
        world = catalogue.world(id)
        if not _is_told(world) or world.colonists > own.colonists:
            continue
        # SAID: stands after "with" (would have won with ..), in the dative
        words = Sentence("its explored world {name} settled", name=marked_name(world))
        good = world.kind if world.good == "windfall" and world.kind in KINDS else None
        settled = own.changed(
            colonists=own.colonists - world.colonists,
            colonies=(*own.colonies, Colony(id, world.colonists, good)),
            explored=tuple(other for other in own.explored if other != id),
        )
        yield 1, words, settled


def _is_told(tile: World | Development) -> bool:
    """Whether nothing but its name is open: the blanks of an untold tile would count as if they were
    printed, a kind that nobody told as gray."""
    return not {*tile.untold} - {NAME}


def _may_hold(catalogue: Catalogue, colony: Colony) -> bool:
    """Whether a good could lie there and none does: gray colonies never have any (p. 9)."""
    world = catalogue.world(colony.world)
    return colony.good is None and world.kind is not None and world.good is not None


def _kind(catalogue: Catalogue, colony: Colony) -> str:
    kind = catalogue.world(colony.world).kind
    return KINDS[0] if kind in (None, "any") else str(kind)


def owned_names(catalogue: Catalogue, empire: Empire) -> Mapping[str, tuple[str, ...]]:
    """The names of the empire's tiles by heading, for statistics of many plays."""
    worlds = [catalogue.world(colony.world) for colony in empire.colonies]
    return {
        HOMES: tuple(w.name for w in worlds if w.is_home),
        DEVELOPMENTS: tuple(catalogue.developments[id].name for id in empire.developments),
        COLONIES: tuple(w.name for w in worlds if not w.is_home),
    }
