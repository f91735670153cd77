"""Tests of cards of an expansion: met by their names, their facts asked when a rule needs them, and kept."""

from __future__ import annotations

import pickle
import re
from random import Random

import pytest

from companion.box.editing import with_tile
from companion.games.contract import (
    LATER,
    TOLD,
    Correction,
    Decision,
    Final,
    Holding,
    Illegal,
    Setup,
    Untold,
    decision_to_json,
)
from companion.games.contract.box import BoxTile
from companion.games.contract.gate import check_legal
from companion.games.contract.setup import PLAIN_NAMES
from companion.games.race_for_the_galaxy.box.box_file import as_tile
from companion.games.race_for_the_galaxy.box.registering import taught_words
from companion.games.race_for_the_galaxy.cards.catalogue import Card, printed_on
from companion.games.race_for_the_galaxy.cards.known import new_card
from companion.games.race_for_the_galaxy.cards.power_lines import power_lines
from companion.games.race_for_the_galaxy.cards.powers import Written
from companion.games.race_for_the_galaxy.cards.printed import WORLD
from companion.games.race_for_the_galaxy.rules import scoring
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.meeting import PlaceNew, with_card
from companion.games.race_for_the_galaxy.rules.placing import Place, PlaceNothing
from companion.games.race_for_the_galaxy.rules.state import (
    KNOWN_COPIES,
    OPEN_ONCE_TURNED_UP,
    WORLD_MET_ONCE,
    State,
)
from tests.default_run import examples, first_by_default
from tests.games.race_for_the_galaxy.build import GAME, asked, play, setup, table

LATER_FACTS = ("X01/price=cost 2", "X01/kind=gray", LATER)


def told_table(*actions: str, tableaus: int = 2, hand: int = 5, **options: str) -> State:
    """Blue and Green with a start world each, in the first phase that these action cards call for."""
    starts = ("Old Earth", "Epsilon Eridani", "Alpha Centauri")[:tableaus]
    return table(*([name] for name in starts), chosen=actions, hand=hand, pieces="told", **options)


def tell(state: State, *facts: str) -> State:
    (question,) = GAME.questions(state)
    assert question.form is not None
    assert question.form.problem(facts) == ""
    return play(state, GAME.answer(state, question, facts))


def met(state: State, name: str = "Nova Gem", seat: int = 0) -> State:
    """This player places it, the others nothing."""
    for other in range(len(state.empires)):
        state = play(state, PlaceNew(other, name) if other == seat else PlaceNothing(other))
    return state


def asks(state: State) -> tuple[str, tuple[tuple[str, str], ...]]:
    return ("", ()) if state.asks is None else (state.asks.moment, state.asks.facts)


# --- meeting ---------------------------------------------------------------------------------------------


def test_every_new_table_asks_and_an_old_one_plays_as_before():
    new = setup().stating(GAME.setup_options(), GAME.marks)
    assert TOLD in new.options
    assert GAME.new(new).setup.told
    old = table(["Old Earth"], ["Epsilon Eridani"], chosen=("settle", "settle"))
    assert not old.setup.told
    with pytest.raises(Illegal):
        check_legal(GAME, old, PlaceNew(0, "Nova Gem"))
    assert all(not question.meets for question in GAME.questions(old))


def test_a_name_stays_secret_until_all_have_chosen_and_is_in_the_box_then():
    begun = told_table("settle", "settle")
    state = play(begun, PlaceNew(0, "Nova Gem"))
    assert "Nova Gem" not in repr(GAME.view(state, 1)) + repr(list(state.catalogue.cards.values()))
    assert "Nova Gem" not in repr(GAME.display.page(GAME.view(state, 1), 1).choices)
    assert GAME.display.page(GAME.view(state, 0), 0).empires[0].placed == "Nova Gem"
    assert [q.meets for q in GAME.questions(state) if not q.optional] == ["world"]
    state = play(state, PlaceNothing(1))
    assert state.catalogue.shown["X01"] == new_card("X01", "Nova Gem", "world")
    assert state.supply == begun.supply + 1
    assert GAME.check(state) == ()
    assert asks(state)[0] == "placed"
    assert [question.text for question in GAME.questions(state)] == ["Blue, what is printed on Nova Gem?"]
    assert (GAME.options(state, 0), GAME.refusals(state, 1)) == ((), ())


@pytest.mark.parametrize("name", ["", "x" * 61, " Gem", "old earth", "New\nGem"])
def test_what_is_no_name_or_anothers_is_refused(name):
    state = told_table("settle", "settle")
    with pytest.raises(Illegal):
        check_legal(GAME, state, PlaceNew(0, name))
    with pytest.raises(Illegal):
        check_legal(GAME, play(state, PlaceNothing(0), PlaceNothing(1)), PlaceNew(0, "Nova Gem"))


def test_it_is_paid_for_by_what_was_told_and_nothing_else():
    state = met(told_table("settle", "settle"))
    with pytest.raises(Illegal, match="cost or defense: choose one"):
        check_legal(GAME, state, GAME.answer(state, GAME.questions(state)[0], ("X01/kind=gray", LATER)))
    state = tell(state, *LATER_FACTS)
    blue = state.empires[0]
    assert (blue.hand, [held.card for held in blue.tableau]) == (5 - 1 - 2 + 1, ["S01", "X01"])
    card = state.catalogue.shown["X01"]
    assert (card.cost, card.kind, card.military, card.untold[0]) == (2, None, False, "vp")


def test_a_windfall_gets_its_good_and_a_military_world_is_conquered():
    state = told_table("settle", "settle")
    windfall = tell(met(state), "X01/price=cost 1", "X01/kind=gene windfall", LATER)
    assert windfall.empires[0].goods == ("X01",)
    conquered = tell(met(state), "X01/price=defense 0", "X01/kind=gray", "X01/marks=Rebel", LATER)
    assert (conquered.empires[0].hand, conquered.catalogue.shown["X01"].rebel) == (5, True)


def test_who_cannot_pay_for_it_takes_it_back_and_chooses_again():
    state = met(told_table("settle", "settle", hand=3))
    before = state
    state = tell(state, "X01/price=cost 6", "X01/kind=gray", LATER)
    assert asked(state) == [(0, "place-world")]
    assert GAME.display.page(state, 0).clash == "Blue cannot place Nova Gem: choose again."
    words = GAME.words(before, GAME.answer(before, GAME.questions(before)[0], LATER_FACTS))
    assert words.startswith("Told: Nova Gem: cost 2; gray (Blue: places Nova Gem")
    (why,) = (r for r in GAME.refusals(state, 0) if r.tile == "X01")
    assert why.sentence == "Nova Gem costs 6; other cards in hand: 2."
    state = play(state, PlaceNothing(0))
    assert GAME.display.page(state, 0).clash == ""
    assert state.empires[0].hand == 3


@pytest.mark.parametrize("begun", ["today", "before"])
def test_who_chooses_again_cannot_have_what_another_turned_up_p5(begun):
    """Green's world lies open while Blue, who cannot pay for Nova Gem, chooses again, and then Red, who must
    not have Nova Gem either. Green has chosen."""
    marks = {"turned-up": "open"} if begun == "today" else {}
    state = told_table("settle", "settle", "settle", tableaus=3, **marks)
    settled, other = (GAME.catalogue.copies(name)[0].id for name in ("Tourist World", "New Vinland"))
    state = play(state, PlaceNew(0, "Nova Gem"), Place(1, settled), PlaceNew(2, "Far Reef"))
    state = tell(state, "X01/price=cost 6", "X01/kind=gray", LATER)
    offered = {option.tile for option in GAME.options(state, 0)}
    assert (other in offered, settled in offered) == (True, begun == "before")
    if begun == "before":
        return
    assert asked(state) == [(0, "place-world")]
    assert [one.placed for one in GAME.display.page(GAME.view(state, 0), 0).empires] == [
        "",
        "Tourist World",
        "Far Reef",
    ]
    for taken in (Place(0, settled), PlaceNew(0, "Far Reef"), Place(1, other)):
        with pytest.raises(Illegal):
            check_legal(GAME, state, taken)
    with pytest.raises(Illegal, match="Far Reef is another piece of this box"):
        GAME.box.named_in_answer("world", "Far Reef", state, 0)
    state = tell(play(state, Place(0, other)), "X02/price=cost 7", "X02/kind=gray", LATER)
    assert asked(state) == [(2, "place-world")]
    assert {other, settled, "X01"}.isdisjoint(option.tile for option in GAME.options(state, 2))
    state = play(state, PlaceNothing(2))
    assert [empire.tableau[-1].card for empire in state.empires] == [other, settled, "S03"]


def test_two_players_may_have_a_copy_each_of_a_development():
    state = told_table("develop", "develop")
    state = play(state, PlaceNew(0, "Salon"), PlaceNew(1, "Salon"))
    state = tell(state, "X01/price=cost 1", "X01/vp=2")
    assert [empire.tableau[-1].card for empire in state.empires] == ["X01", "X02"]
    assert {card.key for card in state.catalogue if card.further} == {"X01"}
    assert all(card.cost == 1 and not card.untold for card in state.catalogue.shown if card.further)


@pytest.mark.parametrize("named", [Place(1, "X01"), PlaceNew(1, "Salon")])
@pytest.mark.parametrize("begun", ["today", "before"])
def test_who_places_a_development_at_once_with_another_gets_the_copy_that_the_box_knows(begun, named):
    """A third one came into the box, and one card more into the supply; a table of before replays so."""
    known = '[[development]]\nid = "{}"\nname = "Salon"\ncost = 1\nvp = 2\n'
    state = with_box(known.format("X01") + known.format("X02"), *([KNOWN_COPIES] if begun == "today" else ()))
    state = play(state, ChooseActions(0, ("develop",)), ChooseActions(1, ("develop",)))
    state = play(state, Place(0, "X01"), named)
    placed = [empire.tableau[-1].card for empire in state.empires]
    assert placed == ["X01", "X02" if begun == "today" else "X03"]
    in_box = [card.id for card in state.catalogue if card.further]
    assert in_box == ["X01", "X02", *([] if begun == "today" else ["X03"])]
    cards = state.supply + state.discards + sum(one.hand + len(one.tableau) for one in state.empires)
    assert (cards, GAME.check(state)) == (len(state.catalogue), ())


def test_a_card_that_the_box_knows_already_makes_no_other_box():
    state = with_box('[[development]]\nid = "X01"\nname = "Salon"\ncost = 1\nvp = 2\n', KNOWN_COPIES)
    assert with_card(state, state.catalogue.shown["X01"]) is state


@pytest.mark.parametrize("begun", ["today", "before"])
def test_a_development_that_lies_open_stays_the_copy_that_it_is(begun):
    """Blue, who cannot pay for Nova Hall, has a second Salon: the one that lies open became it."""
    marks = dict([OPEN_ONCE_TURNED_UP, *([KNOWN_COPIES] if begun == "today" else [])])
    state = play(told_table("develop", "develop", **marks), PlaceNew(0, "Nova Hall"), PlaceNew(1, "Salon"))
    state = tell(state, "X01/price=cost 6", "X01/vp=2")
    state = play(state, Place(0, "X02"))
    (asked_of, _fact), *_more = asks(state)[1]
    state = tell(state, f"{asked_of}/price=cost 1", f"{asked_of}/vp=2")
    placed = [empire.tableau[-1].card for empire in state.empires]
    assert placed == (["X03", "X02"] if begun == "today" else ["X02", "X03"])


# --- facts when a rule needs them ------------------------------------------------------------------------


@pytest.mark.parametrize("in_the_box", [False, True])
def test_who_can_pay_for_no_known_card_is_asked_where_one_of_an_expansion_may_cost_nothing(in_the_box):
    """With one card in hand nothing is left to pay with, but for Green, whose development costs 1 less."""
    state = told_table(hand=1, steps="fewer")
    if in_the_box:
        state = with_card(state, new_card("X01", "Nova Gem", "world"))
    state = play(state, ChooseActions(0, ("settle",)), ChooseActions(1, ("develop",)))
    assert asked(state) == [(seat, "place-development") for seat in ((0, 1) if in_the_box else (1,))]


@pytest.mark.parametrize(
    ("action", "phase"),
    [
        ("explore-5", "explore"),
        ("develop", "develop"),
        ("settle", "settle"),
        ("consume-2x", "consume"),
        ("produce", "produce"),
    ],
)
def test_powers_that_were_put_off_are_asked_when_their_phase_comes(action, phase):
    state = tell(met(told_table("settle", "settle")), *LATER_FACTS)
    assert asks(state) == ("", ())
    state = play(state, ChooseActions(0, (action,)), ChooseActions(1, (action,)))
    moment, facts = asks(state)
    while facts == (("X01", "powers/trade"),):  # what a sale adds counts in Consume too
        state = tell(state)
        moment, facts = asks(state)
    assert (moment, facts) == ("phase", (("X01", f"powers/{phase}"),))
    again = tell(state)
    assert ("X01", f"powers/{phase}") not in asks(again)[1]
    assert f"powers/{phase}" not in again.catalogue.shown["X01"].untold


def test_a_power_that_is_told_acts_at_once():
    state = tell(met(told_table("settle", "settle")), *LATER_FACTS)
    state = play(state, ChooseActions(0, ("develop",)), ChooseActions(1, ("develop",)))
    hand = state.empires[0].hand
    state = tell(state, "X01/powers/develop=Develop: draw 1 card first")
    assert state.empires[0].hand == hand + 1


def test_a_power_that_no_rule_knows_is_kept_as_it_is_written():
    state = tell(
        met(told_table("settle", "settle")),
        "X01/price=cost 2",
        "X01/kind=gray",
        "X01/vp=1",
        "X01/powers=Explore: look twice",
    )
    card = state.catalogue["X01"]
    assert (card.untold, card.has_power("explore"), card.has_power("settle")) == ((), True, False)
    assert ("I", "look twice") in GAME.display.page(state, 0).empires[0].cards[-1].powers
    (question,) = GAME.questions(met(told_table("settle", "settle")))
    assert question.form.problem(("X01/price=cost 2", "X01/kind=gray", "X01/powers=fly")) == (
        "A power begins with its phase, as “Settle: ...”: 'fly'."
    )
    for line in ("Besiedeln: sieh nach", "Coloniser : regarde", "Comercio: mira"):
        assert question.form.problem(("X01/price=cost 2", "X01/kind=gray", f"X01/powers={line}")) == ""


def test_a_power_of_the_phase_that_is_asked_may_name_it_or_not():
    """In any language of the pages: kept with its words, it stood twice on the card."""
    (of_settle,) = (row for row in WORLD.rows if row.key == "powers/settle")
    for said in (
        "sieh nach",
        "Settle: sieh nach",
        "settle: sieh nach",
        "besiedeln: sieh nach",
        "Coloniser : sieh nach",
    ):
        assert of_settle.read((said,)) == {"powers": (Written("settle", "sieh nach"),)}, said
    assert of_settle.read(("Handel: sieh nach",)) == {"powers": (Written("settle", "Handel: sieh nach"),)}
    assert of_settle.read(("Settle: +1 Military",)) == {"powers": (power_lines()["Settle: +1 Military"],)}


def test_the_score_asks_for_what_is_missing_and_says_what_is_certain():
    state = tell(met(told_table("settle", "settle")), *LATER_FACTS)
    assert state.catalogue["X01"].name + ": VP not known yet" in str(GAME.score(state))
    state = state.changed(endings=("The last VP chip is given out.",))
    state = play(state, ChooseActions(0, ("explore-5",)), ChooseActions(1, ("explore-5",)))
    state = tell(state)
    while asked(state):
        seat, _kind = asked(state)[0]
        state = play(state, GAME.options(state, seat)[0].decision)
    assert asks(state) == ("score", (("X01", "vp"),))
    assert not GAME.phase(state).over
    (question,) = GAME.questions(state)
    assert re.search(r"Blue -?[0-9]+ or more", question.form.note)
    over = tell(state, "X01/vp=5")
    assert GAME.phase(over).over
    assert GAME.score(over).players[0].total == GAME.score(state).players[0].total + 5


def at_the_end(state: State) -> State:
    """This round is played to its end, or to what must be told before the sum; nobody places anything."""
    state = state.changed(endings=("The last VP chip is given out.",))
    while not state.over and asks(state)[0] != "score":
        if asks(state)[0]:
            state = tell(state)
        else:
            state = play(state, GAME.options(state, asked(state)[0][0])[-1].decision)
    return state


def test_all_that_the_sum_reads_is_asked_on_one_page_before_it():
    """Merchant Guild counts production worlds by their kinds, Galactic Federation large developments (p. 12):
    the kind of one card and the price of the other were put off."""
    starts = (["Old Earth", "Merchant Guild", "Galactic Federation"], ["Epsilon Eridani"])
    state = table(*starts, chosen=("explore-5", "explore-5"), pieces="told", facts="sheet")
    cards = (new_card("X01", "Nova Gem", "world"), new_card("X02", "Salon", "development"))
    for card in cards:
        state = with_card(state, card)
        state = GAME.correct(state, Correction(f"card/{card.id}", "tableau of blue"))
    state = at_the_end(state)
    moment, facts = asks(state)
    assert (moment, set(facts)) == (
        "score",
        {("X01", "vp"), ("X01", "kind"), ("X02", "vp"), ("X02", "price")},
    )
    before = GAME.score(state).players[0].total
    said = ("X01/vp=1", "X01/kind=gene production", "X02/vp=2", "X02/price=cost 6")
    over = tell(state, *said)
    assert GAME.phase(over).over
    # Salon counts 2 for Galactic Federation as a large development; before it was one that counts 1.
    assert GAME.score(over).players[0].total == before + 1 + 2 + 2 + (2 - 1)


@pytest.mark.parametrize("facts", [{"facts": "sheet"}, {}])
def test_a_power_told_with_the_rest_later_leaves_open_whether_there_are_more(facts):
    """In a table begun before that was asked it told all powers of the phase: its journal replays so."""
    state = tell(met(told_table("settle", "settle", **facts)), "X01/powers=Settle: +1 Military", *LATER_FACTS)
    assert ("powers/settle" in state.catalogue.shown["X01"].untold) == bool(facts)
    state = play(state, ChooseActions(0, ("settle",)), ChooseActions(1, ("settle",)))
    if facts:
        assert asks(state) == ("phase", (("X01", "powers/settle"),))
        (question,) = GAME.questions(state)
        assert question.text == "Has Nova Gem another Settle power?"
        state = tell(state, "X01/powers/settle=Settle: non-military worlds cost 2 less")
    said = [power.words() for power in state.catalogue["X01"].powers]
    assert said == ["+1 Military", "non-military worlds cost 2 less"][: 1 + bool(facts)]


def test_marks_that_were_put_off_are_asked_when_a_power_against_rebels_needs_them():
    """Who has none is asked for no more than the price (p. 5, 9)."""
    start = told_table("settle", "settle", facts="sheet")
    for needed, power in ((True, "+4 Military against Rebel worlds"), (False, "+3 Military")):
        state = GAME.correct(with_card(start, _with_power(power)), Correction("card/X09", "tableau of blue"))
        state = tell(met(state), "X10/price=defense 3", "X10/kind=gray", LATER)
        assert "marks" in state.catalogue.shown["X10"].untold
        if needed:
            assert asks(state) == ("rule", (("X10", "marks"),))
            state = tell(state, "X10/marks=Rebel")
        assert (asks(state), state.empires[0].holds("X10")) == (("", ()), True)


def test_marks_that_were_put_off_are_asked_before_a_sum_that_counts_them():
    """Alien Tech Institute counts ALIEN cards (p. 12)."""
    starts = (["Old Earth", "Alien Tech Institute"], ["Epsilon Eridani"])
    state = table(*starts, chosen=("settle", "settle"), pieces="told", facts="sheet", hand=5)
    state = at_the_end(tell(met(state), "X01/price=cost 1", "X01/kind=gray", "X01/vp=1", LATER))
    assert asks(state) == ("score", (("X01", "marks"),))
    none, alien = tell(state), tell(state, "X01/marks=ALIEN")
    assert GAME.score(alien).players[0].total - GAME.score(none).players[0].total == 2 - 0


def _with_power(words: str) -> Card:
    facts = {"price": ("cost 2",), "marks": (), "kind": ("gray",), "vp": ("1",)}
    return WORLD.told(new_card("X09", "Far Reef", "world"), facts | {"powers": (f"Settle: {words}",)})


def test_no_rule_can_read_a_fact_that_nobody_told():
    catalogue = GAME.catalogue.with_cards([new_card("X01", "Nova Gem", "world")]).strict
    card = pickle.loads(pickle.dumps(catalogue))["X01"]
    rows = [row for row in printed_on(card).rows if row.key in card.untold]
    for field in {field for row in rows for field in row.fields} - {"powers"}:
        with pytest.raises(Untold):
            getattr(card, field)
    for phase in ("explore", "develop", "settle", "trade", "consume", "produce"):
        with pytest.raises(Untold):
            card.has_power(phase)
    assert GAME.catalogue.strict is GAME.catalogue
    assert catalogue.shown["X01"].untold == card.untold


# --- the box ---------------------------------------------------------------------------------------------


def boxed(state: State, begun: State) -> str:
    text = ""
    for tile in GAME.box.told_tiles(begun, state).values():
        text = with_tile(text, tile, GAME.title)
    return text


def with_box(text: str, *marks: tuple[str, str], told: bool = True) -> State:
    made = setup(2, **dict((*marks, *((TOLD,) if told else ()))))
    return GAME.box.with_box(text).new(Setup(made.players, made.options, made.chance, text))


def test_the_next_game_knows_what_was_told():
    begun = told_table("settle", "settle")
    state = tell(met(begun), "X01/price=defense 3", "X01/kind=gray", "X01/vp=2", LATER)
    text = boxed(state, begun)
    after = with_box(text)
    assert after.catalogue.shown["X01"] == state.catalogue.shown["X01"]
    assert after.supply == with_box("").supply + 1
    known = [option.tile for option in GAME.options(after, 0)]
    assert known == [option.tile for option in GAME.options(with_box(""), 0)]
    # Without asking, only what is told as a whole is played with.
    assert "X01" not in with_box(text, told=False).catalogue


def test_a_known_card_is_offered_and_its_price_asked_once():
    begun = told_table("settle", "settle")
    text = boxed(met(begun), begun)
    state = with_box(text)
    state = play(state, ChooseActions(0, ("settle",)), ChooseActions(1, ("settle",)))
    (option,) = (o for o in GAME.options(state, 0) if o.tile == "X01")
    assert (option.why, option.decision) == ((), Place(0, "X01"))
    state = play(state, Place(0, "X01"), PlaceNothing(1))
    assert asks(state)[0] == "placed"
    assert GAME.box.newly_named("development", "Nova", state).id == "X02"


def test_the_name_of_a_known_card_places_that_card_and_no_second_world_p3():
    begun = told_table("settle", "settle")
    known = boxed(met(begun, "Nova's Gem"), begun)
    state = with_box(known, WORLD_MET_ONCE, PLAIN_NAMES)
    for name in ("Nova's Gem", " nova’s  GEM "):
        with pytest.raises(Illegal, match="is another piece of this box"):
            GAME.box.with_box(known).box.newly_named("world", name)
    state = play(state, ChooseActions(0, ("settle",)), ChooseActions(1, ("settle",)))
    assert GAME.box.named_in_answer("world", " nova’s  GEM ", state, 0) == Place(0, "X01")
    assert GAME.box.named_in_answer("world", "Nova", state, 0) == PlaceNew(0, "Nova")
    with pytest.raises(Illegal):
        check_legal(GAME, state, PlaceNew(0, "Nova’s Gem"))


def test_two_who_name_the_same_new_world_named_one_card_and_choose_again_p3():
    """Neither learns of it before both have chosen."""
    begun = told_table("settle", "settle", "settle", tableaus=3, **dict((WORLD_MET_ONCE, PLAIN_NAMES)))
    state = play(begun, PlaceNew(0, "Far-Reef"))
    assert "Far-Reef" not in repr(GAME.view(state, 1)) + repr(GAME.display.page(GAME.view(state, 1), 1))
    state = play(state, PlaceNew(1, "Far–Reef"))
    assert "Reef" not in repr(GAME.view(state, 2)) + repr(GAME.display.page(GAME.view(state, 2), 2))
    state = play(state, PlaceNothing(2))
    assert [card.id for card in state.catalogue.shown if card.further] == ["X01"]
    assert state.supply == begun.supply + 1
    assert GAME.display.page(state, 0).clash == "There are not enough copies of Far-Reef: choose again."
    assert asked(state) == [(0, "place-world"), (1, "place-world")]
    state = play(state, Place(0, "X01"), PlaceNew(1, "Near Reef"))
    assert [card.name for card in state.catalogue.shown if card.further] == ["Far-Reef", "Near Reef"]
    assert asks(state)[1][0][0] == "X01"


def test_a_secret_name_that_became_another_pieces_is_chosen_again_and_told_to_nobody_before():
    """Somebody corrects a development of that name into the box meanwhile."""
    state = play(told_table("settle", "settle", **dict((WORLD_MET_ONCE, PLAIN_NAMES))), PlaceNew(0, "Nova"))
    text = with_tile("", GAME.box.newly_named("development", "Nova", state), GAME.title)
    state = GAME.correct(state, Correction("tile/X01", text))
    state = play(state, PlaceNew(1, "Far Reef"))
    assert GAME.display.page(state, 0).clash == "There are not enough copies of Nova: choose again."
    assert asked(state) == [(0, "place-world")]
    state = play(state, PlaceNew(0, "Near Reef"))
    assert [card.name for card in state.catalogue.shown if card.further] == ["Nova", "Far Reef", "Near Reef"]


@pytest.mark.parametrize("known", [True, False])
def test_a_table_of_before_met_a_world_twice_and_replays_so(known):
    state = told_table("settle", "settle")
    if known:
        state = with_box(boxed(met(state), state))
        state = play(state, ChooseActions(0, ("settle",)), ChooseActions(1, ("settle",)))
    state = play(state, PlaceNew(0, "Nova Gem"), PlaceNew(1, "Nova Gem"))
    assert [card.name for card in state.catalogue.shown if card.further] == ["Nova Gem"] * (2 + known)
    state = tell(state, *(fact.replace("X01", asks(state)[1][0][0]) for fact in LATER_FACTS))
    assert state.empires[0].tableau[-1].card != state.empires[1].tableau[-1].card


def test_it_is_named_openly_too_and_corrected_into_a_tableau():
    state = told_table("explore-5", "explore-5")
    text = with_tile("", GAME.box.newly_named("world", "Nova Gem", state), GAME.title)
    taught = GAME.correct(state, Correction("tile/X01", text))
    assert GAME.words(state, Correction("tile/X01", text)) == "Nova Gem is in this box, as X01"
    assert GAME.check(taught) == ()
    laid = GAME.correct(taught, Correction("card/X01", "tableau of blue"))
    assert GAME.check(laid) == ()
    assert "X01" in [held.card for held in laid.empires[0].tableau]
    with pytest.raises(Illegal, match="takes in no cards of expansions: begin a new one at which you draw"):
        GAME.correct(table(["Old Earth"], ["Epsilon Eridani"]), Correction("tile/X01", text))


def test_two_worlds_that_both_lie_on_the_table_are_no_one_piece_p3():
    state = told_table("explore-5", "explore-5")
    for id, name, place in (("X01", "Nova Gem", "blue"), ("X02", "Nova Gems", "green")):
        text = with_tile("", GAME.box.newly_named("world", name, state), GAME.title)
        state = GAME.correct(state, Correction(f"tile/{id}", text))
        state = GAME.correct(state, Correction(f"card/{id}", f"tableau of {place}"))
    merged = GAME.box.at(state).box.book().merged("X02", "X01")[0].tile
    with pytest.raises(Illegal, match=r"^Both are on the table: they are two pieces\.$"):
        GAME.correct(state, Correction("same/X02", with_tile("", merged, GAME.title)))


def test_a_tag_is_met_where_it_is_placed():
    state = told_table("settle", "settle")
    assert GAME.box.newly_tagged("X07A", "", state).fields["name"] == "X07"
    with pytest.raises(Illegal, match="no card of an expansion"):
        GAME.box.newly_tagged("W99A", "", state)
    text = with_tile("", GAME.box.newly_tagged("X07A", "", state), GAME.title)
    with pytest.raises(Illegal, match="X07 is known already"):
        GAME.box.newly_tagged("X07A", "", GAME.correct(state, Correction("tile/X07", text)))
    with pytest.raises(Illegal, match="when it is placed"):
        GAME.box.newly_tagged("X07A", "", told_table())


CARD = '[[development]]\nid = "X01"\nname = "Salon"\ncost = 6\nvp = "?"\nbonus = ["2 novelty_production"]\n'


@pytest.mark.parametrize(
    ("before", "after", "said", "untold"),
    [
        ("X01", "D011", "only the start worlds S06 to S11", None),
        ("Salon", "Old Earth", "another piece", None),
        ('name = "', 'title = "', "Give the card its name.", None),
        ("cost = 6", "defense = 6", "cost, or the defense", "price"),
        ("cost = 6", "", "cost is missing", "price"),
        ("cost = 6", "cost = 60", "whole number", "price"),
        ('"?"', "12", "whole number", "vp"),
        ("2 novelty_production", "2 tea", "counts none of these", "bonus"),
        ("cost = 6", 'cost = 6\nkind = "gene"\ngood = "windfall"', "kind", ""),
        ("cost = 6", 'cost = 6\npowers = ["fly"]', "powers cannot be “fly”", "powers/explore"),
        ("cost = 6", 'cost = 6\nuntold = ["colour"]', "untold", ""),
        ("cost = 6", "cost = 6\nspeed = 1", "has no 'speed'", ""),
    ],
)
def test_a_card_that_is_not_as_it_should_be_is_read_as_far_as_it_can_be(before, after, said, untold):
    """A file loads with it, says on which line what is wrong, and has all else; a form refuses it."""
    assert GAME.box.with_box(CARD).catalogue["X01"].variable
    text = CARD.replace(before, after)
    game = GAME.box.with_box(text + '[[world]]\nid = "X02"\nname = "Nova Gem"\ncost = 2\nvp = 1\n')
    (line,) = (line for line in game.box.check_box(None).lines() if line.startswith("cannot be read"))
    assert said in line
    assert game.catalogue["X02"].cost == 2
    read = game.catalogue.cards.get("X01")
    assert (None if read is None else read.untold[:1]) == (
        None if untold is None else (untold,) * bool(untold)
    )
    with pytest.raises(Illegal, match=None if untold is None else said):
        taught_words(GAME.catalogue, Correction("tile/X01", text))


@pytest.mark.property
def test_any_part_of_a_card_in_any_wrong_form_costs_that_part_alone():
    rng = Random(5)
    good = {
        "cost": 3,
        "vp": 2,
        "kind": "gene",
        "good": "windfall",
        "rebel": True,
        "powers": ["Settle: +1 Military"],
    }
    wrong = (None, -1, 77, "x", [], ["x"], {}, True, 1.5, [3])
    for _i in range(examples(200)):
        fields = {name: rng.choice(wrong) if rng.random() < 0.3 else value for name, value in good.items()}
        fields = {name: value for name, value in fields.items() if rng.random() < 0.9 and value is not None}
        text = with_tile("", BoxTile("world", {"id": "X01", "name": "Nova Gem", **fields}), GAME.title)
        game = GAME.box.with_box(text)
        card = game.catalogue["X01"]
        again = with_tile("", as_tile(card), GAME.title)
        assert GAME.box.with_box(again).catalogue["X01"] == card
        assert GAME.box.with_box(again).box.check_box(None).unread == ()
        if fields == good:
            assert (card.untold, game.unread) == ((), ())


def test_the_counts_go_on_without_cards_beyond_the_rulebooks():
    report = GAME.box.with_box(CARD).box.check_box(None)
    assert (report.ok, report.progress) == (True, ("1 card beyond the rulebook's: Salon.",))
    assert GAME.box.check_box(None).progress == ()


def test_a_finished_table_asks_for_its_vp_and_says_what_its_sum_lacks():
    untold = CARD.replace("cost = 6\n", "").replace('vp = "?"\nbonus', 'untold = ["price", "vp"]\nbonus')
    game = GAME.box.with_box(untold.replace('bonus = ["2 novelty_production"]\n', ""))
    book = game.untracked.final()
    tiles = {
        "S01": "home",
        "X01": "development",
        game.catalogue.copies("Galactic Federation")[0].id: "development",
    }
    final = Final((Holding("Mia", tiles, numbers={"chips": 3}),))
    asked_names = [one.name for one in book.asked(final, 0)]
    assert "printed X01" in asked_names
    (doubt,) = book.doubts(final, 0)
    assert "nobody told it of Salon: cost" in doubt
    entered = Final((Holding("Mia", tiles, numbers={"chips": 3, "printed X01": 4}),))
    assert book.score(entered).players[0].total == book.score(final).players[0].total + 4
    assert [role.sort for role in book.roles] == ["", "world", "development"]


# --- whole games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", first_by_default(range(4)))
def test_random_games_with_new_cards_end_and_replay(seed):
    rng, steps = Random(seed), []
    made = setup(3, steps="fewer", pieces="told", **({"facts": "sheet"} if seed % 2 == 0 else {}))
    state = begun = GAME.new(made)
    while not GAME.phase(state).over:
        question = rng.choice([q for q in GAME.questions(state) if not q.optional])
        decision = _any(state, question, rng, len(steps))
        check_legal(GAME, state, decision)
        GAME.words(state, decision)
        steps.append(decision)
        state = GAME.play(state, decision)
        assert GAME.check(state) == ()
        for seat in (None, 0, 1):
            GAME.display.page(GAME.view(state, seat), seat)
    assert any(card.further for card in state.catalogue)
    replayed = begun
    for step in steps:
        replayed = GAME.play(replayed, GAME.decision(decision_to_json(step)))
    assert replayed == state
    told_by_chance = [_with_all_told(card, rng) for card in state.catalogue.shown if card.untold]
    known = state.changed(catalogue=state.catalogue.with_cards(told_by_chance))
    assert known.catalogue.shown is known.catalogue
    assert scoring.score(known) == GAME.score(state)  # whatever is still untold, the sum is right


def _with_all_told(card, rng):
    while card.untold:
        fact = card.untold[0]
        offered = [one.value for one in printed_on(card).row(fact).sayings(card)]
        said = () if fact in ("marks", "bonus") or fact.startswith("powers") else (rng.choice(offered),)
        card = printed_on(card).told(card, {fact: said})
    return card


def _any(state, question, rng, number) -> Decision:
    if question.form is not None:
        value = question.form.sample(rng)
        if question.form.later and rng.random() < 0.7:
            value = (*(v for v in value if "price" in v or "kind" in v), LATER)
        return GAME.answer(state, question, value)
    if question.meets and state.empires[question.player].hand and rng.random() < 0.2:
        return PlaceNew(question.player, f"Card {number}")
    return rng.choice(GAME.options(state, question.player)).decision
