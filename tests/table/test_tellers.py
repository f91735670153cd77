"""Who told something, as it is read: one sender, or the two of what a second device confirmed."""

from __future__ import annotations

import pytest

from companion.games.contract.tellers import TOGETHER, teller_words, without_name

PAIR = "Ann & Bob's phone"
"""One phone: of two who play together, under both of their names."""


@pytest.mark.parametrize(
    ("by", "words", "nameless"),
    [
        ("the tablet", "the tablet", "the tablet"),
        (PAIR, PAIR, "a phone"),
        (f"Cy's phone{TOGETHER}the tablet", "Cy's phone, confirmed by the tablet", "a phone & the tablet"),
        (f"the tablet{TOGETHER}{PAIR}", f"the tablet, confirmed by {PAIR}", "the tablet & a phone"),
        (f"{PAIR}{TOGETHER}Cy's phone", f"{PAIR}, confirmed by Cy's phone", "a phone & a phone"),
        (f"{PAIR}{TOGETHER}{PAIR}", f"{PAIR}, confirmed by {PAIR}", "a phone & a phone"),
    ],
)
def test_two_told_it_only_where_each_is_a_sender_of_its_own(by: str, words: str, nameless: str) -> None:
    assert teller_words(by) == words
    assert without_name(by) == nameless
