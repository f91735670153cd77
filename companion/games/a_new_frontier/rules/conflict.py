"""Conflicts as pure functions: who fights whom, dice, who defeats whom, who wins (p. 6, 7).

Nothing here knows a phase; a planet's fight is given as attacks and Might.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.a_new_frontier.rules.state import Attack, State
from companion.games.contract import Tally, Term, Value
from companion.translation import _, times

DIFFERENCE_OF_FIVE = 4
DICE_TO_DESTROY = 3
"""What the dice must show to destroy a facility (p. 7)."""
DEFENSIVE = "Defensive Strategy"
WITHDRAWAL = "Fighting Withdrawal"


class Conflict(Value, frozen=True):
    """One target and all who attack it at a planet, in turn order."""

    target: int
    attackers: tuple[int, ...]

    @property
    def sides(self) -> tuple[int, ...]:
        return (*self.attackers, self.target)


def conflicts_at(attacks: tuple[Attack, ...], planet: int, order: tuple[int, ...]) -> tuple[Conflict, ...]:
    """As many conflicts as there are colours on the dice at the planet, by the targets' turn order."""
    attacks_there = [attack for attack in attacks if attack.planet == planet]
    targets = sorted({attack.target for attack in attacks_there}, key=order.index)
    return tuple(
        Conflict(
            target, tuple(sorted((a.attacker for a in attacks_there if a.target == target), key=order.index))
        )
        for target in targets
    )


def participants(conflicts: tuple[Conflict, ...], order: tuple[int, ...]) -> tuple[int, ...]:
    """Everybody who fights, in turn order."""
    fighting = {seat for each in conflicts for seat in each.sides}
    return tuple(seat for seat in order if seat in fighting)


def opponents(conflicts: tuple[Conflict, ...], seat: int) -> frozenset[int]:
    """Everybody involved in a conflict that the seat is involved in."""
    return frozenset(
        other for each in conflicts if seat in each.sides for other in each.sides if other != seat
    )


def dice_total(first: int, second: int) -> int:
    """The difference of two dice, where 5 counts as 4 (p. 2)."""
    difference = abs(first - second)
    return DIFFERENCE_OF_FIVE if difference == 5 else difference


def strength(state: State, seat: int, planet: int, mobilized: bool) -> Tally:
    """The strength that a fleet's ships alone give: attack values when mobilized, defense values else;
    the two are never mixed (p. 6). What cards, technologies and agendas add is told at the table."""
    ships = state.book.ships
    terms = []
    fleet = state.corps[seat].fleets[planet]
    for kind in sorted(set(fleet)):
        if kind in ships:
            each = ships[kind].attack if mobilized else ships[kind].defense
            terms.append(Term(times(fleet.count(kind), ships[kind].name), each * fleet.count(kind)))
    return Tally(_("attack values") if mobilized else _("defense values"), tuple(terms))


def known_strength(state: State, seat: int, planet: int, mobilized: bool) -> Tally | None:
    """As `strength`; None: nobody told what one of these ships is worth."""
    value, fleet = "attack" if mobilized else "defense", state.corps[seat].fleets[planet]
    if any(kind in state.book.ships and state.book.is_untold(f"ship-{kind}", value) for kind in fleet):
        return None
    return strength(state, seat, planet, mobilized)


class Ranking(Value, frozen=True):
    """defeats: (winner, loser, why) of each pair of opponents; why: "might", "card", "policy", "turn order".

    winners: (conflict's number, seat) of the conflicts that somebody wins. undefeated: seats that win all
    their conflicts at the planet.
    """

    defeats: tuple[tuple[int, int, str], ...]
    winners: tuple[tuple[int, int], ...]
    undefeated: frozenset[int]

    def beaten_by(self, seat: int) -> tuple[int, ...]:
        return tuple(loser for winner, loser, _why in self.defeats if winner == seat)


def rank(
    conflicts: tuple[Conflict, ...],
    might: Mapping[int, int],
    cards: Mapping[int, frozenset[str]],
    order: tuple[int, ...],
    tie_wins: tuple[tuple[str, str], ...],
    policy_tie: Mapping[int, int] | None = None,
) -> Ranking:
    """Who defeats whom. Ties in Might: conflict cards, then policies, then turn order (p. 7).

    cards: what each has played. policy_tie: a value by seat of which the higher wins a tie; None: no policy.
    """
    seats = participants(conflicts, order)
    defeats = []
    for at, one in enumerate(seats):
        for two in seats[at + 1 :]:
            if two in opponents(conflicts, one):
                defeats.append(_duel(one, two, might, cards, order, tie_wins, policy_tie))
    beats = {(winner, loser) for winner, loser, _why in defeats}
    circling = _circular_defeats(seats, beats)
    winners = []
    for number, each in enumerate(conflicts):
        for seat in each.sides:
            others = [other for other in each.sides if other != seat]
            # In a circle of ties nobody wins a conflict (p. 7, "Rock, Paper, Scissors").
            if all((seat, other) in beats and (seat, other) not in circling for other in others):
                winners.append((number, seat))
    undefeated = frozenset(
        seat
        for seat in seats
        if all((number, seat) in winners for number, each in enumerate(conflicts) if seat in each.sides)
    )
    return Ranking(tuple(defeats), tuple(winners), undefeated)


def _duel(
    one: int,
    two: int,
    might: Mapping[int, int],
    cards: Mapping[int, frozenset[str]],
    order: tuple[int, ...],
    tie_wins: tuple[tuple[str, str], ...],
    policy_tie: Mapping[int, int] | None,
) -> tuple[int, int, str]:
    if might[one] != might[two]:
        return (one, two, "might") if might[one] > might[two] else (two, one, "might")
    none: frozenset[str] = frozenset()
    mine, theirs = cards.get(one, none), cards.get(two, none)
    for_one = any(winner in mine and loser in theirs for winner, loser in tie_wins)
    for_two = any(winner in theirs and loser in mine for winner, loser in tie_wins)
    if for_one != for_two:
        return (one, two, "card") if for_one else (two, one, "card")
    if policy_tie is not None and policy_tie[one] != policy_tie[two]:
        return (one, two, "policy") if policy_tie[one] > policy_tie[two] else (two, one, "policy")
    return (one, two, "turn order") if order.index(one) < order.index(two) else (two, one, "turn order")


def _circular_defeats(seats: tuple[int, ...], beats: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The defeats that lie in a circle: from the loser a chain of defeats leads back to the winner."""
    reach = {seat: {loser for winner, loser in beats if winner == seat} for seat in seats}
    for middle in seats:
        for seat in seats:
            if middle in reach[seat]:
                reach[seat] |= reach[middle]
    return {(winner, loser) for winner, loser in beats if winner in reach[loser]}


def steal_order(
    conflict: Conflict,
    ranking: Ranking,
    might: Mapping[int, int],
    order: tuple[int, ...],
    first: frozenset[int] = frozenset(),
) -> tuple[int, ...]:
    """The attackers who defeated the target, in the order in which they steal: the most Might first, but
    before them those of `first`, by whose card they "steal before opponents with higher" Might (p. 7)."""
    beat = [seat for seat in conflict.attackers if conflict.target in ranking.beaten_by(seat)]
    return tuple(sorted(beat, key=lambda seat: (seat not in first, -might[seat], order.index(seat))))


def credits_stolen(wanted: int, mine_left: int, forego: int) -> int:
    """What an attacker takes home: no more than the mine still yields, less what is foregone (p. 7).

    >>> stolen(5, 4, 2)
    2
    """
    return max(0, min(wanted, mine_left) - forego)
