"""What a game's pages are rendered with, and how an answer looks on its button.

The shared templates read `Page`; a game whose own templates read more derives its page from it.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract.questions import Option


@dataclass(frozen=True, slots=True)
class AnswerView:
    """The content of an answer's button beside its words. An empty one shows the words alone.

    face: a drawing, as SVG; icon: one of the sprite, where there is no face; note: a sentence below the
    words. title: what is read in place of the words, "" for those. With a title, pages with room show what (a
    line), lines ((sign as HTML, words) each) and price: what the answer costs or brings ("$3", "7/6"); was:
    before powers changed it; price_icon: what it is paid with, of the sprite. declines: it takes none of what
    is offered, and stays in sight below all others. under: the heading under which a seat's page folds it
    where there are many and all have one; "": none.
    """

    face: str = ""
    icon: str = ""
    note: str = ""
    title: str = ""
    what: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    price: str = ""
    was: str = ""
    price_icon: str = ""
    declines: bool = False
    under: str = ""


@dataclass(frozen=True)
class Page:
    """The `page` of all templates: what they need of a game besides its questions, facts and score."""

    def answer(self, option: Option) -> AnswerView:
        """How an answer looks (templates/_answers.html)."""
        return AnswerView()

    def face(self, tile: str) -> str:
        """A tile's drawing as it lies, an SVG, for the terms that it gives (score.html); "": none."""
        return ""
