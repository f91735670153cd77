"""What is counted reads right for none, one and two, in all complete languages; nothing counts without it."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

import pytest

from companion.translation import plural, speaking
from tests.complete_languages import COMPLETE
from tests.test_translation import FOLDERS, catalogue_messages

LANGUAGES = ("en", *COMPLETE)
ONE_BELOW = {"fr": (0, 1)}
"""The numbers that a language says in the singular, where it is not 1 alone."""
NUMBERS = (
    *("all", "amount", "boost", "cost", "count", "credits", "dealt", "drawn", "fewest", "free", "left"),
    *("levels", "longest", "many", "most", "number", "of", "minutes", "seconds", "ships", "size", "times"),
    *("total", "used", "vp", "wanted"),
)
"""The names of placeholders that are numbers."""
ONE_OF_MANY = {
    # Bounds, and what there is of each in every box: always more than one.
    "A scan has {most} photos at most: take one that is not needed out.",
    "A time is 5 to {most} seconds, not {text}.",
    "Looking through the game: {number} of {all} steps.",
    "Give each player a set of {number} different action cards.",
    "More time is 1 to {most} seconds.",
    "Put the {number} worlds that are there into the bag and mix them well.",
    "Put {number} colonists on the colonists mat; each player then takes 1 for the home colony.",
    "Ships move between {count} planets at most.",
    "The box has {all} cards, but {there} are accounted for: {supply} in the supply, {discards} discarded, "
    "the rest in hands, in tableaus and as goods.",
    "The time left stays between 0 and {minutes} minutes.",
    "There are {number} goals, but {there} are accounted for.",
    "Who plays {game}? {fewest} to {most} players",
    '"players" must list {least} to {most} players.',
    "{edge}: there is room for {number} players. Move one to another edge.",
    "{game} is for {fewest} to {most} players.",
    "{game} is for {fewest} to {most} players: name that many.",
    "{known} of {of} pieces are known; the rest is asked when you meet it.",
    "{known} of {of} pieces known",
    "{player} has {count} seconds more",
    "{sure} of {number} pieces were read at every look.",
    # One has a sentence of its own, or is not said.
    "Deal {dealt} game cards to each player, who keeps {hand} and discards {discards} face down.",
    "The last {number} plays, the oldest on the left.",
    "{card}: discard {number} of your cards",
    "discard up to {times} goods for {gain} each",
    "discard up to {times} goods for {gain} each: {kind}",
    "discard {number} goods of different kinds for {gain}",
    "{number} credits you have",
    "{number} goods you have at game end",
    "Still reading the photo, for {seconds} seconds now …",
    "The photo was not read in {seconds} seconds: the companion is busy. Try again, or enter it by hand.",
    "{number} minutes",
    "{number} seconds",
    "a mine {number} levels higher at {planet}",
    "{number} more cards in hand",
    "{number} more colonies",
    "{number} more ships at {planet}",
    "{number} more colonists on the mat",
    "{number} more credits",
    "{number} more goods on its colonies",
    "{number} more goods on its worlds",
    "{number} unused colonists on your mat",
    "{player} has more than {most} worlds of any kind; the box has one.",
    "{player} has {number} home colonies, and everybody has one.",
    "{world} ({id}) is in {number} places at once.",
    # No number of things: which one it is, and what is not counted.
    "Photo {number} with its pieces outlined",
    "level {number} colonies",
    "{number} in cards and goods",
    "{number} in credits and goods",
    "{player}: −{number} prestige for attacks",
}
"""Messages that count something in the plural alone, as they never say it of one."""


def messages() -> list[Any]:
    return [message for folder in FOLDERS for message in catalogue_messages(folder, "de")]


def counted() -> list[tuple[str, str]]:
    return sorted({message.id for message in messages() if message.pluralizable})


def names(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_reads_right_for_none_one_and_two(language: str) -> None:
    wrong = []
    for one, many in counted():
        values = dict.fromkeys((names(one) | names(many)) - {"number"}, "x")
        with speaking(language):
            said = [plural(one, many, number, **values) for number in (0, 1, 2)]
        if any("{" in text or not text.strip() for text in said):
            wrong.append((one, "something is not filled in", said))
        single = ONE_BELOW.get(language, (1,))
        shapes = [re.sub(r"\d+", "#", text) for text in said]
        if (shapes[0] == shapes[1]) is not (0 in single) and shapes[1] != shapes[2]:
            wrong.append((one, "none is said as the other", said))
        many_of = (2,) if 0 in single else (0, 2)
        if "{number}" in many and any(str(number) not in said[number] for number in many_of):
            wrong.append((one, "the number is missing", said))
    assert not wrong


def test_nothing_is_counted_without_its_singular() -> None:
    """ "1 credits": a message with a number before a word that another message has in the plural."""
    nouns = {
        noun
        for one, many in counted()
        for noun in {*re.findall(r"[a-z]{4,}s\b", many)} - {*re.findall(r"[a-z]+", one)}
    }
    before = rf"\{{(?:{'|'.join(NUMBERS)})\}} (?:[a-z]+ ){{0,2}}?(?:{'|'.join(sorted(nouns))})\b"
    single = {message.id for message in messages() if not message.pluralizable}
    found = {text for text in single if re.search(before, text)}
    assert {"credits", "ships", "cards", "goods"} <= nouns
    assert found - ONE_OF_MANY == set(), "give it a singular, by `plural`"
    assert ONE_OF_MANY - single == set(), "no such message any more"
