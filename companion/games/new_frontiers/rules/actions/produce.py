"""Produce: a good on every production colony; credits and a windfall good for the selecting player (p. 7)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import Decision, Illegal, Option, Question, Refusal
from companion.games.new_frontiers.rules import producing, rulebook_pages
from companion.games.new_frontiers.rules.action_steps import (
    DONE,
    colony_of,
    current,
    everyone_done,
    name,
    next_player,
    step,
    track_order,
    unexpected,
)
from companion.games.new_frontiers.rules.decisions import (
    DeclinePower,
    NoStockpile,
    ProduceGood,
    SetKind,
    StockpileGood,
    WindfallGood,
)
from companion.games.new_frontiers.rules.optional_powers import do_not_use
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.stockpile import open_goal
from companion.games.new_frontiers.rules.supply import gain, return_good, take_good
from companion.games.new_frontiers.tiles.powers import KINDS, Gain
from companion.games.new_frontiers.wording.names import a_good, good_name, kind_name
from companion.translation import _, marked


def begin(state: State) -> State:
    """The selecting player collects the credits on the tile first."""
    held = sum(tile.credits for tile in state.actions if tile.name == "produce")
    actions = tuple(replace(t, credits=0) if t.name == "produce" else t for t in state.actions)
    state = replace(state, actions=actions)
    state = gain(state, current(state).selector, Gain(credits=held), marked("credits on Produce"))
    return proceed(step(state, stage="produce"))


def proceed(state: State) -> State:
    """On to the next thing that somebody must answer."""
    if current(state).offers:
        return state
    while current(state).stage != "stockpile" and not everyone_done(current(state)):
        player = current(state).player
        if producing.unset_production(state, player) is not None:
            return step(state, stage="kind")
        state = producing.produce_freely(state, player)
        if producing.short_of(state, player):
            return step(state, stage="produce")
        chance = producing.windfall(state, player)
        if chance is not None:
            if len(chance.choices) > 1 or chance.may:
                return step(state, stage="windfall")
            state = producing.take_windfall(state, player, chance, *chance.choices[0])
            continue
        if producing.unset_for_gains(state, player) is not None:
            return step(state, stage="kind")
        state = next_player(producing.gains(state, player), stage="produce")
        if current(state).offers:
            return state
    if current(state).stage != "stockpile":
        state = step(state, stage="stockpile", order=track_order(state.disks), at=0)
        state = producing.gains_for_most(state)
        if current(state).offers:
            return state
    while not everyone_done(current(state)):
        if _stockpile_options(state):
            return state
        state = next_player(state)
    return step(state, stage=DONE)


def question(state: State) -> Question:
    doing = current(state)
    player = doing.player
    empire = state.empires[player].name
    if doing.stage == "kind":
        which = name(state, _unset(state, player))
        text = _("{player}, what kind is {colony} now?", player=empire, colony=which)
        return Question(player, "set-kind", text, rulebook_pages.POWERS)
    if doing.stage == "windfall":
        text = _("{player}, a good on which windfall colony?", player=empire)
        return Question(player, "windfall", text, rulebook_pages.PRODUCE)
    if doing.stage == "stockpile":
        text = _("{player}, stockpile goods?", player=empire)
        return Question(player, "stockpile-good", text, rulebook_pages.GOALS)
    kind = kind_name(producing.short_of(state, player) or "")
    text = _("{player}, goods run short: which colony produces {kind}?", player=empire, kind=kind)
    return Question(player, "produce", text, rulebook_pages.PRODUCE)


def _unset(state: State, player: int) -> str:
    unset = producing.unset_production(state, player) or producing.unset_for_gains(state, player)
    assert unset is not None
    return unset


def options(state: State) -> tuple[Option, ...]:
    doing = current(state)
    player = doing.player
    if doing.stage == "kind":
        tile = _unset(state, player)
        return tuple(Option(SetKind(player, tile, kind), kind_name(kind), tile=tile) for kind in KINDS)
    if doing.stage == "windfall":
        chance = producing.windfall(state, player)
        assert chance is not None
        found = [_windfall_option(state, player, *choice) for choice in chance.choices]
        if chance.may:
            tile, number = chance.power
            words = do_not_use(state, tile)
            found.append(Option(DeclinePower(player, tile, number), words, tile=tile))
        return tuple(found)
    if doing.stage == "stockpile":
        return (*_stockpile_options(state), Option(NoStockpile(player), _("Keep the rest")))
    return tuple(
        Option(ProduceGood(player, world), _("A good on {colony}", colony=name(state, world)), tile=world)
        for world in producing.short_colonies(state, player)
    )


def _windfall_option(state: State, player: int, world: str, kind: str) -> Option:
    chosen_kind = kind if state.catalogue.world(world).kind == "any" else None
    words = _("{good} on {colony}", good=a_good(kind), colony=name(state, world))
    return Option(WindfallGood(player, world, chosen_kind), words, tile=world)


def may_stockpile(state: State, player: int) -> bool:
    """There are goods of the player's, and room for them on the mat while Stockpile Resources is face up."""
    empire = state.empires[player]
    goal = open_goal(state, "goods")
    if goal is None or len(empire.stockpile.goods) >= goal.ranges[-1][0]:
        return False
    return any(colony.good is not None for colony in empire.colonies)


def _stockpile_options(state: State) -> tuple[Option, ...]:
    player = current(state).player
    empire = state.empires[player]
    if not may_stockpile(state, player):
        return ()
    return tuple(
        Option(
            StockpileGood(player, c.world),
            _(
                "Stockpile the {good} of {colony}",
                good=good_name(c.good),
                colony=name(state, c.world),
            ),
            tile=c.world,
        )
        for c in empire.colonies
        if c.good is not None
    )


def refusals(state: State) -> tuple[Refusal, ...]:
    return ()


def play(state: State, decision: Decision) -> State:
    stage = current(state).stage
    if stage == "kind" and isinstance(decision, SetKind):
        return proceed(_set_kind(state, decision))
    if stage == "windfall" and isinstance(decision, WindfallGood):
        return proceed(_windfall(state, decision))
    if stage == "windfall" and isinstance(decision, DeclinePower):
        return proceed(_decline_windfall(state, decision))
    if stage == "produce" and isinstance(decision, ProduceGood):
        return proceed(_produce(state, decision))
    if stage == "stockpile" and isinstance(decision, StockpileGood):
        return proceed(_stockpile(state, decision))
    if stage == "stockpile" and isinstance(decision, NoStockpile):
        return proceed(next_player(state))
    raise unexpected(state, decision)


def _set_kind(state: State, decision: SetKind) -> State:
    if decision.colony != _unset(state, current(state).player):
        raise Illegal(
            _("The kind of {colony} is not asked.", colony=name(state, decision.colony)),
            rulebook_pages.POWERS,
        )
    if decision.kind not in KINDS:
        raise Illegal(
            _("The kinds are {kinds}.", kinds=", ".join(map(kind_name, KINDS))), rulebook_pages.POWERS
        )
    return step(state, kinds=(*current(state).kinds, (decision.colony, decision.kind)))


def _windfall(state: State, decision: WindfallGood) -> State:
    player = current(state).player
    chance = producing.windfall(state, player)
    assert chance is not None
    for world, kind in chance.choices:
        chosen_kind = kind if state.catalogue.world(world).kind == "any" else None
        if (world, chosen_kind) == (decision.colony, decision.kind):
            return producing.take_windfall(state, player, chance, world, kind)
    raise Illegal(
        _(
            "{colony} cannot get this good: it goes on a windfall colony of one's own without a good, of a "
            "kind that the supply has.",
            colony=name(state, decision.colony),
        ),
        rulebook_pages.PRODUCE,
    )


def _decline_windfall(state: State, decision: DeclinePower) -> State:
    chance = producing.windfall(state, current(state).player)
    assert chance is not None
    if not chance.may or chance.power != (decision.tile, decision.power):
        raise Illegal(_("This windfall good must be placed."), rulebook_pages.PRODUCE)
    return step(state, used=(*current(state).used, chance.key))


def _produce(state: State, decision: ProduceGood) -> State:
    player = current(state).player
    if decision.colony not in producing.short_colonies(state, player):
        kind = producing.short_of(state, player)
        raise Illegal(
            _(
                "{colony} is not one of your {kind} colonies without a good.",
                colony=name(state, decision.colony),
                kind=kind_name(kind or ""),
            ),
            rulebook_pages.PRODUCE,
        )
    return producing.produce(state, player, decision.colony)


def _stockpile(state: State, decision: StockpileGood) -> State:
    player = current(state).player
    empire = state.empires[player]
    colony = colony_of(empire, decision.colony)
    if colony is None or colony.good is None:
        raise Illegal(
            _("There is no good of yours on {colony}.", colony=name(state, decision.colony)),
            rulebook_pages.GOALS,
            _("Choose a colony of yours that holds a good."),
        )
    supply, _taken = take_good(return_good(state.supply, colony.good), colony.good)
    pile = replace(empire.stockpile, goods=(*empire.stockpile.goods, colony.good))
    colonies = tuple(replace(c, good=None) if c is colony else c for c in empire.colonies)
    empire = replace(empire, colonies=colonies, stockpile=pile)
    return replace(state.with_empire(player, empire), supply=supply)
