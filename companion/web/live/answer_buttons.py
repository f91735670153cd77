"""The answers to a question as buttons: how each looks, in which order they stand, what is behind "More".

A game's page may say how an answer looks (`Page.answer`): a drawing or an icon, a note, and for a tile its
name in place of the words, with lines about it and its price.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.coach.hints import Hint, Hints
from companion.games.contract import AnswerView, Option, Page
from companion.translation import figure

MANY = (3, 4, 5, 7, 9, 10)
"""From so many buttons on they are laid out otherwise; the style sheet gets a class of each."""
MOST_AT_ONCE = 9
"""Of more buttons, a narrow page shows the first ones."""
LONG_BESIDE_PIECE, LONG_WORDS, LONG_NOTE = 20, 40, 64
"""Letters above which words take a button as wide as its page: beside a drawn piece, alone; a long note."""
PLAIN = AnswerView()


@dataclass(frozen=True, slots=True)
class Figure:
    """A number on a button. before: what it was until a rule changed it, "": none did."""

    label: str
    total: int
    before: str


@dataclass(frozen=True)
class AnswerButton:
    """One legal answer. roomy: it is on a seat's own page, which shows all of it. mark: the id that makes
    its drawing a region, "": it is none. tagged: pieces have tags, with their numbers. hint: the coach's;
    thinking: it will come. extra: more classes."""

    option: Option
    seen: AnswerView
    roomy: bool
    likely: bool = False
    mark: str = ""
    tagged: bool = False
    hint: Hint | None = None
    thinking: bool = False
    extra: str = ""

    @property
    def titled(self) -> bool:
        return bool(self.seen.title)

    @property
    def words(self) -> str:
        return self.seen.title or self.option.words

    @property
    def what(self) -> str:
        return self.seen.what if self.titled and self.roomy else ""

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """(sign as HTML, words) of each."""
        return self.seen.lines if self.titled and self.roomy else ()

    @property
    def note(self) -> str:
        return "" if self.titled and self.roomy else self.seen.note

    @property
    def number(self) -> str:
        """That of the tag of its piece; a piece without a tag has none."""
        return (self.option.tile or "") if self.tagged else ""

    @property
    def is_note_long(self) -> bool:
        return len(self.note) > LONG_NOTE

    @property
    def price(self) -> str:
        return self.seen.price if self.titled else ""

    @property
    def is_thought_about(self) -> bool:
        """Whether its hint is still to come, where the page shows that."""
        return self.thinking and self.roomy

    @property
    def why(self) -> str:
        """The reason of its hint, where the page shows it."""
        return self.hint.why if self.hint and self.roomy else ""

    @property
    def hint_words(self) -> dict[str, str]:
        """The attribute of its hint's word: where there is no room the mark alone is seen."""
        return {} if self.roomy else {"class": "hidden-visually"}

    @property
    def attributes(self) -> dict[str, str | None]:
        return {
            "aria-label": self.option.words if self.titled else None,
            "data-tile": self.option.tile or None,
        }

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """Its numbers that a rule changed, or that its words do not say."""
        return () if self.titled else tuple(self._figures())

    def _figures(self) -> Iterator[Figure]:
        for it in self.option.why:
            changed = len(it.terms) > 1 and it.terms[0].value != it.total
            if it.terms and (changed or f"${it.total} " not in f"{self.option.words} "):
                yield Figure(it.label, it.total, figure(it.terms[0].value) if changed else "")

    @property
    def classes(self) -> str:
        named = {
            "answer": True,
            "answer-likely": self.likely,
            "pictured": bool(self.seen.face or self.seen.icon),
            "titled": self.titled,
            "declines": self.seen.declines,
            self.extra: bool(self.extra),
            "wordy": self.is_wordy,
        }
        return " ".join(name for name, holds in named.items() if holds)

    @property
    def is_wordy(self) -> bool:
        most = LONG_BESIDE_PIECE if self.seen.face else LONG_WORDS
        return not self.titled and len(self.option.words) > most


@dataclass(frozen=True)
class AnswerGroup:
    """All answers of one player. buttons: the likeliest first; declining: those that take none of what is
    offered, which stay in sight; seldom: what is of no use now. under: (heading, answers) of each heading,
    where they are folded so; then there are no other `buttons`."""

    buttons: tuple[AnswerButton, ...]
    declining: tuple[AnswerButton, ...]
    seldom: tuple[Option, ...]
    under: tuple[tuple[str, tuple[AnswerButton, ...]], ...] = ()

    @property
    def _count(self) -> int:
        return len(self.buttons) + len(self.declining) + bool(self.seldom)

    @property
    def folds(self) -> bool:
        return self._count > MOST_AT_ONCE

    @property
    def classes(self) -> str:
        """With their number and whether they show tiles, since :has() is costly."""
        many = [f"from-{number}" for number in MANY if self._count >= number]
        faces = any(it.titled or 'class="face' in it.seen.face for it in self.buttons)
        uneven = not self.under and any(it.is_wordy for it in (*self.buttons, *self.declining))
        kinds = (("faces", faces), ("under", bool(self.under)), ("uneven", uneven))
        return " ".join(("answers", *many, *(name for name, holds in kinds if holds)))


def answer_button(
    option: Option, seen: AnswerView | None, seat: object = None, extra: str = "", tagged: object = False
) -> AnswerButton:
    """seat: whose page it is on, None: the table's. tagged: as for `answer_group`."""
    return AnswerButton(option, seen or PLAIN, bool(seat), tagged=bool(tagged), extra=extra)


def answer_group(
    options: Sequence[Option],
    page: Page | None,
    seat: object = None,
    mark: str = "",
    help: Hints | None = None,
    tagged: object = False,
) -> AnswerGroup:
    """mark: the player, for ids of drawings: each tile's first. seat: as for `answer_button`. tagged:
    pieces are named by the numbers of their tags, too."""
    likeliest = max((option.likely for option in options), default=0)
    drawn: set[str | None] = {None, ""}
    buttons: list[AnswerButton] = []
    declining: list[AnswerButton] = []
    for option in sorted(options, key=lambda option: -option.likely):
        if option.seldom:
            continue
        seen = page.answer(option) if page else PLAIN
        button = AnswerButton(
            option,
            seen,
            bool(seat),
            likely=likeliest > 0 and option.likely == likeliest,
            mark=f"{mark}-{option.tile}" if mark and option.tile not in drawn else "",
            tagged=bool(tagged),
            hint=help.of(option) if help else None,
            thinking=help.thinking if help else False,
        )
        drawn.add(option.tile)
        (declining if seen.declines else buttons).append(button)
    seldom = tuple(option for option in options if option.seldom)
    if seat and len(buttons) > MOST_AT_ONCE and all(button.seen.under for button in buttons):
        return AnswerGroup((), tuple(declining), seldom, _under_headings(buttons))
    return AnswerGroup(tuple(buttons), tuple(declining), seldom)


def _under_headings(buttons: Sequence[AnswerButton]) -> tuple[tuple[str, tuple[AnswerButton, ...]], ...]:
    """By heading, in the order in which the headings come first."""
    headings = dict.fromkeys(button.seen.under for button in buttons)
    return tuple((name, tuple(it for it in buttons if it.seen.under == name)) for name in headings)
