"""Phase IV, Consume: Trade first for those who chose it, then each consume power once (p. 6, 10)."""

from __future__ import annotations

from companion.games.contract import Decision, Illegal, Option, Question, Tally, Term
from companion.games.race_for_the_galaxy.cards.powers import (
    CONSUME,
    PRICES,
    ConsumeAll,
    ConsumeDraw,
    ConsumeForPrice,
    ConsumeGoods,
    DiscardForVP,
    DrawIfLucky,
)
from companion.games.race_for_the_galaxy.rules import cards_moved, consume_best, lucky, pages
from companion.games.race_for_the_galaxy.rules import decisions as do
from companion.games.race_for_the_galaxy.rules.abilities import InForce, abilities
from companion.games.race_for_the_galaxy.rules.consume_words import best_option, power_option
from companion.games.race_for_the_galaxy.rules.goods_groups import (
    Good,
    choices,
    gain,
    goods,
    is_different,
    takes,
    trade_powers,
)
from companion.games.race_for_the_galaxy.rules.state import Progress, State, timing_order
from companion.games.race_for_the_galaxy.rules.steps import DONE, with_step_recorded
from companion.games.race_for_the_galaxy.wording.names import kind_name
from companion.translation import _

TRADE, CONSUMING, FLIP = "trade", "consume", "flip"
TAKING_GOODS = (ConsumeGoods, ConsumeForPrice, ConsumeAll)
"""The forms that discard goods; they must be used as long as they can be."""


def begin(state: State) -> State:
    state = state.changed(progress=tuple(Progress(CONSUMING) for _empire in state.empires))
    for seat in timing_order(state):
        lying = state.empires[seat].goods
        if "consume-trade" not in state.empires[seat].chosen or not lying:
            state = _begin_consuming(state, seat)
        elif state.fewer_steps and len(lying) == 1:
            state = _sell(state, seat, goods(state, seat, abilities(state, seat))[0])
        else:
            state = state.with_progress(seat, Progress(TRADE))
    return state


def _begin_consuming(state: State, seat: int) -> State:
    """Draws without a cost come first: they take no goods and cannot be skipped."""
    state = cards_moved.draw(state, seat, abilities(state, seat).sum(ConsumeDraw))
    state = state.with_progress(seat, state.progress[seat].changed(stage=CONSUMING))
    return _go_on(state, seat)


def in_order(state: State) -> bool:
    """Whether the order of players matters: the chips might run out in this phase (p. 8)."""
    most = 0
    for seat, progress in enumerate(state.progress):
        if progress.done:
            continue
        lying = len(state.empires[seat].goods)
        for found in abilities(state, seat).of(ConsumeGoods):
            power = found.power
            most += power.vp * min(power.up_to, lying // power.goods) * vp_factor(state, seat)
        most += lying * len(abilities(state, seat).of(ConsumeAll)) * vp_factor(state, seat)
        most += sum(one.power.up_to * one.power.vp for one in abilities(state, seat).of(DiscardForVP))
    return 0 < state.pool <= most


def vp_factor(state: State, seat: int) -> int:
    """2 for those who chose Consume: 2x VP."""
    return 2 if "consume-2x" in state.empires[seat].chosen else 1


# --- what is left to do ---------------------------------------------------------------------------------


def unused(state: State, seat: int) -> list[InForce]:
    """The consume powers of this player not used yet in this phase, in the order of the tableau."""
    used = state.progress[seat].used
    found = [one for form in CONSUME for one in abilities(state, seat).of(form)]
    return [one for one in found if one.name not in used and not isinstance(one.power, ConsumeDraw)]


def usable(state: State, seat: int) -> list[InForce]:
    """Those that can be used now."""
    lying = goods(state, seat, abilities(state, seat))
    empire = state.empires[seat]
    found = []
    for one in unused(state, seat):
        match one.power:
            case DiscardForVP():
                able = empire.hand > 0
            case DrawIfLucky():
                able = state.supply + state.discards > 0
            case _:
                able = takes(one.power, lying) > 0
        if able:
            found.append(one)
    return found


def _must(powers: list[InForce]) -> list[InForce]:
    """Of these, the ones that do not say "may"."""
    return [one for one in powers if not isinstance(one.power, DiscardForVP)]


def _go_on(state: State, seat: int) -> State:
    """Done when nothing can be used any more; a power that leaves no choice is used by itself."""
    while True:
        left = usable(state, seat)
        if not left:
            return state.with_progress(seat, state.progress[seat].changed(stage=DONE))
        if len(left) > 1 or not isinstance(left[0].power, TAKING_GOODS):
            return state
        found = list(choices(left[0].power, goods(state, seat, abilities(state, seat))))
        if len(found) > 1:
            return state
        state = _use(state, seat, left[0], found[0])


# --- questions ------------------------------------------------------------------------------------------


def question(state: State, seat: int) -> Question:
    name, stage = state.empires[seat].name, state.progress[seat].stage
    if stage == TRADE:
        return Question(seat, "trade-good", _("{player}, sell a good.", player=name), pages.CONSUME)
    if stage == FLIP:
        return lucky.question(state, seat)
    text = _("{player}, use your consume powers.", player=name)
    return Question(seat, "consume", text, pages.CONSUME)


def options(state: State, seat: int) -> tuple[Option, ...]:
    stage = state.progress[seat].stage
    if stage == TRADE:
        return tuple(_trade_option(state, seat, good) for good in goods(state, seat, abilities(state, seat)))
    if stage == FLIP:
        return lucky.options(state, seat)
    left = usable(state, seat)
    lying = goods(state, seat, abilities(state, seat))
    found = best_options(state, seat)
    for one in left:
        match one.power:
            case DrawIfLucky():
                found += lucky.numbers(state, seat, one)
            case DiscardForVP(up_to, vp):
                for cards in range(1, min(up_to, state.empires[seat].hand) + 1):
                    found.append(_discard_option(state, seat, one, cards, vp))
            case _:
                for chosen in choices(one.power, lying):
                    found.append(power_option(state, seat, one, chosen, vp_factor(state, seat)))
    if not _must(left):
        found.append(Option(do.EndConsume(seat), _("Discard no cards"), likely=1))
    return tuple(found)


def best_options(state: State, seat: int) -> list[Option]:
    """All powers at once in the best order; a second one where most VP and most cards differ."""
    powers = tuple(one for one in usable_later(state, seat))
    lying = goods(state, seat, abilities(state, seat))
    if len(powers) < 2 or not lying:
        return []
    found = [(aim, consume_best.best(powers, lying, aim)) for aim in consume_best.AIMS]
    (_vp, by_vp), (_cards, by_cards) = found
    if len(by_vp.steps) < 2 and len(by_cards.steps) < 2:
        return []
    if (by_vp.vp, by_vp.cards) == (by_cards.vp, by_cards.cards):
        found = found[:1]
    return [best_option(state, seat, aim, plan, vp_factor(state, seat)) for aim, plan in found]


def usable_later(state: State, seat: int) -> list[InForce]:
    """Powers not used yet that take goods, whether or not they can be used at once."""
    return [one for one in unused(state, seat) if isinstance(one.power, TAKING_GOODS)]


def _trade_option(state: State, seat: int, good: Good) -> Option:
    terms = [Term(_("price of {kind}", kind=kind_name(good.kind)), PRICES[good.kind])]
    for found in trade_powers(abilities(state, seat), good.world, good.kind):
        terms.append(Term(state.card(found.card).name, found.power.cards, found.card))
    words = _("Sell the good on {world}", world=state.card(good.world).name)
    return Option(do.TradeGood(seat, good.world), words, (Tally(_("cards"), tuple(terms)),), good.world)


def _discard_option(state: State, seat: int, one: InForce, cards: int, vp: int) -> Option:
    words = _("{card}: discard {number} of your cards", card=state.card(one.card).name, number=cards)
    why = Tally(_("VP, never doubled"), (Term(state.card(one.card).name, vp * cards, one.card),))
    decision = do.DiscardForChips(seat, one.card, one.number, cards)
    return Option(decision, words, (why,), one.card)


# --- answers --------------------------------------------------------------------------------------------


def play(state: State, seat: int, decision: Decision) -> State:
    stage = state.progress[seat].stage
    if stage == TRADE:
        after = _trade(state, seat, decision)
    elif stage == FLIP:
        after = lucky.turn_up(state, seat, decision)
        after = _go_on(after.with_progress(seat, after.progress[seat].changed(stage=CONSUMING)), seat)
    else:
        after = _consume(state, seat, decision)
    return with_step_recorded(state, after, seat)


def _trade(state: State, seat: int, decision: Decision) -> State:
    if not isinstance(decision, do.TradeGood):
        raise Illegal(_("First a good must be sold."), pages.CONSUME)
    lying = {good.world: good for good in goods(state, seat, abilities(state, seat))}
    if decision.card not in lying:
        raise Illegal(
            _("There is no good to sell on that card."),
            pages.CONSUME,
            _("Choose a world of yours with a good."),
        )
    return _sell(state, seat, lying[decision.card])


def _sell(state: State, seat: int, good: Good) -> State:
    state = cards_moved.take_good(state, seat, good.world)
    state = cards_moved.draw(state, seat, good.price)
    return _begin_consuming(state, seat)


def _consume(state: State, seat: int, decision: Decision) -> State:
    match decision:
        case do.Consume():
            one = _power(state, seat, decision.card, decision.power, TAKING_GOODS)
            return _go_on(_use(state, seat, one, _chosen(state, seat, one, decision.goods)), seat)
        case do.ConsumeBest():
            return _consume_best(state, seat, decision.aim)
        case do.NameNumber():
            one = _power(state, seat, decision.card, decision.power, (DrawIfLucky,))
            return lucky.name(state, seat, one, decision.number)
        case do.DiscardForChips():
            one = _power(state, seat, decision.card, decision.power, (DiscardForVP,))
            most = min(one.power.up_to, state.empires[seat].hand)
            if not 1 <= decision.cards <= most:
                raise Illegal(
                    _("So many cards cannot be discarded for VP."),
                    pages.CONSUME,
                    _("Discard from 1 to {most}.", most=most),
                )
            state = cards_moved.pay(state, seat, decision.cards)
            state = cards_moved.give_chips(state, seat, decision.cards * one.power.vp)
            return _go_on(_mark_used(state, seat, one), seat)
        case do.EndConsume():
            if _must(usable(state, seat)):
                raise Illegal(_("Consume powers must be used as long as they can be."), pages.CONSUME)
            return state.with_progress(seat, state.progress[seat].changed(stage=DONE))
    raise Illegal(_("Consume is going on: use a consume power."), pages.CONSUME)


def _consume_best(state: State, seat: int, aim: str) -> State:
    if aim not in consume_best.AIMS:
        raise Illegal(_("The best is that with the most VP or the most cards."), pages.CONSUME)
    lying = goods(state, seat, abilities(state, seat))
    plan = consume_best.best(tuple(usable_later(state, seat)), lying, aim)
    if not plan.steps:
        raise Illegal(_("No consume power can be used with these goods."), pages.CONSUME)
    by_world = {good.world: good for good in lying}
    for one, worlds in plan.steps:
        state = _use(state, seat, one, tuple(by_world[world] for world in worlds))
    return _go_on(state, seat)


def _power(state: State, seat: int, card: str, number: int, form: tuple[type, ...]) -> InForce:
    for one in unused(state, seat):
        if (one.card, one.number) == (card, number) and isinstance(one.power, form):
            return one
    raise Illegal(_("There is no such consume power left to use."), pages.CONSUME)


def _chosen(state: State, seat: int, one: InForce, worlds: tuple[str, ...]) -> tuple[Good, ...]:
    """The goods named, if the power takes just these. Raises Illegal."""
    lying = goods(state, seat, abilities(state, seat))
    by_world = {good.world: good for good in lying}
    if len(set(worlds)) != len(worlds) or not set(worlds) <= by_world.keys():
        raise Illegal(_("Each good lies on a world of one's own, and is discarded once."), pages.CONSUME)
    count = takes(one.power, lying)
    chosen = tuple(by_world[world] for world in worlds)
    if not count or len(chosen) != count:
        name = state.card(one.card).name
        if not count:
            raise Illegal(
                _("The goods are not enough for {card}.", card=name),
                pages.CONSUME,
                _("With more goods on your worlds it can be used."),
            )
        raise Illegal(
            _("{card} must be used fully: it takes {number} goods now.", card=name, number=count),
            pages.CONSUME,
        )
    kind = getattr(one.power, "kind", None)
    if (kind and any(good.kind != kind for good in chosen)) or (
        is_different(one.power) and len({good.kind for good in chosen}) < count
    ):
        name = state.card(one.card).name
        raise Illegal(
            _("{card} does not take goods of these kinds.", card=name),
            pages.CONSUME,
            _("Choose goods of the kinds that its power takes."),
        )
    return chosen


def _use(state: State, seat: int, one: InForce, chosen: tuple[Good, ...]) -> State:
    vp, cards = gain(one.power, chosen)
    for good in chosen:
        state = cards_moved.take_good(state, seat, good.world)
    state = cards_moved.give_chips(state, seat, vp * vp_factor(state, seat))
    state = cards_moved.draw(state, seat, cards)
    return _mark_used(state, seat, one)


def _mark_used(state: State, seat: int, one: InForce) -> State:
    progress = state.progress[seat]
    return state.with_progress(seat, progress.changed(used=(*progress.used, one.name)))


def still_possible(state: State, seat: int) -> State:
    """After facts were overruled: on from a question that has no answer any more."""
    if state.progress[seat].stage == TRADE:
        return state if state.empires[seat].goods else _begin_consuming(state, seat)
    return _go_on(state, seat)
