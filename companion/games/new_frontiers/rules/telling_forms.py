"""The forms in which people tell what is printed on tiles, and what they told, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from companion.games.contract import Asks, Saying, Telling, TellingField, telling, told_by_piece, told_words
from companion.games.new_frontiers.rules import scoring
from companion.games.new_frontiers.rules.action_steps import name
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles import form_suggestions, loading
from companion.games.new_frontiers.tiles.catalogue import NAME, POWERS, Development, Tile, World
from companion.games.new_frontiers.tiles.language import parse_bonus, parse_power
from companion.games.new_frontiers.tiles.power_words import describe_bonus, describe_power
from companion.games.new_frontiers.tiles.powers import KEYWORDS, KINDS, POWER_TYPES
from companion.games.new_frontiers.tiles.telling import (
    BONUS,
    COLONISTS,
    COST,
    DEFENSE,
    GRAY,
    KIND,
    PRICE,
    QUESTION_MARK,
    VP,
    nameless,
    names_taken,
)
from companion.games.new_frontiers.tiles.telling import KEYWORDS as KEYWORD_FACT
from companion.games.new_frontiers.wording.names import (
    called,
    colonists_in_words,
    kind_and_good,
    power_name,
)
from companion.translation import _, language, marked

COSTS, DEFENSES, DEVELOPMENT_COSTS, MOST_VP = range(9), range(1, 11), range(1, 10), 9
FACT_WORDS = {
    PRICE: marked("cost or defense"),
    COLONISTS: marked("colonists"),
    KIND: marked("kind"),
    VP: marked("VP"),
    BONUS: marked("“?”"),
    KEYWORD_FACT: marked("keywords"),
    "powers": marked("powers"),
    "name": marked("name"),
}
"""What people call each fact; the powers of one type are named by it."""


_CLOSING = (f"/{VP}", f"/{COLONISTS}", f"/{PRICE}")
"""The facts that may be told last, by a touch that sends all."""


def fact_words(tile: World | Development, fact: str) -> str:
    if fact in POWERS:
        return _("{action} powers", action=power_name(fact.removeprefix("powers/")))
    if fact == PRICE and isinstance(tile, Development):
        return _("cost")
    return _(FACT_WORDS[fact])


def question_words(state: State, asks: Asks) -> str:
    tiles = tuple(dict.fromkeys(tile for tile, _fact in asks.facts))
    who = None if asks.holder is None else state.empires[asks.holder].name
    if asks.moment == "score":
        return _("Before the sum: what we do not know yet")
    if asks.moment == "phase":
        action = power_name(asks.facts[0][1].removeprefix("powers/"))
        if len(tiles) == 1:
            return _("Has {tile} a {action} power?", tile=name(state, tiles[0]), action=action)
        return _("Which of these have a {action} power?", action=action)
    tile = name(state, tiles[0])
    if asks.moment == "settle":
        return _("{player}, what does {tile} cost?", player=who or _("Everybody"), tile=tile)
    if who is None:
        return _("What is printed on {tile}?", tile=tile)
    return _("{player}, what is printed on {tile}?", player=who, tile=tile)


def ranges_words(ended: State) -> str:
    """ "Without them Mia has 31 to 37, Ben 33 to 36": what each player can have, at the end of the game."""
    said = []
    for player in scoring.score(ended).players:
        empire = ended.empires[player.player]
        tiles = [ended.catalogue[id] for id in (*(c.world for c in empire.colonies), *empire.developments)]
        open_vp = [most_vp(tile) for tile in tiles if VP in tile.untold]
        if any(BONUS in tile.untold for tile in tiles):
            said.append(_("{player} {lowest} or more", player=player.name, lowest=player.total))
        elif open_vp:
            highest = player.total + sum(open_vp)
            said.append(
                _("{player} {lowest} to {highest}", player=player.name, lowest=player.total, highest=highest)
            )
        else:
            said.append(_("{player} {vp}", player=player.name, vp=player.total))
    return _("Without them: {ranges}.", ranges=", ".join(said))


def most_vp(tile: Tile) -> int:
    """The most VP that the rulebook prints on such a tile (p. 10), but for a "?"."""
    return 9 if not isinstance(tile, World) or PRICE in tile.untold or tile.military else 6


def form(state: State, asks: Asks, note: str = "") -> Telling:
    catalogue = state.catalogue
    fields = []
    for id in dict.fromkeys(tile for tile, _fact in asks.facts):
        tile = catalogue[id]
        assert isinstance(tile, World | Development)
        facts = [fact for piece, fact in asks.facts if piece == id]
        if asks.moment == "placed" and set(facts) & set(POWERS):
            facts = [fact for fact in facts if fact not in POWERS] + ["powers"]
        for fact in facts:
            fields.append(_field(tile, fact, (id, fact) in asks.needed))
        if asks.moment in ("settle", "placed") and nameless(tile):
            fields.append(_name_field(state, tile))
    pieces = tuple((id, name(state, id)) for id in dict.fromkeys(field.piece for field in fields))
    # One touch fewer where one fact of one tile can be told last.
    last = next((f for f in reversed(fields) if f.name.endswith(_CLOSING)), None)
    if len(fields) == 1 and not fields[0].several and not fields[0].typed:
        last = fields[0]
    if last is not None and len(pieces) == 1:
        fields = [*(f for f in fields if f is not last), replace(last, closes=True, usual="")]
    settle, phase = asks.moment == "settle", asks.moment == "phase"
    return telling(
        tuple(fields),
        pieces,
        later=asks.moment in ("settle", "placed"),
        waived=settle,
        submit=_("That is all") if not settle else "",
        submit_later="" if asks.moment != "placed" else _("More on it, tell later"),
        photo=len(pieces) == 1 and asks.moment in ("settle", "placed") and pieces[0][0][:1] != "H",
        note=_("Choose nothing where there is none.") if phase else note or _of_other_game(fields),
    )


def _name_field(state: State, tile: World | Development) -> TellingField:
    """The name of a tile that was met without one; it may be left out."""
    found = state.catalogue
    taken = names_taken((*found.worlds.values(), *found.homes.values(), *found.developments.values()))
    taken -= {tile.name.casefold(), called(tile).casefold()}
    return TellingField(f"{tile.id}/{NAME}", fact_words(tile, NAME), (), tile.id, typed=True, taken=taken)


def _of_other_game(fields: Iterable[TellingField]) -> str:
    """What is chosen beforehand is no fact of this copy."""
    proposed = any(field.usual and not field.name.endswith(f"/{COLONISTS}") for field in fields)
    if not proposed:
        return ""
    return _("{game} prints what is chosen here: compare it with the tile.", game=form_suggestions.OTHER_GAME)


def _field(tile: World | Development, fact: str, needed: bool) -> TellingField:
    several = fact in (KEYWORD_FACT, "powers", *POWERS)
    return TellingField(
        f"{tile.id}/{fact}",
        fact_words(tile, fact) if fact != "powers" else _("powers"),
        _sayings(tile, fact),
        tile.id,
        needed=needed and not several,
        several=several,
        typed=fact in ("powers", BONUS, *POWERS),
        usual="1" if fact == COLONISTS else _proposed(tile, fact),
    )


def _proposed(tile: World | Development, fact: str) -> str:
    """What another game prints on a tile of this name: a start, to be compared with the tile in hand."""
    start = form_suggestions.starting_values().get(tile.name)
    if start is None or start.type != ("world" if isinstance(tile, World) else "development"):
        return ""
    fields = start.fields
    if fact == PRICE:
        found = next((what for what in (DEFENSE, COST) if what in fields), None)
        return "" if found is None else f"{found} {fields[found]}"
    if fact == KIND:
        return f"{fields['kind']} {fields['good']}" if {"kind", "good"} <= fields.keys() else ""
    return ""


def _sayings(tile: World | Development, fact: str) -> tuple[Saying, ...]:
    if fact == PRICE and isinstance(tile, Development):
        return tuple(Saying(f"{COST} {n}", f"${n}") for n in DEVELOPMENT_COSTS)
    if fact == PRICE:
        return (
            *(Saying(f"{COST} {n}", f"${n}", _("non-military: cost")) for n in COSTS),
            *(Saying(f"{DEFENSE} {n}", str(n), _("military: defense"), "military") for n in DEFENSES),
        )
    if fact == COLONISTS:
        return tuple(Saying(str(n), colonists_in_words(n)) for n in (1, 2))
    if fact == KIND:
        return (
            *(
                Saying(f"{kind} {good}", kind_and_good(kind, good))
                for good in ("windfall", "production")
                for kind in KINDS
            ),
            Saying(GRAY, kind_and_good(None, None)),
            Saying("any production", _("any kind, production")),
        )
    if fact == VP:
        return (*(Saying(str(n), str(n)) for n in range(MOST_VP + 1)), Saying(QUESTION_MARK, QUESTION_MARK))
    if fact == BONUS:
        return _bonuses(language())
    if fact == KEYWORD_FACT:
        return tuple(Saying(word, word) for word in KEYWORDS)
    if fact in POWERS:
        return _powers(fact.removeprefix("powers/"), language())
    return tuple(
        Saying(saying.value, saying.words, power_name(type))
        for type in POWER_TYPES
        for saying in _powers(type, language())
    )


@lru_cache(maxsize=64)
def _powers(type: str, spoken: str) -> tuple[Saying, ...]:
    """The usual lines of this type, those on more of the known tiles first. spoken: the language of the
    words."""
    lines = form_suggestions.lines(loading.catalogue())
    return tuple(Saying(o["line"], o["words"]) for o in lines if o["type"] == type)


@lru_cache(maxsize=8)
def _bonuses(spoken: str) -> tuple[Saying, ...]:
    return tuple(Saying(o["line"], o["words"]) for o in form_suggestions.bonuses(loading.catalogue()))


def by_type(lines: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Lines of powers as the facts of their types, where there may be more on the tile."""
    found: dict[str, tuple[str, ...]] = {}
    for line in lines:
        fact = f"powers/{parse_power(line).type}"
        if fact in POWERS:
            found[fact] = (*found.get(fact, ()), line)
    return found


def said_words(state: State, facts: tuple[str, ...]) -> str:
    """ "Told: Blaster Gem: defense 3; 1 colonist; Settle: +1 Military"."""
    by_tile: dict[str, list[str]] = {}
    for id, said in told_by_piece(facts).items():
        tile = state.catalogue.get(id)
        if isinstance(tile, World | Development):
            words = by_tile.setdefault(called(tile), [])
            words += [_value_words(fact, value) for fact, values in said.items() for value in values]
    return told_words(facts, by_tile)


def _value_words(fact: str, value: str) -> str:
    if fact == PRICE:
        what, _space, number = value.rpartition(" ")
        return _("defense {defense}", defense=number) if what == DEFENSE else _("cost {cost}", cost=number)
    if fact == COLONISTS:
        return colonists_in_words(int(value))
    if fact == KIND:
        kind, _space, good = value.partition(" ")
        return kind_and_good(None if value == GRAY else kind, good)
    if fact == VP:
        return _("{number} VP", number=value)
    if fact == BONUS:
        return describe_bonus(parse_bonus(value))
    if fact == "powers" or fact in POWERS:
        return describe_power(parse_power(value))
    return value
