"""Tests of a player whose cards the companion deals, and who says which of them are kept and discarded."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.contract import Correction, Illegal, Setup
from companion.games.contract.gate import check_legal
from companion.games.contract.own_hand import Choice
from companion.games.race_for_the_galaxy.dealt_cards import Hands, all_cards
from companion.games.race_for_the_galaxy.rules.cards_chosen import ChosenCards
from companion.games.race_for_the_galaxy.rules.placing import Place
from companion.games.race_for_the_galaxy.rules.state import HAND_LIMIT, State
from tests.default_run import first_by_default, many
from tests.games.race_for_the_galaxy.build import GAME, setup

DEALER = GAME.dealer


class Dealt:
    """A game in which these seats choose their cards; the others, and what is not tested, play sensibly."""

    def __init__(self, choosers: tuple[int, ...] = (0,), players: int = 2, seed: int = 1, **options: str):
        made: Setup = setup(players, **options)
        for seat in choosers:
            made = DEALER.choosing(made, seat)
        self.rng = Random(f"chosen {seed}")
        self.state: State = GAME.new(made)
        self.hands: Hands = DEALER.deal(self.state, self.rng)

    @property
    def choice(self) -> Choice | None:
        return DEALER.choice(self.hands, self.state)

    def do(self, decision: Any) -> None:
        check_legal(GAME, self.state, decision)
        assert GAME.words(self.state, decision)
        after = GAME.play(self.state, decision)
        self.hands = DEALER.follow(self.hands, self.state, decision, after, self.rng)
        self.state = after

    def choose(self, *cards: str) -> None:
        choice = self.choice
        assert choice is not None
        self.do(DEALER.chosen(choice, cards))

    def choose_at_random(self) -> None:
        choice = self.choice
        assert choice is not None
        self.choose(*self.rng.sample(choice.cards, choice.count))

    def play(self, action: str = "") -> None:
        """The next answer that is not a choice of cards. action: what is chosen where all choose theirs."""
        asked = self.rng.choice([one for one in GAME.questions(self.state) if not one.optional])
        if asked.kind == "choose-actions" and action:
            self.do(GAME.decision({"do": asked.kind, "player": asked.player, "actions": [action]}))
            return
        options = DEALER.options(self.hands, self.state, asked)
        known, held = GAME.view(self.state, asked.player), DEALER.hand(self.hands, asked.player)
        sensible = GAME.players["sensible"]
        decision = sensible.choose(GAME, known, asked, options, self.rng, held)
        if decision.do == "place":  # a page names the first of several copies, whichever is in hand
            tile = next(
                one.tile
                for one in GAME.options(self.state, asked.player)
                if one.decision == decision.offered_as(self.state)
            )
            decision = Place(asked.player, tile)
        self.do(decision)

    def until_asked(self, words: str, *actions: str) -> Choice:
        """Plays rounds with these actions in turn until such a choice is open; others are made at random."""
        while self.state.round <= 12:
            if self.choice is None:
                self.play(actions[self.state.round % len(actions)])
            elif words in self.choice.words:
                return self.choice
            else:
                self.choose_at_random()
        raise AssertionError("never asked")

    def check(self) -> None:
        """Every card of the game is somewhere, once, and where the counts say."""
        if self.hands.waiting:
            return
        cards = all_cards(self.hands, self.state)
        assert len(cards) == len(set(cards)) == len(self.state.catalogue)
        assert [len(hand) for hand in self.hands.hands] == [one.hand for one in self.state.empires]
        counts = (len(self.hands.deck), len(self.hands.discards))
        assert counts == (self.state.supply, self.state.discards)


def test_of_six_cards_dealt_the_player_chooses_two_to_discard_p2():
    game = Dealt()
    choice = game.choice
    assert (choice.player, len(choice.cards), choice.count, choice.keeps) == (0, 6, 2, False)
    assert choice.words == "Discard 2 cards of the first 6. Which?"
    game.choose(*choice.cards[1:3])
    assert game.hands.hands[0] == (choice.cards[0], *choice.cards[3:])
    assert game.choice is None
    assert len(game.hands.hands[1]) == 4, "the dealer has chosen for who does not"
    game.check()


def test_the_first_hand_of_a_first_game_is_preset_p2():
    assert Dealt(game="first").choice is None


def test_of_the_cards_drawn_the_player_chooses_which_to_keep_p3():
    game = Dealt()
    game.choose_at_random()
    choice = game.until_asked("drawn", "explore-5")
    assert (len(choice.cards), choice.count, choice.keeps) == (7, 1, True)  # 2 and 5 more
    worst = min(choice.cards, key=lambda card: card in choice.usual)
    before = game.hands.hands[0]
    game.choose(worst)
    assert game.hands.hands[0] == (*before, worst)
    assert {*choice.cards} - {worst} <= {*game.hands.discards}
    game.check()


@pytest.mark.parametrize("action", ["develop", "settle"])
def test_the_player_chooses_the_cards_that_pay_p4_p5(action):
    game = Dealt()
    game.choose_at_random()
    choice = game.until_asked("pay for", action, "explore-1-1")
    placed = game.state.empires[0].tableau[-1].card
    assert game.state.card(placed).name in choice.words
    assert placed not in choice.cards, "what is placed pays for nothing"
    gone = choice.cards[: choice.count]
    game.choose(*gone)
    assert {*gone} <= {*game.hands.discards}
    assert not {*gone} & {*game.hands.hands[0]}
    game.check()


def test_at_a_rounds_end_the_player_chooses_what_goes_down_to_ten_p3_p7():
    game = Dealt()
    game.choose_at_random()
    choice = game.until_asked("down to 10", "explore-1-1")
    assert len(choice.cards) - choice.count == HAND_LIMIT == game.state.empires[0].hand
    game.choose(*choice.cards[: choice.count])
    assert game.hands.hands[0] == choice.cards[choice.count :]


def test_of_two_start_worlds_dealt_the_player_keeps_one_p8():
    game = Dealt(start="choice", start_worlds="eleven")
    game.choose_at_random()
    choice = game.choice
    assert choice.words == "Which start world do you keep?"
    assert choice.cards == game.hands.starts[0]
    game.choose(choice.cards[1])
    game.play()
    assert game.state.empires[0].start == choice.cards[1]
    game.check()


def test_the_choice_changes_nothing_that_is_counted_and_its_words_name_no_card_p3():
    game = Dealt()
    choice, before = game.choice, game.state
    decision = DEALER.chosen(choice, choice.cards[:2])
    assert GAME.words(before, decision) == "Blue chooses 2 cards to discard"
    game.choose(*choice.cards[:2])
    assert game.state == before
    assert GAME.decision({"do": "choose-cards", "player": 0, "cards": list(choice.cards[:2]), "kept": False})


def test_nothing_but_what_a_step_left_open_is_chosen():
    game = Dealt()
    cards = game.choice.cards
    for wrong in (
        ChosenCards(0, cards[:1], False),
        ChosenCards(0, cards[:3], False),
        ChosenCards(0, cards[:2], True),
        ChosenCards(0, (cards[0], cards[0]), False),
        ChosenCards(0, (cards[0], "no card"), False),
        ChosenCards(1, cards[:2], False),
    ):
        with pytest.raises(Illegal):
            check_legal(GAME, game.state, wrong)
    game.choose(*cards[:2])
    with pytest.raises(Illegal):
        check_legal(GAME, game.state, ChosenCards(0, cards[:2], False))
    plain = GAME.new(setup(2))
    with pytest.raises(Illegal):
        check_legal(GAME, plain, ChosenCards(0, cards[:2], False))


def test_what_is_not_said_before_the_next_step_the_dealer_chooses():
    game = Dealt()
    best = {*game.choice.cards} - {*game.choice.usual}
    game.play("develop")
    assert {*game.hands.hands[0]} == best
    assert game.choice is None
    game.check()


def test_of_cards_that_another_deal_gave_the_dealer_chooses():
    """A record of a game that goes on has no seed: it is dealt anew."""
    game = Dealt()
    first = DEALER.chosen(game.choice, game.choice.cards[:2])
    other = Dealt(seed=2)
    assert {*first.cards} - {*other.choice.cards}
    other.do(first)
    assert other.choice is None
    other.check()


def test_after_a_correction_nothing_is_left_to_choose():
    game = Dealt()
    path = next(fact.path for fact in GAME.facts(game.state) if fact.path.startswith("hand/"))
    corrected = GAME.correct(game.state, Correction(path, 5))
    assert DEALER.choice(DEALER.deal(corrected, Random(1)), corrected) is None


def test_a_search_chooses_for_everybody_by_itself():
    game = Dealt()
    around = DEALER.deal_around(game.state, 1, game.hands.hands[1], Random(1))
    assert DEALER.choice(around, game.state) is None


def test_where_nobody_chooses_no_hand_waits():
    game = Dealt(())
    while not game.state.over:
        assert game.choice is None
        assert not game.hands.waiting
        game.check()
        game.play()


OPTIONS = (
    {},
    {"start": "choice", "start_worlds": "eleven"},
    {"steps": "each"},
    {"two_players": "experienced"},
)


def played(seed: int) -> Dealt:
    """A whole game in which cards are chosen at random, checked after each step."""
    players = 2 + seed % 3
    choosers = tuple(seat for seat in range(players) if seat == 0 or (seed + seat) % 3 == 0)
    game = Dealt(choosers, players, seed, **OPTIONS[seed % len(OPTIONS)])
    for _step in range(5000):
        if game.state.over:
            return game
        game.check()
        if game.choice is None:
            game.play()
            continue
        assert 0 < game.choice.count < len(game.choice.cards)
        assert game.choice.player in choosers
        choice, chosen = game.choice, set(game.rng.sample(game.choice.cards, game.choice.count))
        discarded = len(game.hands.discards)
        game.choose(*chosen)
        if choice.does == ChosenCards.do:
            held = {*game.hands.hands[choice.player]}
            stay = chosen if choice.keeps else {*choice.cards} - chosen
            assert stay <= held
            gone = {*choice.cards} - stay
            # Where the supply is used up, the discards are shuffled, and one may be drawn again (p. 7).
            shuffled = len(game.hands.discards) < discarded + len(gone)
            assert shuffled or not gone & held
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seed", first_by_default(range(24), 3))
def test_games_of_random_choices_end_and_every_card_is_somewhere(seed):
    played(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, many(400), 50))
def test_hundreds_of_games_of_random_choices_end(first):
    for seed in range(first, first + 50):
        played(seed)
