"""How names and texts are written in what is printed and drawn: the font, others for letters that it lacks,
and what stands for what cannot be written.

A player is never "????": of a name that cannot be written the letters that can stand, with the player's
colour, or the colour alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from PIL import ImageDraw, ImageFont

from companion.games.contract.setup import colour_name
from companion.plays.fallback_fonts import fonts_for, is_joined, letters_of, pdf_joins, picture_joins
from companion.translation import ISOLATES

REGULAR, BOLD = (
    Path(__file__).parent / "fonts" / f"atkinson-hyperlegible-next-{weight}.ttf" for weight in (400, 650)
)
UNKNOWN = "?"
_UNSEEN = "\u200c\u200d\u200e\u200f\u061c\ufe0e\ufe0f"
"""Joiners, direction marks and the choice of an emoji's look: nothing is missed where they are left out."""


@cache
def letters() -> frozenset[str]:
    """What the own font has: Latin with its European accents, figures, common signs."""
    return letters_of(REGULAR)


class Writing:
    """What can be written in one PDF or picture. texts: all that it holds. joins: whether letters that depend
    on their neighbours can be written.

    fonts: the machine's fonts that are wanted besides the own one.
    """

    def __init__(self, texts: Iterable[str], joins: bool) -> None:
        wanted = {c for text in texts for c in text if joins or not is_joined(c)} - letters()
        self.fonts = fonts_for(c for c in wanted if c.isprintable())
        self.known = letters().union(*(letters_of(font) & wanted for font in self.fonts))

    @property
    def own(self) -> bool:
        """Whether no font of the machine is used."""
        return not self.fonts

    def lettered(self, text: str) -> str:
        """The text with a "?" for each letter that cannot be written; marks that join others fall away where
        the own font writes all. Isolates stay, for whoever lays it out."""
        plain = letters().issuperset(c for c in text if c not in _UNSEEN and c not in ISOLATES)
        unseen = _UNSEEN if plain else ""
        return "".join(
            " " if c.isspace() else c if c in self.known or c in ISOLATES else "" if c in _UNSEEN else UNKNOWN
            for c in text
            if c not in unseen and (c.isprintable() or c.isspace() or c in _UNSEEN or c in ISOLATES)
        )

    def names(self, players: Sequence[tuple[str, str]]) -> tuple[str, ...]:
        """How the players of (name, colour) are called, each otherwise than the others."""
        found = []
        for name, colour in players:
            kept = " ".join("".join(c for c in name if c.isspace() or c in self.known).split())
            lost = any(unicodedata.category(c)[0] in "LM" and c not in self.known for c in name)
            if not any(c.isalnum() for c in kept):
                found.append(colour_name(colour))
            else:
                found.append(f"{kept} ({colour_name(colour)})" if lost else kept)
        return tuple(
            name if found.count(name) == 1 else f"{name} ({colour_name(colour)})"
            for name, (_name, colour) in zip(found, players, strict=True)
        )

    def font_of(self, cluster: str) -> Path | None:
        """The machine's font that writes a letter with its marks, or else the letter; None: the own one, or
        any."""
        for wanted in (cluster, cluster[0]):
            if letters().issuperset(wanted) or wanted.isspace():
                return None
            for font in self.fonts:
                if letters_of(font).issuperset(wanted):
                    return font
        return None

    def runs(self, text: str, size: int, bold: bool) -> list[tuple[str, ImageFont.FreeTypeFont]]:
        """The text in parts, each with its font. Marks are written in their letter's font, or not at all:
        alone in another, they would stand on a dotted circle. A space between two fonts is written with the
        own one: a part that is written from right to left would put it at its left. What is isolated is a
        part, or several."""
        parts: list[tuple[str, Path | None]] = []
        begins = False
        for cluster in _clusters(text):
            if cluster in ISOLATES:
                begins = True
                continue
            of = self.font_of(cluster)
            known = _letters_in(of)
            written = cluster[0] + "".join(mark for mark in cluster[1:] if mark in known)
            there = _letters_in(parts[-1][1] if parts else None)
            neutral = of is None and not written.isalnum()
            neutral = neutral and (written.isspace() or there.issuperset(written))
            if begins:
                parts.append((written, of))
                begins = False
            elif parts and (neutral or parts[-1][1] == of):
                parts[-1] = (parts[-1][0] + written, parts[-1][1])
            else:
                if parts and parts[-1][1] is not None and of is None:
                    text_before, font_before = parts[-1]
                    kept = text_before.rstrip()
                    parts[-1] = (kept, font_before)
                    written = text_before[len(kept) :] + written
                parts.append((written, of))
        return [(part, font(size, bold) if of is None else _machine_font(of, size)) for part, of in parts]

    def draw(
        self,
        draw: ImageDraw.ImageDraw,
        at: tuple[float, float],
        text: str,
        size: int,
        ink: object,
        bold: bool,
    ) -> None:
        """Writes a text on one line, from its upper left corner."""
        x, y = at
        base = y + font(size, bold).getmetrics()[0]
        for part, of in self.runs(text, size, bold):
            draw.text((x, base), part, ink, of, anchor="ls")  # type: ignore[arg-type]
            x += draw.textlength(part, of)

    def width(self, draw: ImageDraw.ImageDraw, text: str, size: int, bold: bool) -> float:
        return sum(draw.textlength(part, of) for part, of in self.runs(text, size, bold))


def _letters_in(font: Path | None) -> frozenset[str]:
    """None: the own font."""
    return letters() if font is None else letters_of(font)


def _clusters(text: str) -> list[str]:
    """The text's letters, each with the marks that join it."""
    found: list[str] = []
    for letter in text:
        if found and found[-1] not in ISOLATES and unicodedata.category(letter)[0] == "M":
            found[-1] += letter
        else:
            found.append(letter)
    return found


def pdf_writing(texts: Iterable[str]) -> Writing:
    return Writing(texts, pdf_joins())


def picture_writing(texts: Iterable[str]) -> Writing:
    return Writing(texts, picture_joins())


def lettered(text: str) -> str:
    """The text as the own font writes it, with a "?" for each letter that it does not have."""
    return Writing((), False).lettered(text)


@cache
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """For drawing, `size` in pixels."""
    return ImageFont.truetype(str(BOLD if bold else REGULAR), size)


@cache
def _machine_font(file: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(file), size)
