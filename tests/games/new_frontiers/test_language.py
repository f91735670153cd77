"""Tests of the tile language: every form is read correctly, and no line raises anything unexpected."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.new_frontiers.tiles import amounts as a
from companion.games.new_frontiers.tiles import powers as p
from companion.games.new_frontiers.tiles import powers_of_goods as g
from companion.games.new_frontiers.tiles.counted import Bonus, Count, parse_bonus
from companion.games.new_frontiers.tiles.power_lines import Power, parse_power
from companion.translation import speaking
from tests.default_run import examples
from tests.games.new_frontiers.lines import print_bonus, print_power

FORM_CASES = [
    ("Explore: draw 1 world", p.ExploreDraw(1)),
    ("Explore: draw 2 worlds", p.ExploreDraw(2)),
    ("Explore: gain 1 colonist", p.ExploreGain(a.Gain(colonists=1))),
    ("Explore: gain $2 + 1 colonist", p.ExploreGain(a.Gain(credits=2, colonists=1))),
    ("Develop: -1 cost", p.DevelopDiscount(1)),
    ("Develop: -2 cost of 9-cost", p.DevelopDiscount(2, large=True)),
    ("Develop: after you develop, gain $1", p.AfterDevelop(a.Gain(credits=1))),
    ("Settle: +2 Military", p.Military(2)),
    ("Settle: -1 Military", p.Military(-1)),
    ("Settle: +2 Military vs REBEL", p.Military(2, keyword="Rebel")),
    ("Settle: +3 Military vs ALIEN", p.Military(3, keyword="Alien")),
    ("Settle: +3 Military vs Alien", p.Military(3, kind="Alien")),
    ("Settle: +3 Military vs ALIEN TECHNOLOGY", p.Military(3, kind="Alien")),
    ("Settle: +1 Military vs Rare Elements", p.Military(1, kind="Rare")),
    ("Settle: spend 1 good for +2 Military", p.SpendForMilitary(a.Goods(1), 2)),
    ("Settle: spend 1 Rare good for +3 Military", p.SpendForMilitary(a.Goods(1, "Rare"), 3)),
    ("Settle: -2 cost", p.SettleDiscount(2)),
    ("Settle: -2 cost of Alien worlds", p.SettleDiscount(2, "Alien")),
    ("Settle: may pay for a non-Alien military world at -1 cost", p.PayForMilitary(1)),
    ("Settle: may settle 2 worlds", p.SettleTwice()),
    ("Settle: after you settle, $1", p.AfterSettle(a.Gain(credits=1))),
    ("Settle: after you settle, gain 1 VP", p.AfterSettle(a.Gain(vp=1))),
    ("Settle: after you settle, draw 1 world", p.AfterSettle(worlds=1)),
    ("Settle: after you settle, $1 + draw 2 worlds", p.AfterSettle(a.Gain(credits=1), 2)),
    ("Settle: may replace a non-military colony, same kind, cost 0-3 higher", p.ReplaceColony(3)),
    ("Settle: may replace this by settling a world", p.ReplaceThis()),
    ("Produce: gain $1", g.ProduceGain(a.Gain(credits=1))),
    (
        "Produce: gain $1 per REBEL military colony",
        g.ProduceGain(a.Gain(credits=1), Count("colony", military=True, keyword="Rebel")),
    ),
    (
        "Produce: gain $1 per Genes good produced",
        g.ProduceGain(a.Gain(credits=1), Count("good produced", kind="Genes")),
    ),
    ("Produce: gain $1 per good produced", g.ProduceGain(a.Gain(credits=1), Count("good produced"))),
    ("Produce: gain 1 VP per kind produced", g.ProduceGain(a.Gain(vp=1), Count("kind produced"))),
    ("Produce: gain $2 when this produces", g.ProduceGainHere(a.Gain(credits=2))),
    (
        "Produce: gain $3 if you produced the most Rare goods",
        g.ProduceGainMost(a.Gain(credits=3), "Rare"),
    ),
    ("Produce: good on 1 windfall", g.WindfallGood()),
    ("Produce: good on 1 Alien windfall", g.WindfallGood("Alien")),
    ("Trade: +1", g.TradeBonus(1)),
    ("Trade: +2 Genes", g.TradeBonus(2, "Genes")),
    ("Trade: +2 this", g.TradeBonus(2, this=True)),
    ("Consume: 1 good -> $2", g.ConsumeGoods(a.Goods(1), a.Gain(credits=2))),
    ("Consume: 2 goods → 3 VP", g.ConsumeGoods(a.Goods(2), a.Gain(vp=3))),
    ("Consume: 1 Genes good -> 1 VP + $1", g.ConsumeGoods(a.Goods(1, "Genes"), a.Gain(1, 1))),
    (
        "Consume: 3 goods of different kinds -> 4 VP",
        g.ConsumeGoods(a.Goods(3, different=True), a.Gain(vp=4)),
    ),
    ("Consume: all goods -> 5 VP", g.ConsumeGoods(a.Goods(None), a.Gain(vp=5))),
    (
        "Consume: up to 3 goods -> 1 VP + $1 each",
        g.ConsumeGoods(a.Goods(3), a.Gain(1, 1), up_to=True),
    ),
    (
        "Consume: up to 2 Novelty goods -> 1 VP each",
        g.ConsumeGoods(a.Goods(2, "Novelty"), a.Gain(vp=1), up_to=True),
    ),
    ("Consume: 1 good -> trade price", g.ConsumeForPrice(a.Goods(1))),
    ("Consume: 1 VP", g.ConsumeNothing(a.Gain(vp=1))),
    ("Consume: +1 VP per good consumed", g.ConsumeBonus(1)),
    (
        "Consume: +1 VP per good consumed, +1 VP if you have Galactic Salon",
        g.ConsumeBonus(1, 1, "Galactic Salon"),
    ),
]
OPTIONAL_BY_NATURE = (
    p.SpendForMilitary,
    p.PayForMilitary,
    p.SettleTwice,
    p.ReplaceColony,
    p.ReplaceThis,
)


@pytest.mark.parametrize(("line", "effect"), FORM_CASES, ids=[line for line, _ in FORM_CASES])
def test_every_form_has_its_meaning(line, effect):
    power = parse_power(line)
    assert power.effect == effect
    assert power.type == line.split(":")[0]
    assert power.may == isinstance(effect, OPTIONAL_BY_NATURE)
    assert power.text == line


@pytest.mark.parametrize(("line", "effect"), FORM_CASES, ids=[line for line, _ in FORM_CASES])
def test_may_after_the_colon_makes_any_power_optional(line, effect):
    action, rest = line.split(": ", 1)
    power = parse_power(f"{action}: may {rest.removeprefix('may ')}")
    assert (power.effect, power.may) == (effect, True)


def _without_capitals_that_matter(line):
    return "ALIEN" not in line and "Alien" not in line and "have" not in line


@pytest.mark.parametrize(("line", "effect"), FORM_CASES, ids=[line for line, _ in FORM_CASES])
def test_case_and_spacing_do_not_matter(line, effect):
    if _without_capitals_that_matter(line):
        assert parse_power(line.upper()).effect == effect
        assert parse_power(line.lower()).effect == effect
    wide = "  " + line.replace(" ", "   ").replace(":", " : ").replace("+", " + ") + "\t"
    assert parse_power(wide).effect == effect


@pytest.mark.parametrize(
    ("line", "effect"),
    [
        ("Settle:+2Military", p.Military(2)),
        ("consume:1good→$2", g.ConsumeGoods(a.Goods(1), a.Gain(credits=2))),
        ("Settle: −1 Military", p.Military(-1)),
        ("Trade: +1 rare  elements", g.TradeBonus(1, "Rare")),
        ("PRODUCE: GOOD ON 1 ALIEN TECHNOLOGY WINDFALL", g.WindfallGood("Alien")),
    ],
)
def test_lines_as_a_hurried_person_types_them(line, effect):
    assert parse_power(line).effect == effect


@pytest.mark.parametrize(
    ("line", "type"),
    [
        ("Settle: ignore the next rule", "Settle"),
        ("trade: double the price", "Trade"),
        ("Explore: draw 0 worlds", "Explore"),
        ("Consume: 0 goods -> 1 VP", "Consume"),
        ("Consume: up to 3 goods -> 1 VP", "Consume"),
        ("Develop: draw 1 world", "Develop"),
        ("Settle: -1 cost, +1 VP if you have Galactic Salon", "Settle"),
        ("Consume: 1 Rare good of different kinds -> 1 VP", "Consume"),
        ("Once a game: do something odd", ""),
        ("Explorers gain 1 VP", ""),
        ("", ""),
    ],
)
def test_a_line_not_understood_is_kept_word_for_word(line, type):
    assert parse_power(line) == Power(type, p.Manual(), False, line)
    assert print_power(parse_power(line)) == line


COLONY = Count("colony")
COUNT_CASES = [
    ("colony", COLONY),
    ("world", COLONY),
    ("other colonies", COLONY),
    ("development", Count("development")),
    ("9-cost development", Count("development", large=True)),
    ("tile", Count("tile")),
    ("military colony", Count("colony", military=True)),
    ("non-military world", Count("colony", military=False)),
    ("production colony", Count("colony", good="production")),
    ("windfall colony", Count("colony", good="windfall")),
    ("gray colony", Count("colony", gray=True)),
    ("Rare Elements colony", Count("colony", kind="Rare")),
    ("Alien colony", Count("colony", kind="Alien")),
    ("ALIEN tile", Count("tile", keyword="Alien")),
    ("alien tile", Count("tile", kind="Alien")),
    ("IMPERIUM tile", Count("tile", keyword="Imperium")),
    ("Terraforming development", Count("development", keyword="Terraforming")),
    ("REBEL military colony", Count("colony", military=True, keyword="Rebel")),
    ("Genes non-military windfall colony", Count("colony", False, "windfall", kind="Genes")),
    ("tile with Explore power", Count("tile", power="Explore")),
    ("development with Trade powers", Count("development", power="Trade")),
    ('"Galactic Salon"', Count("name", name="Galactic Salon")),
    ("Military", Count("Military")),
    ("3 VP in chips", Count("chips", size=3)),
    ("good at game end", Count("good")),
    ("2 goods at game end", Count("good", size=2)),
    ("colonist on your mat", Count("colonist")),
    ("$5", Count("credits", size=5)),
    ("colony kind", Count("colony kind")),
    ("power type", Count("power type")),
    ("keyword", Count("keyword")),
]


@pytest.mark.parametrize(("text", "count"), COUNT_CASES, ids=[text for text, _ in COUNT_CASES])
def test_everything_that_a_bonus_counts(text, count):
    line = f"VP: 2 per {text}"
    assert parse_bonus(line) == Bonus(((2, count),), True, line)
    assert parse_bonus(f"  vp :2 PER  {text} , NOT this").pairs == ((2, count),)
    assert not parse_bonus(f"VP: 2 per {text}, not this").with_this


def test_the_rulebooks_scoring_example_p10():
    bonus = parse_bonus("VP: 2 per Genes colony; 1 per other military colony")
    assert bonus.pairs == ((2, Count("colony", kind="Genes")), (1, Count("colony", military=True)))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "VP:",
        "VP: 2",
        "VP: 2 per",
        "VP: 2 per moon",
        "VP: 2 per Rare Genes colony",
        "VP: -1 per tile",
        "VP: 2 per tile;; 1 per colony",
        "VP: 1 per $0",
        'VP: 1 per ""',
        "VP: 1 per good produced",
    ],
)
def test_a_bonus_not_understood_is_kept_word_for_word(line):
    assert parse_bonus(line) == Bonus((), True, line)
    assert print_bonus(parse_bonus(line)) == line


def documented_lines():
    page = (Path(__file__).parents[3] / "docs" / "tile-language.md").read_text(encoding="utf-8")
    return re.findall(r"`((?:Explore|Develop|Settle|Produce|Trade|Consume|VP): [^`]*)`", page)


def test_every_line_of_the_page_on_the_language_is_understood():
    lines = documented_lines()
    assert len(lines) > 35
    for line in lines:
        if line.startswith("VP:"):
            assert parse_bonus(line).pairs, line
        else:
            assert not isinstance(parse_power(line).effect, p.Manual), line
    forms = {type(parse_power(line).effect) for line, _ in FORM_CASES}
    assert {type(parse_power(line).effect) for line in lines if not line.startswith("VP:")} == forms


# --- properties -----------------------------------------------------------------------------------------

NO_CLOCK = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

number = st.integers(1, 99)
kind = st.sampled_from(a.KINDS)
keyword = st.sampled_from(a.KEYWORDS)
name = st.sampled_from(("Galactic Salon", "Pan-Galactic Hologrid", "Miner's Rest", "World 3, the far one"))
gain = st.builds(a.Gain, *[st.integers(0, 20)] * 3).filter(lambda g: g != a.Gain())
goods = st.builds(a.Goods, number | st.none(), kind | st.none()) | st.builds(
    a.Goods, number, st.none(), st.booleans()
)
some_goods = goods.filter(lambda g: g.number is not None)
tiles = st.builds(
    Count,
    st.sampled_from(("colony", "development", "tile")),
    st.none() | st.booleans(),
    st.none() | st.sampled_from(("production", "windfall")),
    st.booleans(),
    st.none() | kind,
    st.none() | keyword,
    st.booleans(),
    st.none() | st.sampled_from(a.POWER_TYPES),
)
sized = st.builds(Count, st.sampled_from(("chips", "credits", "Military", "good", "colonist")), size=number)
single = st.builds(Count, st.sampled_from(("colony kind", "power type", "keyword")))
count = tiles | sized | single | st.builds(Count, st.just("name"), name=name)
produced = st.just(Count("kind produced")) | st.builds(Count, st.just("good produced"), kind=st.none() | kind)
signed = st.integers(-9, 9)
EFFECTS = {
    "Explore": st.builds(p.ExploreDraw, number) | st.builds(p.ExploreGain, gain),
    "Develop": st.builds(p.DevelopDiscount, number, st.booleans()) | st.builds(p.AfterDevelop, gain),
    "Settle": st.one_of(
        st.builds(p.Military, signed),
        st.builds(p.Military, signed, keyword=keyword),
        st.builds(p.Military, signed, kind=kind),
        st.builds(p.SpendForMilitary, goods, number),
        st.builds(p.SettleDiscount, number, st.none() | kind),
        st.builds(p.PayForMilitary, number),
        st.just(p.SettleTwice()),
        st.builds(p.AfterSettle, gain, st.integers(0, 3)) | st.builds(p.AfterSettle, worlds=number),
        st.builds(p.ReplaceColony, number),
        st.just(p.ReplaceThis()),
    ),
    "Produce": st.one_of(
        st.builds(g.ProduceGain, gain, st.none() | count | produced),
        st.builds(g.ProduceGainHere, gain),
        st.builds(g.ProduceGainMost, gain, kind),
        st.builds(g.WindfallGood, st.none() | kind, number),
    ),
    "Trade": st.builds(g.TradeBonus, number, st.none() | kind)
    | st.builds(g.TradeBonus, number, this=st.just(True)),
    "Consume": st.one_of(
        st.builds(g.ConsumeGoods, goods, gain),
        st.builds(g.ConsumeGoods, some_goods, gain, st.just(True)),
        st.builds(g.ConsumeForPrice, goods),
        st.builds(g.ConsumeNothing, gain),
        st.builds(g.ConsumeBonus, number) | st.builds(g.ConsumeBonus, number, number, name),
    ),
}


@st.composite
def power(draw):
    action = draw(st.sampled_from(a.POWER_TYPES))
    effect = draw(EFFECTS[action])
    return Power(action, effect, isinstance(effect, OPTIONAL_BY_NATURE) or draw(st.booleans()))


@given(power())
@settings(max_examples=examples(400), **NO_CLOCK)
def test_a_printed_power_reads_back_the_same(power):
    line = print_power(power)
    assert parse_power(line) == replace(power, text=line)
    assert print_power(parse_power(line)) == line
    assert power.words().endswith(".")


@pytest.mark.parametrize("line", [*(line for line, _ in FORM_CASES), "Trade: +2 Alien"])
def test_a_sentence_says_an_before_a_vowel(line):
    said = parse_power(line).words()
    assert not re.search(r"\ba [AEIO]|\ban [BCGNR]", said), said


def test_one_colonist_is_what_somebody_gets_in_german():
    with speaking("de"):
        said = parse_power("Explore: gain $2 + 1 colonist").words()
        assert "1 Kolonisten" in said
        for kind in ("Novelty", "Rare", "Genes", "Alien"):
            assert "ein Gut der Art" in parse_power(f"Trade: +2 {kind}").words()


@given(st.lists(st.tuples(number, count), min_size=1, max_size=4), st.booleans())
@settings(max_examples=examples(200), **NO_CLOCK)
def test_a_printed_bonus_reads_back_the_same(pairs, with_this):
    bonus = Bonus(tuple(pairs), with_this)
    line = print_bonus(bonus)
    assert parse_bonus(line) == replace(bonus, text=line)
    assert bonus.words().endswith(".")


@given(st.text(max_size=80))
@settings(**NO_CLOCK)
def test_any_text_is_a_power_and_a_bonus(line):
    assert parse_power(line).text == line
    assert parse_bonus(line).text == line


def test_mutated_lines_never_crash_and_keep_their_words():
    rng = random.Random(4)
    lines = [line for line, _ in FORM_CASES] + [f"VP: 2 per {text}; 1 per colony" for text, _ in COUNT_CASES]
    signs = ' ":;,+-$>()[]{}\\*?.|^→−0129aAeEnN\n\t\0é'
    kept = 0
    for _ in range(5000):
        line = list(rng.choice(lines))
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(line) + 1)
            line[place : place + rng.randint(0, 2)] = rng.choice(signs) * rng.randint(0, 2)
        text = "".join(line)
        power = parse_power(text)
        assert power.text == text
        assert print_bonus(parse_bonus(text)) is not None
        assert power.words()
        if isinstance(power.effect, p.Manual):
            assert print_power(power) == text
            kept += 1
        else:
            assert parse_power(print_power(power)).effect == power.effect
    assert kept > 1000


def test_an_endless_line_is_kept_and_not_taken_apart():
    line = "Produce: gain $1 per " + "other " * 100_000 + "colony"
    assert parse_power(line) == Power("Produce", p.Manual(), False, line)
    assert parse_bonus(line).pairs == ()
