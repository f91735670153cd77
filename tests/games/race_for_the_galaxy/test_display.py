"""Tests of the game's own pages: their content, in every language, and what they keep secret."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from companion.games.contract import Correction
from companion.games.race_for_the_galaxy.cards.card_words import caption
from companion.games.race_for_the_galaxy.cards.powers import PHASES
from companion.games.race_for_the_galaxy.drawing.card_svg import SIGN_LETTER, card_sign, card_svg
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.placing import Place
from companion.games.race_for_the_galaxy.wording.names import KIND_LETTERS, NUMERALS
from companion.simulation.simulate import new_game, steps
from companion.translation import languages, speaking
from tests.games.race_for_the_galaxy.build import GAME, id_of, new, play, table
from tests.games.race_for_the_galaxy.test_random_games import OPTION_SETS


def page(state, player=None):
    return GAME.display.page(GAME.view(state, player), player)


def test_the_page_of_a_game_in_the_middle():
    state = table(["Old Earth", "Gem World*"], ["New Sparta"], chosen=("develop", "settle"), chips=(3, 0))
    shown = page(state, 0)
    assert [(p.numeral, p.chosen, p.now, p.done) for p in shown.phases] == [
        ("II", (0,), True, False),
        ("III", (1,), False, False),
    ]
    me = shown.me
    assert (me.hand, me.chips, me.goods, me.actions, me.waits) == (5, 3, 1, ("Develop",), True)
    assert [(card.name, card.good) for card in me.cards] == [("Old Earth", ""), ("Gem World", "Novelty")]
    assert shown.score.total == GAME.score(state).players[0].total
    assert (shown.fullest, shown.full) == (2, 12)


def test_the_cards_to_place_are_listed_the_likeliest_first_and_found_by_three_letters():
    state = table(["New Sparta"], ["Old Earth"], chosen=("settle", "settle"), hand=3)
    choices = page(state, 0).choices
    # New Sparta's Military makes military worlds the likely ones.
    assert "ilitary world" in choices[0].card.what
    assert [choice.card.name for choice in choices if "rep" in choice.words] == ["Reptilian Uplift Race"]
    assert page(state).choices == ()


def test_what_another_chose_shows_on_no_other_page():
    state = play(new(3), ChooseActions(0, ("develop",)))
    assert page(state, 0).empires[0].actions == ("Develop",)
    for other in (1, None):
        empire = page(state, other).empires[0]
        assert (empire.actions, empire.answered) == ((), True)
    state = table(["Old Earth"], ["New Sparta"], chosen=("develop", "develop"))
    state = play(state, Place(0, id_of("Colony Ship")))
    assert page(state, 0).empires[0].placed == "Colony Ship"
    assert page(state, 1).empires[0].placed == page(state).empires[0].placed == ""


def test_specialized_military_is_told_apart():
    state = table(["New Sparta", "Galactic Imperium", "Alien Rosetta Stone World"], ["Old Earth"])
    me = page(state, 0).me
    assert me.military.total == 2
    assert [(tally.label, tally.total) for tally in me.special] == [
        ("against Rebel worlds", 4),
        ("against worlds: Alien technology", 2),
    ]


def test_two_of_a_phase_show_who_has_the_bonus_in_each():
    chosen = (("develop", "develop"), ("develop", "settle"))
    state = table(["Old Earth"], ["New Sparta"], chosen=chosen, two_players="experienced")
    assert [(p.key, p.chosen) for p in page(state).phases] == [
        ("develop", (0, 1)),
        ("develop2", (0,)),
        ("settle", (1,)),
    ]


@pytest.mark.parametrize("good", [False, True])
def test_every_card_is_drawn(good):
    for card in GAME.catalogue:
        drawing = ElementTree.fromstring(str(card_svg(card, good)))
        assert drawing.find("{http://www.w3.org/2000/svg}title").text == card.name
        # On the tablet a name of the tableau is read across the table: as large as there is room beside the
        # powers and above a good.
        name = [it for it in drawing if it.get("x") == "37"]
        assert " ".join(it.text for it in name) == card.name
        assert all(float(it.get("y")) <= 59 for it in name)
        size = float(name[0].get("font-size"))
        assert max(len(it.text) for it in name) * size <= 80
        assert size >= 7 or max(map(len, card.name.split())) > 11


def test_all_that_is_written_on_a_short_card_lies_on_it():
    """A third phase stood below its lower edge, at the edge of an upright tablet."""
    for card in GAME.catalogue:
        written = [
            it for it in ElementTree.fromstring(str(card_svg(card, short=True))) if it.tag.endswith("text")
        ]
        names, signs = (
            [it for it in written if bool(it.get("font-weight")) is bold] for bold in (False, True)
        )
        assert " ".join(it.text for it in names) == card.name
        assert all(float(it.get("y")) <= 45 for it in written), card.name
        phases = [it for it in signs if it.get("font-size") == "7"]
        assert len(phases) == sum(card.has_power(phase) for phase in PHASES)
        # Where they stand in a row, the name is above them.
        below = min((float(it.get("y")) - 7 for it in phases), default=99)
        if len({it.get("x") for it in phases}) > 1:
            assert max(float(it.get("y")) for it in names) <= below, card.name
            assert max(float(it.get("x")) for it in phases) < 50


@pytest.mark.parametrize("good", [False, True])
def test_a_card_that_is_too_small_for_its_name_has_large_signs(good):
    for card in GAME.catalogue:
        drawing = ElementTree.fromstring(str(card_sign(card, good)))
        written = [it for it in drawing if it.tag.endswith("text")]
        assert {float(it.get("font-size")) for it in written} == {SIGN_LETTER}, card.name
        price, vp, *more = (it.text for it in written)
        phases = [NUMERALS[phase] for phase in PHASES if card.has_power(phase)]
        assert (price, vp) == (str(card.cost), "?" if card.variable else str(card.vp))
        assert sorted(more) == sorted([*phases, *(KIND_LETTERS[it] for it in [card.kind] if it and good)])
        # They stand from the right; a good keeps its place beside them.
        numerals = sorted((float(it.get("x")) for it in written[2:] if it.text in phases), reverse=True)
        assert not phases or numerals[0] < 63
        assert not phases or numerals[-1] > (26 if good and card.kind else 9), card.name


@pytest.mark.parametrize("language", languages())
def test_every_card_is_told_in_every_language(language):
    with speaking(language):
        for card in GAME.catalogue:
            assert caption(card)
            for power in card.powers:
                assert power.words()
                assert "{" not in power.words()
                assert power.phase in PHASES


def test_powers_in_words():
    said = {card.name: [power.words() for power in card.powers] for card in GAME.catalogue}
    assert said["Contact Specialist"] == [
        "\u22121 Military",
        "may pay for a military world, not an Alien one: its defense less 1",
    ]
    assert said["Tourist World"] == ["discard 2 goods for 3 VP"]
    assert said["Free Trade Association"][0] == "discard up to 3 goods for 1 VP + 1 card each: Novelty"
    assert said["Deficit Spending"] == ["may discard up to 2 cards from hand for 1 VP each"]


@pytest.mark.parametrize("language", languages())
def test_whole_games_are_told_in_every_language(language):
    with speaking(language):
        rng = Random(language)
        state = new_game(GAME, 3, OPTION_SETS[0], rng)
        for step in list(steps(GAME, state, GAME.players["random"], rng))[::3]:
            for player in (0, None):
                shown = page(step.after, player)
                assert len(shown.empires) == 3
                for empire in shown.empires:
                    assert all("<svg" in shown.draw(card) for card in empire.cards)
            for question in GAME.questions(step.before):
                assert question.text
                assert "{" not in question.text
                for option in GAME.options(step.before, question.player):
                    assert shown.answer(option) is not None
            assert "{" not in GAME.words(step.before, step.decision)


def test_a_clash_is_told_on_the_page():
    state = table(["Old Earth"], ["New Sparta"], ["Epsilon Eridani"], chosen=("develop",) * 3)
    for seat in range(3):
        state = play(state, Place(seat, id_of("Public Works")))
    assert page(state).clash == "There are not enough copies of Public Works: choose again."


def test_what_a_play_is_remembered_by():
    state = table(["Old Earth", "Gem World", "Public Works"], ["New Sparta"])
    assert GAME.display.owned(state, 0) == {
        "Start world": ("Old Earth",),
        "Developments": ("Public Works",),
        "Worlds": ("Gem World",),
    }
    assert GAME.display.starts(state) is None


def test_what_might_have_been():
    state = table(["Old Earth"], ["New Sparta", "Gem World"], chips=(1, 3), hand=(4, 4))
    kinds = {}
    for found in GAME.what_ifs.what_ifs(state, 0):
        for one in found:
            kinds.setdefault(one.kind, []).append(one)
    assert kinds["chips"][1].sheet.players[0].total == GAME.score(state).players[0].total + 2
    assert {one.kind for group in kinds.values() for one in group} == {"chips", "hand", "development"}
    built = next(one for one in kinds["development"] if "Public Works" in one.words)
    assert built.sheet.players[0].total == GAME.score(state).players[0].total + 1


def test_marks_of_corrections_name_facts():
    state = GAME.correct(table(["Old Earth", "Gem World"], ["New Sparta"]), Correction("round", 3))
    paths = {fact.path for fact in GAME.facts(state)}
    touch = page(state).touch
    assert touch.card(0, id_of("Gem World")).split()[0] in paths
    assert {touch.hand(1), touch.chips(0), *touch.COURSE.split(), *touch.MIDDLE.split()} <= paths


def test_a_card_in_hand_says_its_price_or_why_it_cannot_be_placed_now():
    state = table(["Old Earth"], ["New Sparta"], chosen=("develop", "settle"), hand=3)
    reference = GAME.reference
    ship = reference.tile_now(state, 1, id_of("Colony Ship"))
    assert ship.says == ("Green could place it now.",)
    assert [tally.total for tally in ship.numbers] == [2]
    dear = reference.tile_now(state, 1, id_of("Galactic Imperium"))
    assert dear.says == ("Galactic Imperium costs 6; other cards in hand: 2.", "4 cards more are needed.")
    assert reference.tile_now(state, 1, id_of("Gem World")).says == ("It can be placed in Settle.",)
    # A copy that lies in a tableau is that card: its front is the same.
    assert reference.tile_now(state, None, id_of("Colony Ship")).says == ()
    assert any(
        "Counts now" in said or "Not in this phase" in said
        for said in reference.tile_now(state, 0, "S01").says
    )


def test_the_front_of_a_card_says_what_every_copy_says():
    card = GAME.catalogue.copies("Public Works")[0]
    words = GAME.reference.tile_words(card.key)
    assert words == GAME.reference.tile_words(card.id)
    assert (words.name, words.powers[0]) == (
        "Public Works",
        ("II Develop", "draw 1 card after placing a development"),
    )
    assert GAME.reference.tile_words("no such card") is None
