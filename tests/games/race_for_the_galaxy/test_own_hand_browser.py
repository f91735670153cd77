"""A browser test of three whose phones keep their hands, by touch and by picture, through whole rounds."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from types import SimpleNamespace
from typing import Any

import cv2
import pytest
from flask import Flask

from companion.box.shelf import Shelf
from companion.coach import hand_help
from companion.games.contract import Player, Setup
from companion.simulation.computer_seats import ComputerSeats
from companion.table.advice import FAIR, GOOD, POOR, Graded, SeatAdvice
from companion.table.chance import setup_with_draws
from companion.table.settings import Settings
from companion.table.table import Table
from companion.web import create_app
from companion.web.request.services import services_of
from tests.default_run import first_by_default
from tests.games.race_for_the_galaxy.build import GAME
from tests.games.race_for_the_galaxy.test_browser import room  # noqa: F401
from tests.rigs.drawn_cards import card_picture, tableau_photo

pytestmark = pytest.mark.browser
PHONE = (390, 844)
TAPS_A_ROUND = 5
"""Of a player in the median, letters apart."""
KEPT = "Object.entries(localStorage).find(([name]) => name.startsWith('hand:'))[1]"
FIRST_ROUND, SECOND_ROUND = ("explore-1-1", "develop", "settle"), ("settle", "produce", "develop")
ROUNDS = {"one": (SECOND_ROUND,), "two": (FIRST_ROUND, SECOND_ROUND)}
"""The actions that the three choose in each round."""


@pytest.fixture
def table(room: SimpleNamespace) -> Table[Any]:  # noqa: F811
    players = tuple(Player(colour.capitalize(), colour) for colour in ("blue", "green", "red"))
    setup = setup_with_draws(GAME, Setup(players, (("steps", "fewer"),)).stating(GAME.setup_options()), 5)
    return room.tables.create(GAME.name, setup, seed=5, settings=Settings())


@pytest.fixture
def app(room: SimpleNamespace, tmp_path: Path) -> Iterator[Flask]:  # noqa: F811
    """With pictures of its own, apart from those of this machine's owner."""
    app = create_app(room, boxes=Shelf(tmp_path / "boxes"))
    yield app
    services_of(app).live.close()


class Hand:
    """A player with real cards and a phone that keeps which they are. taps: those of the round."""

    def __init__(
        self, one: Any, table: Table[Any], seat: int, deck: list[str], by_picture: bool = False
    ) -> None:
        self.one, self.table, self.seat, self.deck = one, table, seat, deck
        self.by_picture = by_picture
        self.taps = 0

    @property
    def known(self) -> dict[str, Any]:
        return json.loads(self.one.page.evaluate(KEPT))["hands"][-1][1]

    def settled(self) -> Any:
        """Waits until the phone shows the hand of what the table is now."""
        self.one.until(self.table.number)
        at = self.table.path(self.table.number)[-1][1].number
        self.one.page.wait_for_function(
            f"""at => JSON.parse({KEPT})
              .hands.at(-1)[0] === at && document.querySelector("#own-hand .own-hand")""",
            arg=at,
        )
        return self.one.page.locator(".own-hand")

    def asked(self) -> tuple[int, int]:
        """How many cards are to be named: (new in the hand, of those drawn)."""
        shown = self.settled()
        return int(shown.get_attribute("data-unknown")), int(shown.get_attribute("data-look"))

    def tell(self) -> None:
        """Says what the phone asks: cards drawn, kept and discarded."""
        self.settled()
        while self.known["discard"]:
            self.tap("[data-hand=discard] button", lambda: not self.known["discard"])
        unknown, look = self.asked()
        if look and not self.by_picture:
            self.name([self.deck.pop() for _card in range(look)][: self.known["keep"]])
        elif look:
            self.photograph([self.deck.pop() for _card in range(look)])
            self.tap("[data-hand=keep] button", lambda: not self.known["look"])
        unknown, _look = self.asked()
        drawn = [self.deck.pop() for _card in range(unknown)]
        if drawn:
            self.photograph(drawn) if self.by_picture else self.name(drawn)

    def name(self, cards: list[str]) -> None:
        for key in cards:
            name = GAME.catalogue.by_key[key][0].name
            before = Counter(self.known["cards"])
            self.one.page.fill("#hand-find", name[:3].lower())
            self.tap(f"[data-hand-add='{key}']", lambda before=before: Counter(self.known["cards"]) != before)

    def photograph(self, cards: list[str]) -> None:
        picture, _middles = tableau_photo(cards, Random(str(cards)), (2000, 1500))
        photo = {
            "name": "cards.jpg",
            "mimeType": "image/jpeg",
            "buffer": cv2.imencode(".jpg", picture)[1].tobytes(),
        }
        known = self.known
        before = len(known["cards"]) + len(known["drawn"])
        self.taps += 1
        self.one.page.set_input_files("[data-hand-photo]", photo)
        self.until(lambda: len(self.known["cards"]) + len(self.known["drawn"]) == before + len(cards))

    def tap(self, what: str, done: Any) -> None:
        self.taps += 1
        self.one.page.locator(what).first.click()
        self.until(done)
        assert self.one.page.locator("#toasts button").count() <= 1, "an older one would undo the later, too"

    def until(self, done: Any) -> None:
        for _try in range(1200):
            if done():
                self.settled()
                return
            self.one.page.wait_for_timeout(50)
        raise AssertionError(self.one.page.inner_text("#own-hand"))

    def answer(self, button: str) -> None:
        self.taps += 1
        self.one.press(self.one.page.locator(button).first, self.one.number())

    def place(self) -> None:
        """The first of the cards in hand that can be placed, or none; other cards are not listed."""
        self.settled()
        assert not self.one.page.locator(".card-choice").is_visible()
        card = ".own-hand .answer[data-decision]"
        self.answer(card if self.one.page.locator(card).count() else "#question .declines")


def snapshot(hand: Hand, name: str) -> None:
    if folder := os.environ.get("SCREENSHOTS"):
        hand.one.page.screenshot(path=f"{folder}/hand-{name}.png")


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("rounds", first_by_default(ROUNDS))
def test_rounds_of_three_with_hands_on_their_phones(
    device: Any, table: Table[Any], serving: Any, rounds: str
) -> None:
    lying = {held.card for empire in table.state.empires for held in empire.tableau}
    starts = {card.key for card in GAME.catalogue if card.number is not None}
    deck = sorted({card.key for card in GAME.catalogue if card.id not in lying} - starts)
    Random(4).shuffle(deck)
    photographed, deck = deck[:14], deck[14:]
    learnt = {key: cv2.imencode(".jpg", card_picture(key))[1].tobytes() for key in photographed}
    services_of(serving.app).fronts.pictures.keep(GAME.name, learnt)
    phones = [device(f"/t/{table.id}/seat/{seat}", PHONE) for seat in range(3)]
    hands = [Hand(one, table, seat, deck) for seat, one in enumerate(phones[:2])]
    hands.append(Hand(phones[2], table, 2, photographed, by_picture=True))

    # Nobody must: without it a phone asks nothing of a hand.
    assert phones[0].page.locator("#own-hand > *").count() == 0
    for hand in hands:
        hand.one.page.click(".tabs [popovertarget=seat-menu]")
        hand.one.page.click("#seat-menu [data-hand-begin]")
        hand.tell()
        assert len(hand.known["cards"]) == 4
    snapshot(hands[0], "begun")

    taps = []
    for actions in ROUNDS[rounds]:
        for hand, action in zip(hands, actions, strict=True):
            hand.taps = 0
            hand.one.until(table.number)
            hand.answer(f"[data-decision*='\"{action}\"']")
        number = table.state.round
        while table.state.round == number:
            seats = [q.player for q in table.questions if not q.optional]
            hand = hands[seats[0]]
            hand.tell()
            hand.one.until(table.number)
            if table.state.progress[hand.seat].stage == "place":
                snapshot(hand, f"place-{number}-{hand.seat}")
                hand.place()
            else:
                hand.answer("#question .answer[data-decision]")
        for hand in hands:
            hand.tell()
            assert len(hand.known["cards"]) == table.state.empires[hand.seat].hand
            taps.append(hand.taps)
    assert median(taps) <= TAPS_A_ROUND, taps

    # A reload and an undo keep the hand; it is gone at the end of the game.
    first = hands[0]
    before = Counter(first.known["cards"])
    first.one.page.reload()
    first.one.page.wait_for_selector("html[data-ready]")
    assert Counter(first.known["cards"]) == before
    choose = "[data-decision*='\"develop\"']"
    first.answer(choose)
    first.one.page.click("[data-post=undo]")
    first.one.until(table.number)
    first.settled()
    assert Counter(first.known["cards"]) == before
    assert first.one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seats = ComputerSeats(table, Random(2))
    while (decision := seats.decision(table.now)) is not None:
        table.submit(decision, table.number, f"step-{table.number:06}", "test")
    for hand in hands:
        hand.one.page.wait_for_url("**/finale*")
        hand.one.page.wait_for_selector("html[data-ready]")
        assert not [
            name for name in hand.one.page.evaluate("Object.keys(localStorage)") if name.startswith("hand")
        ]


SIDEWAYS, TABLET = (844, 390), (1180, 820)
ANSWERS = """[...document.querySelectorAll("#question .answer[data-decision]")]
  .filter((button) => button.checkVisibility())"""
SHADES = f"""{ANSWERS}.map((button) => button.querySelector(".hint")).filter(Boolean)
  .map((hint) => [hint.querySelector(".shade").className.replace("shade ", ""), hint.textContent.trim()])"""
CUT_OFF = f"""{ANSWERS}.filter((button) => {{
  const all = button.getBoundingClientRect(), hint = button.querySelector(".hint")?.getBoundingClientRect();
  const cut = hint && (hint.right > all.right || hint.bottom > all.bottom || hint.height < 10);
  return all.height < 48 || cut;
}}).map((button) => button.textContent)"""


def graded(game: Any, coaching: Any, state: Any, question: Any, options: Any, *_: Any) -> SeatAdvice:
    """The first is good, the second in between, the others poor."""
    shades = (GOOD, FAIR, *[POOR] * len(options))
    told = [
        Graded(option.decision, shade, 4.0 * n, (("later rounds", -4.0 * n),))
        for n, (option, shade) in enumerate(zip(options, shades, strict=False))
    ]
    return SeatAdvice(question.player, question.kind, tuple(told))


@pytest.mark.slow
def test_the_coach_shades_the_answers_of_a_hand_at_each_level(
    device: Any, table: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hand_help, "grade", graded)
    # Two copies of one card, whose names alone tell the coach's from the phone's.
    held = [
        GAME.catalogue.copies(name)[0].key
        for name in ("Gem World", *["Contact Specialist"] * 2, "Colony Ship")
    ]
    keeping = json.dumps({"hands": [[0, {"cards": held, "drawn": [], "look": 0, "keep": 0, "discard": 0}]]})
    one = device(f"/t/{table.id}/seat/0", PHONE)
    other = device(f"/t/{table.id}/seat/1", PHONE)
    key = json.dumps(f"hand:/t/{table.id}/0")
    # The page itself says when it was kept, so that it is not taken for one of an old game.
    one.page.evaluate(
        f"(hand) => {{ localStorage[{key}] = JSON.stringify({{ ...JSON.parse(hand), kept: Date.now() }}); }}",
        keeping,
    )
    one.page.reload()
    one.page.wait_for_selector(".own-hand")

    def shades(count: int) -> list[tuple[str, str]]:
        # In one go: the shades come anew with each entry.
        found = one.page.wait_for_function(
            f"(count) => {{ const shades = {SHADES}; return shades.length === count && shades; }}", arg=count
        )
        assert other.page.evaluate(SHADES) == []
        return [tuple(shade) for shade in found.json_value()]

    def looked_at(name: str) -> None:
        for size in (SIDEWAYS, TABLET, PHONE):
            one.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            one.page.wait_for_timeout(100)
            snapshot(SimpleNamespace(one=one), f"shades-{name}-{size[0]}")  # type: ignore[arg-type]
            assert one.page.evaluate(CUT_OFF) == []
            assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    good, fair, poor = ("good", "good choice"), ("fair", "in between"), ("poor", "poor choice")
    actions = len(table.game.options(table.state, 0))
    assert shades(0) == []
    one.page.click("[data-hand-coach]")
    assert shades(3) == [good, fair, poor]
    assert one.page.locator("#hand-coach .reason").count() == 3
    table.set(helped={"0": "careful"})
    assert shades(actions - 2) == [poor] * (actions - 2)
    table.set(helped={"0": "taught"})
    assert shades(1) == [("good recommended", "recommended")]
    assert "recommended" in one.page.inner_text("#hand-coach")
    table.set(helped={"0": "guided"})
    assert shades(actions) == [good, fair, *[poor] * (actions - 2)]
    assert one.page.inner_text("#hand-coach").strip() == "Why these shades"
    looked_at("actions")
    for seat in (1, 2):
        develop = {"do": "choose-actions", "player": seat, "actions": ["develop"]}
        table.submit(table.game.decision(develop), table.number, f"step-{table.number:06}", "test")
        one.until(table.number)
        assert len(shades(actions)) == actions

    one.press(one.page.locator("#question [data-decision*='\"develop\"']").first, one.number())
    one.page.wait_for_selector(".own-hand .answer[data-decision]")
    # Both copies have a button; Gem World is no development.
    assert sorted(shades(4)) == sorted([good, fair, poor, poor])
    assert one.page.locator(".own-hand .answer[data-decision] > .hint").count() == 3
    looked_at("cards")
    one.page.click("#hand-all > summary")
    one.page.click("[data-hand-forget]")
    assert shades(0) == []


@pytest.mark.slow
def test_a_photo_that_is_never_answered_says_so(device: Any, table: Table[Any]) -> None:
    one = device(f"/t/{table.id}/seat/0", PHONE)
    one.page.clock.install()
    one.page.route("**/hand/photo", lambda _route: None)
    one.page.evaluate("document.querySelector('[data-hand-begin]').click()")
    one.page.wait_for_selector("[data-hand-photo]", state="attached")
    picture = cv2.imencode(".jpg", card_picture(GAME.catalogue.copies("Gem World")[0].key))[1].tobytes()
    photo = {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": picture}
    one.page.set_input_files("[data-hand-photo]", photo)
    one.page.wait_for_selector("text=Reading the photo")
    one.page.clock.run_for(21_000)
    one.page.wait_for_selector("text=for 20 seconds now")
    one.page.clock.run_for(70_000)
    one.page.wait_for_selector("text=was not read in 90 seconds")
    assert one.page.locator("text=Still reading").count() == 0
    one.page.locator(".hand-all").evaluate("it => { it.open = true; }")
    words = one.page.locator(".hand-none").bounding_box()
    assert words["width"] > PHONE[0] / 2, "a sentence stood in a card's narrow column, a word a line"
