"""Printed facts as rows, and the driver that asks for what is untold, by a game of three cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from companion.games.contract import (
    LATER,
    Asks,
    Decision,
    Illegal,
    Option,
    Question,
    Saying,
    Tally,
    Untold,
    Value,
)
from companion.games.contract.box_rows import only_row, rows_in
from companion.games.contract.in_time import InTime
from companion.games.contract.later import later
from companion.games.contract.printed import Printed
from companion.games.contract.printed_fact import PrintedFact, name_row, number_row
from companion.games.contract.telling import TellingField
from companion.games.contract.told import Told, ToldFact
from companion.games.contract.untold import Tellable


@dataclass(frozen=True, slots=True)
class Card(Tellable):
    id: str
    name: str = ""
    price: int = 0
    vp: int = 0
    bonus: str = ""
    powers: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    hidden: Any = field(default=(), compare=False, repr=False)


def _number(key: str, most: int, **more: Any) -> PrintedFact[Card]:
    def read(said):
        return {key: 0 if said[0] == "?" else int(said[0])}

    def said(fields):
        return None if fields.get(key) is None else (str(fields[key]),)

    sayings = (*(Saying(str(n), str(n)) for n in range(most + 1)), *((Saying("?", "?"),) if more else ()))
    return PrintedFact(key, (key,), lambda _card: key, read, said, lambda _card: sayings, **more)


def _powers(key: str, offered: tuple[str, ...], within: str = "") -> PrintedFact[Card]:
    return PrintedFact(
        key,
        ("powers",),
        lambda _card: key,
        lambda said: {"powers": tuple(said)},
        lambda fields: tuple(fields.get("powers", ())),
        lambda _card: tuple(Saying(line, line) for line in offered),
        several=True,
        within=within,
        part=lambda line: f"powers/{line.split(':')[0]}",
    )


BUY, SELL = ("buy: -1", "buy: -2"), ("sell: +1",)
CARD = Printed(
    "card",
    (
        name_row(lambda _card: "name"),
        number_row("price", lambda _card: "price", range(10)),
        _number("vp", 5, opens=lambda said: ("bonus",) if said == ("?",) else ()),
        PrintedFact(
            "bonus",
            ("bonus",),
            lambda _card: "bonus",
            lambda said: {"bonus": said[0]},
            lambda fields: (fields["bonus"],) if fields.get("bonus") else None,
            lambda _card: (Saying("per card", "1 for each card"),),
        ),
        _powers("powers", (*BUY, *SELL)),
        _powers("powers/buy", BUY, "powers"),
        _powers("powers/sell", SELL, "powers"),
    ),
)
NEW = Card("C1", untold=("name", "price", "vp", "powers/buy", "powers/sell"))


def test_what_is_asked_cannot_be_left_open_unless_it_takes_several():
    needed = {row.key: row.field(NEW, id="C1", needed=True).needed for row in CARD.rows}
    assert needed == {
        **dict.fromkeys(("name", "price", "vp", "bonus"), True),
        **dict.fromkeys(("powers", "powers/buy", "powers/sell"), False),
    }


def test_an_answer_is_read_once_to_typed_values_and_back():
    texts = ("C1/price=3", "C1/powers=buy: -1", "C1/powers=sell: +1")
    told = Told.read([*texts])
    assert (told.facts[0], told.later, told.texts) == (ToldFact("C1", "price", "3"), False, texts)
    assert told == Told.read(texts)
    assert not any(told == other for other in (Told.read(texts[:2]), Told.read((*texts, LATER)), texts))
    card = CARD.told(NEW, told.by_piece["C1"])
    assert (card.price, card.powers, card.untold) == (3, ("buy: -1", "sell: +1"), ("name", "vp"))
    assert CARD.said(card) == {"price": ("3",), "powers": ("buy: -1", "sell: +1")}
    assert CARD.words(told.by_piece["C1"]) == ["3", "buy: -1", "sell: +1"]


def test_what_is_told_in_one_breath_is_told_part_by_part_too():
    said = {"price": ("3",), "powers": ("sell: +1", "buy: -1"), "powers/sell": ("sell: +2",)}
    parts = {"price": ("3",), "powers/sell": ("sell: +1", "sell: +2"), "powers/buy": ("buy: -1",)}
    assert CARD.by_part(said) == parts
    assert CARD.by_part(parts) == parts


def test_powers_told_with_the_rest_later_leave_open_whether_there_are_more():
    told = Told.read(("C1/powers=buy: -1", LATER))
    card = CARD.told(NEW, told.by_piece["C1"], later=told.later)
    assert (card.powers, card.untold) == (("buy: -1",), NEW.untold)
    card = CARD.told(card, {"powers/buy": ("buy: -2",)})
    assert card.powers == ("buy: -1", "buy: -2")
    assert card.untold == ("name", "price", "vp", "powers/sell")


def test_what_a_question_mark_counts_is_untold_from_then_on():
    assert CARD.told(NEW, {"vp": ("?",)}).untold == ("name", "price", "bonus", "powers/buy", "powers/sell")
    assert "bonus" not in CARD.told(NEW, {"vp": ("?",), "bonus": ("per card",)}).untold


def test_a_strict_piece_raises_for_what_is_untold_and_has_the_rest():
    card = CARD.strict(CARD.told(NEW, {"vp": ("2",)}))
    assert card.vp == 2
    with pytest.raises(Untold, match="price of C1"):
        _ = card.price
    with pytest.raises(AttributeError):
        _ = card.military


def test_every_subset_of_told_facts_comes_back_from_a_box_file():
    for seed in range(200):
        rng = Random(seed)
        card = CARD.drawn(NEW, rng, rng.sample(NEW.untold, rng.randint(0, len(NEW.untold))))
        fields = CARD.in_box(card)
        assert CARD.from_box(NEW, fields, fields.get("untold", ())) == (card, ()), seed


def test_what_cannot_be_read_is_said_and_the_rest_stands():
    card, wrong = CARD.from_box(
        NEW, {"name": "Reef", "price": 12, "vp": "many", "powers": ["buy: -1", "fly: 3"]}
    )
    assert [one.field for one in wrong] == ["price", "vp", "powers"]
    assert [one.sentence for one in wrong] == [
        "price cannot be “12”.",
        "vp cannot be “many”.",
        "powers cannot be “fly: 3”.",
    ]
    assert (card.name, card.powers) == ("Reef", ("buy: -1",))
    assert card.untold == ("price", "vp", "powers/buy", "powers/sell")
    assert [one.sentence for one in CARD.from_box(NEW, {"price": "3"})[1]] == ["price cannot be “3”."]


def test_a_row_that_is_no_toml_costs_itself_alone_and_is_found_by_its_line():
    text = '[[card]]\nid = "C1"\nprice = 3\n\n[[card]]\nid = C2\n\n[[card]]\nid = "C3"\nprice = 40\n'
    rows, problems = rows_in(text)
    assert [row.fields["id"] for row in rows] == ["C1", "C3"]
    assert [problem.line for problem in problems] == [5]
    assert rows[1].line_of("price") == 10
    assert problems[0].words("my box").startswith("my box, line 5: ")
    assert rows_in('[card]\nid = "C1"')[1][0].line == 1
    with pytest.raises(Illegal):
        only_row(text)


# --- the driver


@dataclass(frozen=True)
class Shop:
    cards: tuple[Card, ...]
    bought: tuple[str, ...] = ()
    coins: int = 9
    asks: Asks | None = None
    pending: Any = None

    def changed(self, **changes: Any) -> Shop:
        return replace(self, **changes)

    def card(self, id: str) -> Card:
        return CARD.strict(next(card for card in self.cards if card.id == id))


class ShopInTime(InTime[Shop]):
    def do(self, state: Shop, step: str) -> Shop:
        card = state.card(step)
        return state.changed(bought=(*state.bought, step), coins=state.coins - card.price)

    def open(self, state: Shop) -> Iterable[Value]:
        return ()

    def count(self, state: Shop) -> int:
        """A bonus counts the points of the others."""
        cards = [state.card(id) for id in state.bought]
        return sum(card.vp for card in cards) + sum(len(cards) for card in cards if card.bonus)

    def asks_for(self, state: Shop, step: str | None, untold: Untold) -> Asks:
        need = (untold.piece, untold.fact)
        return Asks("rule", (need,), (need,))

    def least(self, state: Shop, untold: Untold) -> Shop:
        return tell(state, f"{untold.piece}/{untold.fact}={'per card' if untold.fact == 'bonus' else 0}")

    def over(self, state: Shop) -> bool:
        return len(state.bought) == 2


def tell(state: Shop, *value: str) -> Shop:
    told = Told.read(value).by_piece
    return state.changed(cards=tuple(CARD.told(card, told.get(card.id, {})) for card in state.cards))


IN_TIME = ShopInTime()
SHOP = Shop(tuple(replace(NEW, id=id) for id in ("C1", "C2", "C3")))


def test_a_step_waits_for_what_it_reads_and_goes_on_when_it_is_told():
    waits = IN_TIME.play(SHOP, "C1")
    assert (waits.asks, waits.pending) == (Asks("rule", (("C1", "price"),), (("C1", "price"),)), "C1")
    assert waits.bought == ()
    after = IN_TIME.told(tell(waits, "C1/price=4"))
    assert (after.bought, after.coins, after.asks, after.pending) == (("C1",), 5, None, None)


def test_what_is_asked_before_a_rule_needs_it_may_need_a_fact_itself():
    class Choosing(ShopInTime):
        def first(self, state: Shop) -> Asks | None:
            return None if CARD.strict(state.cards[0]).price < 9 else Asks("dear", (("C1", "vp"),))

    waits = Choosing().told(SHOP)
    assert waits.asks == Asks("rule", (("C1", "price"),), (("C1", "price"),))
    assert Choosing().told(tell(waits, "C1/price=4")).asks is None
    assert Choosing().told(tell(waits, "C1/price=9")).asks == Asks("dear", (("C1", "vp"),))


def test_what_a_question_and_its_options_leave_for_later_is_read_before_it_is_asked():
    class Telling(ShopInTime):
        def open(self, state: Shop) -> Iterable[Value]:
            words = later(lambda: f"C1 costs {state.card('C1').price}.")
            return Question(0, "buy", "Which?"), Option(Decision(0), "C1", (Tally(words, ()),))

    assert Telling().told(SHOP).asks == Asks("rule", (("C1", "price"),), (("C1", "price"),))
    assert Telling().told(tell(SHOP, "C1/price=4")).asks is None


def test_the_end_waits_for_all_that_the_sum_reads_on_one_page():
    state = SHOP
    for card in ("C1", "C2"):
        state = IN_TIME.told(tell(IN_TIME.play(state, card), f"{card}/price=1"))
    assert state.asks == Asks("score", (("C1", "vp"), ("C2", "vp")), (("C1", "vp"), ("C2", "vp")))
    assert state.bought == ("C1",)
    state = IN_TIME.told(tell(state, "C1/vp=?", "C2/vp=3"))
    assert state.asks.facts == (("C1", "bonus"),)
    state = IN_TIME.told(tell(state, "C1/bonus=per card"))
    assert (state.asks, state.bought) == (None, ("C1", "C2"))
    assert IN_TIME.count(state) == 5


def test_a_form_says_between_which_numbers_one_lies() -> None:
    """A number below 0 has the sign of a minus, which a keyboard has not."""
    line = TellingField("E1", "might", "Might", (), numbers=(-9, 60))
    assert [line.problem(said) for said in ("-9", "60")] == ["", ""]
    assert line.problem("61") == line.problem("-10") == "Might: a number from \u22129 to 60."
