"""Explains a change on the table: differences between table and layout -> legal decisions.

A decision explains a change when playing it changes the layout in just that way, so nothing here repeats a
rule. Only draws, which have too many answers to try, are recognised by counting tiles.

The referee asks again after each decision it takes: two changes by two players are explained one after the
other, in the order in which the rules ask for them, and the later one is tolerated until its turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from companion.games.contract import (
    MIDDLE,
    NEW,
    Decision,
    Difference,
    Explanation,
    Naming,
    Option,
    Question,
    Spot,
    seat_zone,
)
from companion.games.new_frontiers.rules.actions.by_name import stage_of
from companion.games.new_frontiers.rules.actions.explore import (
    PICKING,
    DrawWorlds,
    PickWorld,
    draws_into_middle,
)
from companion.games.new_frontiers.rules.actions.explore_naming import TakeWorld
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.rules.course import asking, in_time
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.replacing import ReplaceWithWorld
from companion.games.new_frontiers.rules.spending import USELESS_LIKELIHOOD, SpendGoods
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.known import met
from companion.games.new_frontiers.tiles.tile_info import tile_info
from companion.games.new_frontiers.tracking.layout import EXPLORED, SETTLED, layout, seat_of
from companion.games.new_frontiers.wording.names import called, listed
from companion.translation import _, plural

Moves = dict[str, Spot | None]
"""Where tiles lie after a decision that did not lie there before it; None: no longer on the table."""


def explain(state: State, differences: tuple[Difference, ...]) -> Explanation:
    """What `differences` mean now. A tile that is neither covered nor tolerated has no explanation."""
    tiles = {d.tile: d for d in differences}
    sorted_out = _Differences(state, tiles)
    explanation = sorted_out.draw() or sorted_out.taken() or sorted_out.decision() or Explanation()
    tolerated = (sorted_out.tolerated() | explanation.tolerated) - explanation.covers
    waiting = explanation.waiting
    if not tiles.keys() - explanation.covers - tolerated:  # otherwise waiting does not help
        waiting = waiting or sorted_out.too_early()
    return Explanation(explanation.options, explanation.covers, waiting, tolerated)


@dataclass
class _Differences:
    """The differences of one moment, by tile."""

    state: State
    tiles: Mapping[str, Difference]

    # --- draws ---

    def draw(self) -> Explanation | None:
        """The worlds that an open draw asks for, as far as they lie where they belong."""
        question = next((q for q in asking.questions(self.state) if q.draw is not None), None)
        doing = self.state.doing
        if question is None or question.draw is None or doing is None or doing.action == "goals":
            return None
        to_middle = draws_into_middle(doing)
        zone = MIDDLE if to_middle else seat_zone(doing.player)
        pool = set(question.draw.pool)
        there = {t: d.seen for t, d in self.tiles.items() if t in pool and d.seen and d.seen.zone == zone}
        wanted, found = min(question.draw.count, len(pool)), len(there)
        if not there:
            return None
        turned = sorted(tile for tile, spot in there.items() if spot and spot.face != EXPLORED)
        if turned:
            which = listed([self._tile(tile) for tile in turned])
            words = _("Turn {worlds} gray side up.", worlds=which)
            return Explanation(waiting=words, tolerated=frozenset(there))
        if found < wanted:
            words = _too_few(found, wanted, None if to_middle else self._name(doing.player))
            return Explanation(waiting=words, tolerated=frozenset(there))
        if found > wanted:
            words = _too_many(found, wanted, None if to_middle else self._name(doing.player))
            return Explanation(waiting=words, tolerated=frozenset(there))
        names = tuple(sorted(there))
        decision = DrawWorlds(None, names)
        worlds = listed([self._tile(n) for n in names])
        words = plural("{worlds} is drawn", "{worlds} are drawn", wanted, worlds=worlds)
        return Explanation((Option(decision, words),), frozenset(there))

    def taken(self) -> Explanation | None:
        """A world out of the bag that lies with the player who is asked which one they took."""
        question = next((q for q in asking.questions(self.state) if isinstance(q.form, Naming)), None)
        if question is None or question.player is None:
            return None
        own = seat_zone(question.player)
        there = [t for t, d in self.tiles.items() if t in self.state.bag and d.seen and d.seen.zone == own]
        if len(there) != 1:
            return None
        tile = there[0]
        seen = self.tiles[tile].seen
        if seen is not None and seen.face != EXPLORED:
            words = _("Turn {worlds} gray side up.", worlds=self._tile(tile))
            return Explanation(waiting=words, tolerated=frozenset(there))
        known = met(self.state.catalogue.shown.world(tile))
        decision = TakeWorld(question.player, (tile if known else f"{NEW}{tile}",))
        words = decision.words(self.state.shown)
        return Explanation((Option(decision, words),), frozenset(there))

    # --- decisions ---

    def decision(self) -> Explanation | None:
        """The answers of the first open question whose change of the layout is on the table."""
        for question in asking.questions(self.state):
            if question.draw is not None or question.kind == "choose-home":
                continue
            fitting = self._fitting(question)
            if fitting:
                covers = frozenset(tile for _, seen in fitting for tile in seen)
                return Explanation(tuple(option for option, _tiles in fitting), covers)
            if wanted := self._wanted(question):
                return wanted
        waiting = (self._goods_first(question) for question in asking.questions(self.state))
        return next((found for found in waiting if found is not None), None)

    def _wanted(self, question: Question) -> Explanation | None:
        """A tile of which nobody told what it costs, turned over or taken by the player who is asked: telling
        it comes first."""
        if question.player is None:
            return None
        own = seat_zone(question.player)
        for option in asking.options(self.state, question.player):
            if isinstance(option.decision, AskWhatItSays):
                seen = self.tiles.get(option.decision.tile)
                world = option.decision.tile in self.state.catalogue.worlds
                spot = None if seen is None else seen.seen
                if spot is not None and spot.zone == own and (not world or spot.face == SETTLED):
                    return Explanation((option,), frozenset({option.decision.tile}))
        return None

    def _goods_first(self, question: Question) -> Explanation | None:
        """A military world turned over that is in reach only with goods, which no camera sees being spent."""
        options = asking.options(self.state, question.player)
        if question.player is None or not any(
            isinstance(option.decision, SpendGoods) and option.likely != USELESS_LIKELIHOOD
            for option in options
        ):
            return None
        own = seat_zone(question.player)
        worlds = self.state.catalogue.worlds
        turned = [
            tile
            for tile, d in self.tiles.items()
            if d.expected == Spot(own, EXPLORED) and d.seen == Spot(own, SETTLED)
            if tile in worlds and worlds[tile].military
        ]
        if len(turned) != 1:
            return None
        words = _(
            "{world} takes more Military: first say which goods are spent for it.",
            world=self._tile(turned[0]),
        )
        return Explanation(waiting=words, tolerated=frozenset(turned))

    def _fitting(self, question: Question) -> list[tuple[Option, frozenset[str]]]:
        """The options that fit best, each with the tiles it explains.

        One that also says why a tile is gone fits better than one that leaves it gone for no reason; one
        whose tiles still have to leave the table comes last. But no camera sees a home replaced: while
        another colony may still be taken away for the same world, that one fits too, and a person is asked.
        """
        ranked: list[tuple[tuple[bool, int], Option, frozenset[str]]] = []
        for option in asking.options(self.state, question.player):
            named = _named(option.decision) & self.tiles.keys()
            if not named:
                continue
            moves = _moves(self.state, option.decision)
            laid = frozenset(tile for tile, spot in moves.items() if spot is not None)
            gone = moves.keys() - laid
            left = frozenset(tile for tile in gone if self._has_left(tile))
            if not all(self._lies(tile, moves[tile]) for tile in laid) or not (laid or left):
                continue
            ranked.append(((left == gone, len(laid | left)), option, laid | left))
        if not ranked:
            return []
        best = max(rank for rank, _, _ in ranked)
        fitting = [(option, seen) for rank, option, seen in ranked if rank == best]
        if all(self._replaces_home(option.decision) for option, _ in fitting):
            tiles = {seen for _, seen in fitting}
            fitting += [(option, seen) for rank, option, seen in ranked if rank != best and seen in tiles]
        return fitting

    def _replaces_home(self, decision: Decision) -> bool:
        return isinstance(decision, ReplaceWithWorld) and decision.colony in self.state.catalogue.homes

    def _lies(self, tile: str, spot: Spot | None) -> bool:
        return tile in self.tiles and self.tiles[tile].seen == spot

    def _has_left(self, tile: str) -> bool:
        """The tile is in the bag, or in the middle on its way there."""
        if tile not in self.tiles:
            return False
        seen = self.tiles[tile].seen
        return seen is None or seen.zone == MIDDLE

    # --- tolerated tiles ---

    def tolerated(self) -> frozenset[str]:
        return frozenset(tile for tile, d in self.tiles.items() if self._tolerable(d))

    def _tolerable(self, difference: Difference) -> bool:
        tile, seen = difference.tile, difference.seen
        catalogue = self.state.catalogue
        if tile in catalogue.worlds:
            return self._world_tolerable(difference)
        if tile in catalogue.developments:
            owner = None if seen is None else seat_of(seen.zone, self.state)
            return owner is None or tile in self.state.empires[owner].developments
        if tile_info(catalogue, tile) is None:
            return False
        # An optional tag may be out of view; a mat may not lie wrong side up or with another player.
        return seen is None or difference.expected is None

    def _world_tolerable(self, difference: Difference) -> bool:
        tile, seen, doing = difference.tile, difference.seen, self.state.doing
        if difference.expected is None:
            back = doing.returning if doing is not None else ()
            return tile in back or (seen is not None and seen.zone == MIDDLE)
        if difference.expected.zone == MIDDLE and seen is None:
            return True  # in a hand, or already cleared away
        return bool(self._too_early(difference))

    def too_early(self) -> str:
        """Who moved a tile before their turn, and whose turn it is."""
        return " ".join(
            words
            for d in self.tiles.values()
            if d.tile in self.state.catalogue and (words := self._too_early(d))
        )

    def _too_early(self, difference: Difference) -> str:
        """The sentence for a pick or a settle by a player whose turn in this action is still to come."""
        doing, seen, expected = self.state.doing, difference.seen, difference.expected
        if doing is None or seen is None or expected is None:
            return ""
        player = seat_of(seen.zone, self.state)
        if player is None or player in asking.asked(self.state):
            return ""
        to_come = player in doing.order[doing.at + 1 :]
        if stage_of(doing) is PICKING:
            picked = expected.zone == MIDDLE and seen.face == EXPLORED
            if picked and (to_come or player == doing.selector):
                return _(
                    "{player} has {world} already: it counts when {player}'s turn comes. "
                    "First {other} picks.",
                    **self._after(player, difference.tile),
                )
        elif (
            doing.action == "settle"
            and to_come
            and expected == Spot(seen.zone, EXPLORED)
            and seen.face == SETTLED
        ):
            return _(
                "{player} has {world} already: it counts when {player}'s turn comes. First {other} settles.",
                **self._after(player, difference.tile),
            )
        return ""

    def _after(self, player: int, tile: str) -> dict[str, str]:
        now = self.state.doing.player if self.state.doing is not None else player
        return {"player": self._name(player), "world": self._tile(tile), "other": self._name(now)}

    # --- names ---

    def _name(self, player: int) -> str:
        return self.state.empires[player].name

    def _tile(self, tile: str) -> str:
        return called(self.state.catalogue[tile])


def _too_few(found: int, wanted: int, player: str | None) -> str:
    """player: in whose area; None: in the middle."""
    if player is None:
        return plural(
            "{found} of {number} world lies in the middle.",
            "{found} of {number} worlds lie in the middle.",
            wanted,
            found=found,
        )
    return plural(
        "{found} of {number} world lies in {player}'s area.",
        "{found} of {number} worlds lie in {player}'s area.",
        wanted,
        found=found,
        player=player,
    )


def _too_many(found: int, wanted: int, player: str | None) -> str:
    back = found - wanted
    if player is None:
        return plural(
            "{found} worlds lie in the middle, but only {number} is drawn: put {back} back into the bag.",
            "{found} worlds lie in the middle, but only {number} are drawn: put {back} back into the bag.",
            wanted,
            found=found,
            back=back,
        )
    return plural(
        "{found} worlds lie in {player}'s area, but only {number} is drawn: put {back} back into the bag.",
        "{found} worlds lie in {player}'s area, but only {number} are drawn: put {back} back into the bag.",
        wanted,
        found=found,
        back=back,
        player=player,
    )


def _layout_without_mats(state: State) -> dict[str, Spot]:
    """The layout without the mats, which no decision of play moves."""
    return {tile: spot for tile, spot in layout(state).items() if tile in state.catalogue.worlds}


def _moves(before: State, decision: Decision) -> Moves:
    """How the tiles that the decision names lie after it. What else it clears away (the middle when an
    Explore ends, explored worlds when the game does) people do in their own time."""
    assert isinstance(decision, EmpireMove)
    after = in_time.play(before, decision)
    old, new, moves = _layout_without_mats(before), _layout_without_mats(after), Moves()
    for tile in _named(decision):
        if tile in before.catalogue.developments:
            for player in range(len(before.empires)):
                if tile in set(after.empires[player].developments) - set(before.empires[player].developments):
                    moves[tile] = Spot(seat_zone(player), EXPLORED)
        elif isinstance(decision, PickWorld) and decision.player is not None:
            # Though the game's end may take it out of the empire at once.
            moves[tile] = Spot(seat_zone(decision.player), EXPLORED)
        elif old.get(tile) != new.get(tile):
            moves[tile] = new.get(tile)
    return moves


def _named(decision: Decision) -> frozenset[str]:
    """The texts in a decision; its tiles are among them."""
    values = (getattr(decision, field.name) for field in fields(decision))
    return frozenset(value for value in values if isinstance(value, str))
