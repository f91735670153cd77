"""Events (`rules/events.py`) in words: a sentence each, in the language that holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from companion.games.a_new_frontier.rules.events import Event
from companion.games.a_new_frontier.rules.ships import ship_names
from companion.games.a_new_frontier.rules.state import State
from companion.games.a_new_frontier.wording.names import (
    agenda_words,
    area_words,
    card_with_text,
    mission_words,
    planet_words,
)
from companion.translation import _, isolated, listed, plural


def event_words(state: State, event: Event) -> tuple[str, ...]:
    """state: any later one of the same game."""
    return tuple(WORDS[event.kind](state, event))


def _who(state: State, event: Event) -> str:
    return state.corps[event.seat].name


def _where(state: State, event: Event) -> str:
    return planet_words(state.book, event.planet)


def _names(state: State, seats: Iterable[int]) -> str:
    return listed(state.corps[seat].name for seat in seats)


def _move(state: State, event: Event) -> tuple[str, ...]:
    return (event.more[0].words(state),)


def _refused(state: State, event: Event) -> tuple[str, ...]:
    """A choice that what was then told of the technologies does not allow."""
    return (_("As printed, that cannot be taken now: {player} chooses again", player=_who(state, event)),)


# --- what planning reveals, and Alpha Security (p. 5, 6)


def _order(state: State, event: Event) -> tuple[str, ...]:
    return (_("Turn order: {players}", players=_names(state, event.more)),)


def _initiative(state: State, event: Event) -> tuple[str, ...]:
    return (
        plural(
            "{player} bids {number} credit for the first place of the track",
            "{player} bids {number} credits for the first place of the track",
            event.number,
            player=_who(state, event),
        ),
    )


def _alpha_bribe(state: State, event: Event) -> tuple[str, ...]:
    return (
        plural(
            "{player} bribes Alpha Security with {number} credit",
            "{player} bribes Alpha Security with {number} credits",
            event.number,
            player=_who(state, event),
        ),
    )


def _attack(state: State, event: Event) -> tuple[str, ...]:
    named = {
        "attacker": _who(state, event),
        "target": state.corps[event.whom].name,
        "planet": _where(state, event),
    }
    if event.kind == "attack-seized":
        return (_("{attacker} attacks {target} at {planet} and seizes the initiative there", **named),)
    return (_("{attacker} attacks {target} at {planet}", **named),)


def _no_attacks(state: State, event: Event) -> tuple[str, ...]:
    return (_("Nobody attacks"),)


def _security(state: State, event: Event) -> tuple[str, ...]:
    """more: why, and how many attacks it counted at each planet."""
    why, counts = event.more
    planet, attacks = _where(state, event), counts[event.planet]
    reason = plural(
        "with {number} attack it has the fewest", "with {number} attacks it has the fewest", attacks
    )
    if why == "bribe":
        reason = _(
            "tied for the fewest attacks, and {player} bribed most", player=state.corps[event.seat].name
        )
    elif why == "lot":
        reason = _("tied for the fewest attacks, and the lot decided")
    return (_("Alpha Security goes to {planet}: {why}", planet=planet, why=reason),)


def _refund(state: State, event: Event) -> tuple[str, ...]:
    return (
        plural(
            "{player}'s attack at {planet} is cancelled for {number} credit",
            "{player}'s attack at {planet} is cancelled for {number} credits",
            event.number,
            player=_who(state, event),
            planet=_where(state, event),
        ),
    )


def _prosper(state: State, event: Event) -> tuple[str, ...]:
    planets = listed(planet_words(state.book, planet) for planet in event.more)
    return (
        plural(
            "Without strife, a prosperity token goes to {planets}",
            "Without strife, prosperity tokens go to {planets}, one each",
            len(event.more),
            planets=planets,
        ),
    )


def _attack_price(state: State, event: Event) -> tuple[str, ...]:
    return (_("{player}: −{number} prestige for attacks", player=_who(state, event), number=event.number),)


def _prosperity(state: State, event: Event) -> tuple[str, ...]:
    return (
        _(
            "{player}: +{number} VP by prosperity at {planet}",
            player=_who(state, event),
            number=event.number,
            planet=_where(state, event),
        ),
    )


def _strike(state: State, event: Event) -> tuple[str, ...]:
    return (
        _("{player}'s employees go on strike: −6 VP, no more attacks this turn", player=_who(state, event)),
    )


# --- the planets (p. 6, 7)


def _cards(state: State, event: Event) -> tuple[str, ...]:
    """more: the strategy and the tactics."""
    strategy, tactics = (card_with_text(card, state.book) for card in event.more)
    return (
        _(
            "{player} plays {strategy} and {tactics}",
            player=_who(state, event),
            strategy=strategy,
            tactics=tactics,
        ),
    )


def _fought(state: State, event: Event) -> tuple[str, ...]:
    mights = listed(f"{isolated(state.corps[seat].name)} {might}" for seat, might in event.more)
    return (_("Conflict at {planet}, Might: {mights}", planet=_where(state, event), mights=mights),)


def defeat_whys() -> dict[str, str]:
    return {
        "might": _("Might"),
        "card": _("conflict card"),
        "policy": _("policy"),
        "turn order": _("turn order"),
    }


def _defeat(state: State, event: Event) -> tuple[str, ...]:
    return (
        _(
            "{player} defeats {other} by {why}",
            player=_who(state, event),
            other=state.corps[event.whom].name,
            why=defeat_whys()[event.more[0]],
        ),
    )


def _losses(state: State, event: Event) -> tuple[str, ...]:
    ships = ship_names(state, event.more)
    return (_("{player} loses {ships}", player=_who(state, event), ships=ships),)


def _income(state: State, event: Event) -> tuple[str, ...]:
    credits = listed(f"{isolated(corp.name)} {n}" for corp, n in zip(state.corps, event.more, strict=True))
    return (_("{planet}, income: {credits}", planet=_where(state, event), credits=credits),)


def _built(state: State, event: Event) -> tuple[str, ...]:
    """number: the level that the mine has then; more: the ships."""
    named = {"player": _who(state, event), "planet": _where(state, event), "level": event.number}
    if not event.more:
        return (_("{player} builds at {planet}: mine {level}", **named),)
    return (
        _("{player} builds at {planet}: mine {level}, {ships}", ships=ship_names(state, event.more), **named),
    )


def _returned(state: State, event: Event) -> tuple[str, ...]:
    return (
        _(
            "{player} returns what cannot be built at {planet}: {ships}",
            player=_who(state, event),
            planet=_where(state, event),
            ships=ship_names(state, event.more),
        ),
    )


def _paid_at(state: State, event: Event) -> tuple[str, ...]:
    number, named = event.number, {"player": _who(state, event), "planet": _where(state, event)}
    match event.kind:
        case "maintenance":
            words = plural(
                "{player} pays {number} credit of maintenance at {planet}",
                "{player} pays {number} credits of maintenance at {planet}",
                number,
                **named,
            )
        case "loan":
            words = plural(
                "{player} takes a loan of {number} credit at {planet}",
                "{player} takes a loan of {number} credits at {planet}",
                number,
                **named,
            )
        case _:
            words = plural(
                "{player} repays {number} credit of the loan at {planet}",
                "{player} repays {number} credits of the loan at {planet}",
                number,
                **named,
            )
    return (words,)


# --- the support areas (p. 5, 7 to 11)


def _relocation(state: State, event: Event) -> tuple[str, ...]:
    return (_("{player} pays for strategic relocation", player=_who(state, event)),)


def _area(state: State, event: Event) -> tuple[str, ...]:
    """more: the area, and (seat, actions, bribe) in order."""
    area, acting = event.more
    if not acting:
        return (_("{area}: nobody acts", area=area_words(area)),)
    each = []
    for seat, actions, bribe in acting:
        words = f"{isolated(state.corps[seat].name)} {actions}"
        if bribe:
            words += " (" + plural("bribe: {number} credit", "bribe: {number} credits", bribe) + ")"
        each.append(words)
    return (_("{area}, actions in turn order: {players}", area=area_words(area), players=listed(each)),)


def _trade(state: State, event: Event) -> tuple[str, ...]:
    return (
        plural(
            "{player} trades with {number} colony: +{number} VP",
            "{player} trades with {number} colonies: +{number} VP",
            event.number,
            player=_who(state, event),
        ),
    )


def fist_words(side: int | None, influence: int, staked: bool) -> str:
    """What lay in a fist; side: 0 for A, 1 for B; None: forfeited, as it held no vote or both."""
    if side is None:
        return _("forfeited")
    words = f"{'AB'[side]} +{influence}" if influence else "AB"[side]
    return _("{vote}, 2 credits staked", vote=words) if staked else words


def _votes(state: State, event: Event) -> tuple[str, ...]:
    """more: the proposals, the totals, the side that won, whether turn order decided, and (seat, side,
    influence, staked) of each fist."""
    proposals, totals, won, tie, fists = event.more
    named = [agenda_words(state.book, *each) for each in proposals]
    each = (
        _("{player}'s fist: {held}", player=state.corps[seat].name, held=fist_words(*held))
        for seat, *held in fists
    )
    result = (
        plural(
            "{letter}, {agenda}: {number} vote",
            "{letter}, {agenda}: {number} votes",
            votes,
            letter=letter,
            agenda=agenda,
        )
        for letter, agenda, votes in zip("AB", named, totals, strict=True)
    )
    force = (
        _("In force, by turn order: {agenda}", agenda=named[won])
        if tie
        else _("In force: {agenda}", agenda=named[won])
    )
    return (*result, *each, force)


VOTE_REWARDS: dict[str, Callable[[], str]] = {
    "initiated": lambda: _("a vote won as initiator"),
    "stake": lambda: _("a stake won"),
    "voted for the agenda": lambda: _("voted for the agenda"),
    "favour vote": lambda: _("the vote for players"),
}


def _vote_reward(state: State, event: Event) -> tuple[str, ...]:
    return (
        _(
            "{player}: +{number} VP, {why}",
            player=_who(state, event),
            number=event.number,
            why=VOTE_REWARDS[event.more[0]](),
        ),
    )


def _favours(state: State, event: Event) -> tuple[str, ...]:
    """more: whom each seat voted for."""
    counts = Counter(event.more)
    totals = listed(f"{isolated(state.corps[seat].name)} {n}" for seat, n in counts.most_common())
    each = listed(
        f"{isolated(corp.name)} → {isolated(state.corps[whom].name)}"
        for corp, whom in zip(state.corps, event.more, strict=True)
    )
    return (_("Votes for players: {votes}", votes=each), _("Totals: {totals}", totals=totals))


def _failed(state: State, event: Event) -> tuple[str, ...]:
    words = listed(mission_words(each, state.book) for each in event.more)
    return (_("{player} fails: {missions}", player=_who(state, event), missions=words),)


def _levels(state: State, event: Event) -> tuple[str, ...]:
    return (
        plural(
            "{player} pays for {number} further technology level",
            "{player} pays for {number} further technology levels",
            event.number,
            player=_who(state, event),
        ),
    )


# --- the end of a turn (p. 12)


def _strike_over(state: State, event: Event) -> tuple[str, ...]:
    return (
        _("{player}'s strike is over: prestige {number}", player=_who(state, event), number=event.number),
    )


def _storm(state: State, event: Event) -> tuple[str, ...]:
    if event.kind == "storm-gone":
        return (_("The electrical storm is gone"),)
    return (_("The electrical storm moves to {planet}", planet=_where(state, event)),)


WORDS: dict[str, Callable[[State, Event], tuple[str, ...]]] = {
    "refused": _refused,
    "move": _move,
    "order": _order,
    "initiative": _initiative,
    "alpha-bribe": _alpha_bribe,
    "attack": _attack,
    "attack-seized": _attack,
    "no-attacks": _no_attacks,
    "security": _security,
    "refund": _refund,
    "prosper": _prosper,
    "attack-price": _attack_price,
    "prosperity": _prosperity,
    "strike": _strike,
    "cards": _cards,
    "fought": _fought,
    "defeat": _defeat,
    "losses": _losses,
    "income": _income,
    "built": _built,
    "returned": _returned,
    "maintenance": _paid_at,
    "loan": _paid_at,
    "repaid": _paid_at,
    "relocation": _relocation,
    "area": _area,
    "trade": _trade,
    "votes": _votes,
    "vote-reward": _vote_reward,
    "favours": _favours,
    "failed": _failed,
    "levels": _levels,
    "strike-over": _strike_over,
    "storm": _storm,
    "storm-gone": _storm,
}
"""How each kind of event is told."""
