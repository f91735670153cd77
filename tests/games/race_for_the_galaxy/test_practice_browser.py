"""A browser test of practice alone on a phone: which cards are kept, discarded and pay is chosen by taps."""

from __future__ import annotations

import os
from collections import Counter
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from companion.coach.dealing import dealt, open_choice
from companion.coach.practice import answer
from tests.games.race_for_the_galaxy.build import GAME
from tests.games.race_for_the_galaxy.test_browser import room  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PHONE = (390, 844)
SMALL = """() => [...document.querySelectorAll("form[data-chosen] :is(.choice, button)")]
  .filter((it) => it.getBoundingClientRect().height < 48).map((it) => it.textContent)"""
ANSWERS = "#question > .question .answer[data-decision]"


def test_who_practises_on_a_phone_chooses_the_cards_by_taps(
    device: Any,
    room: SimpleNamespace,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.coach.practice.Practice.follow", lambda self, table: None)  # answered here
    monkeypatch.setattr(room.tables, "create", partial(room.tables.create, seed=1))
    one = device("/new?game=race-for-the-galaxy", PHONE)
    one.page.click("[formaction='/practise']")
    one.page.wait_for_selector("html[data-ready] #own-hand")
    table = room.tables.open(one.page.url.split("/t/")[1].split("/")[0])
    table.set(computers={"1": "sensible"})  # whose answers hang on no clock, so that each run is the same
    page, asked = one.page, []

    def waits_for_choice() -> Any:
        choice = open_choice(table, table.number)
        page.wait_for_function(  # asked now: before an undo the same was asked
            "([now, words]) => document.querySelector(`form[data-chosen='${now}'] b`)?.textContent === words",
            arg=[table.number, choice.words],
        )
        return choice

    while not ({"keep", "pay", "first"} <= {*asked} and table.state.round > 2):
        assert not table.state.over, asked
        if answer(table, table.now):
            continue
        one.until(table.number)
        if open_choice(table, table.number) is None:
            page.wait_for_function("() => !document.documentElement.matches('[data-choosing]')")
            page.wait_for_selector(f".own-hand[data-number='{table.number}']")  # comes after the question
            card = page.locator(".own-hand .answer[data-decision]")
            actions = page.locator(f"{ANSWERS}:visible")
            if table.state.at < 0:  # one after the other, so that each kind of choice comes
                wanted = ("explore-5", "develop", "settle")[table.state.round % 3]
                actions = page.locator(f"{ANSWERS}[data-decision*='\"{wanted}\"']")
            card.or_(actions).first.wait_for()
            one.press(card.first if card.count() else actions.first, table.number)
            continue
        choice = waits_for_choice()
        kind = "keep" if choice.keeps else "pay" if "pay" in choice.words else "first"
        if folder := os.environ.get("SCREENSHOTS"):
            page.screenshot(path=f"{folder}/practice-{kind}.png", full_page=True)
        assert page.locator(f"{ANSWERS}:visible").count() == 0, "nothing else is answered before"
        boxes, send = page.locator("form[data-chosen] .choice"), page.locator("form[data-chosen] > button")
        assert boxes.count() == len(choice.cards)
        assert page.locator("form[data-chosen] :checked").count() == 0
        assert page.evaluate(SMALL) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if kind not in asked:
            send.click()
            page.wait_for_selector(f"text=Tap {choice.count} of them.")
            page.click("[data-hand-coach]")
            page.wait_for_selector("text=The coach would")
        taken = [
            page.get_attribute(f"form[data-chosen] .choice:nth-child({n + 1}) input", "value")
            for n in range(choice.count)
        ]
        for n in range(choice.count):
            boxes.nth(n).click()
        if kind not in asked:  # taken back, and chosen again
            one.press(send, table.number)
            one.press(page.locator("[data-post=undo]"), table.number)
            assert waits_for_choice() == choice
            for n in range(choice.count):
                boxes.nth(n).click()
        one.press(send, table.number)
        fronts = Counter(GAME.own_hand.front(table.state, card) for card in choice.cards)
        dealer, hands = dealt(table, table.number)
        held = Counter(GAME.own_hand.front(table.state, card) for card in dealer.hand(hands, 0))
        stay = Counter(taken) if choice.keeps else fronts - Counter(taken)
        assert not stay - held
        asked.append(kind)
