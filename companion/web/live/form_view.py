"""The answer forms of questions as a page shows them: its fields with their attributes, how a token is laid.

A form with groups is a tree (Subset) or goes step by step (Allocation); templates/_answer_forms.html has a
macro for each kind of view, by its `component`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import (
    Allocation,
    Amount,
    Game,
    Item,
    Naming,
    Place,
    Question,
    State,
    Subset,
    Telling,
    Token,
)
from companion.translation import _, first_capital
from companion.vision import ocr
from companion.web.live.drawn_form import DrawnForm, drawn_in_play
from companion.web.live.views import Ask

Attributes = Mapping[str, object]
"""Of an element, by name; None: it has none of that name."""

LONG_ITEM = 40
"""Letters from which on an item of a tree is shown by its short name above its words."""
MOST_LOTS, MOST_FEW = 3, 4
"""How many lots of tokens at a place, and how many tokens at the only place, are buttons with a number each;
of more, they are laid one by one."""


def form_attributes(ask: Ask, kind: str, limits: Attributes) -> Attributes:
    """Of the <form>. limits: what its script checks besides. A browser's own words would lie over the form's,
    in the browser's language."""
    return {
        "novalidate": "",
        "id": f"form-{ask.of}-{ask.question.kind}",
        "data-answer-form": kind,
        "data-question": ask.question.kind,
        "data-player": ask.player,
        "data-changeable": _held(ask.question.answered),
        **limits,
    }


def _held(holds: object) -> str | None:
    """The value of an attribute that only has to be there."""
    return "" if holds else None


@dataclass(frozen=True, slots=True)
class ItemView:
    """One item to tick. label, box: the attributes of its label and its box; value: its share of the sum, "":
    it is not shown. said: its words in full, where it is shown by a short name; icon: where it is in a
    tree."""

    words: str
    label: Attributes
    box: Attributes
    refused: str = ""
    value: str = ""
    said: str = ""
    icon: str = ""
    classes: str = ""


@dataclass(frozen=True, slots=True)
class SubsetView:
    """A selection. rows: (heading, items) of each; without groups, one row without a heading."""

    rows: tuple[tuple[str, tuple[ItemView, ...]], ...]
    limits: Attributes
    sum_words: str
    component: str

    @property
    def items_to_tick(self) -> tuple[ItemView, ...]:
        return tuple(item for _heading, items in self.rows for item in items)


def _subset(form: Subset) -> SubsetView:
    limits: Attributes = {
        "data-least": form.least,
        "data-most": len(form.items) if form.most is None else form.most,
        "data-sum-words": form.sum_words,
        "data-sum-least": form.sum_least,
        "data-sum-most": form.sum_most,
    }
    if form.groups:
        rows = tuple(
            (group, tuple(_in_tree(form, item) for item in form.items if item.group == group))
            for group in form.groups
        )
        return SubsetView(rows, limits, form.sum_words, "tree")
    valued = bool(form.sum_words) and any(item.value != 1 for item in form.items)
    items = tuple(
        ItemView(
            item.words,
            {"data-tile": item.tile or None},
            _box(form, item),
            item.refused,
            str(item.value) if valued else "",
        )
        for item in form.items
    )
    return SubsetView((("", items),), limits, form.sum_words, "subset")


def _box(form: Subset, item: Item) -> Attributes:
    return {
        "value": item.id,
        "data-value": item.value,
        "disabled": _held(item.refused),
        "checked": _held(not item.refused and item.id in form.usual),
    }


def _in_tree(form: Subset, item: Item) -> ItemView:
    long = len(item.words) > LONG_ITEM
    named = {"choice": True, "have": item.have, "long": long}
    more = {
        "data-refused": _held(item.refused),
        "data-needs": json.dumps(item.needs),
        "aria-label": item.words,
    }
    return ItemView(
        item.short,
        {"data-why": item.refused or item.needs_words},
        {**_box(form, item), **more},
        said=item.words if long else "",
        icon="check" if item.have else "lock",
        classes=" ".join(name for name, holds in named.items() if holds),
    )


@dataclass(frozen=True, slots=True)
class AmountView:
    """A number. begins: what its field begins with, "": nothing; slider: where the slider does; what: what it
    is a number of."""

    form: Amount
    begins: str
    slider: int
    what: str
    component: ClassVar[str] = "amount"


def _amount(form: Amount, question: Question) -> AmountView:
    begins = "" if form.usual is None else str(form.usual)
    return AmountView(form, begins, form.usual or form.lowest, form.unit or question.text)


@dataclass(frozen=True, slots=True)
class Laying:
    """How a token is laid at a place. by: the macro with its buttons; counts: the numbers of those that lay
    several at a touch; words, note: what a single button says."""

    by: str
    token: Token
    counts: tuple[int, ...] = ()
    words: str = ""
    note: str = ""
    classes: str = "button laying"


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place. said: its name under its heading, "": its only button says it; most: how many tokens it takes,
    in words."""

    place: Place
    attributes: Attributes
    layings: tuple[Laying, ...] = ()
    said: str = ""
    most: str = ""


@dataclass(frozen=True, slots=True)
class AllocationView:
    """Tokens onto places: (heading, its places) each; without groups, one without a heading."""

    form: Allocation
    groups: tuple[tuple[str, tuple[PlaceView, ...]], ...]
    limits: Attributes
    submit: str
    component: str

    @property
    def places(self) -> tuple[PlaceView, ...]:
        return tuple(place for _heading, places in self.groups for place in places)


def _allocation(form: Allocation) -> AllocationView:
    most = sum(token.count for token in form.tokens) if form.most is None else form.most
    limits: dict[str, object] = {"data-least": form.least, "data-most": most}
    submit = form.submit or _("Answer")
    if form.groups:
        groups = tuple(
            (group, tuple(_step_place(form, place) for place in form.places if place.group == group))
            for group in form.groups
        )
        return AllocationView(form, groups, limits, submit, "steps")
    if len(form.places) == 1:
        limits["data-instead"] = " ".join(form.instead)
        return AllocationView(form, (("", (_only_place(form, form.places[0]),)),), limits, submit, "single")
    places = tuple(_listed_place(place) for place in form.places)
    return AllocationView(form, (("", places),), limits, submit, "allocation")


def _place(place: Place, **more: object) -> Attributes:
    return {
        "data-place": place.id,
        "data-words": place.words,
        "data-highest": place.highest,
        "data-accepts": json.dumps(place.accepts),
        **more,
    }


def _listed_place(place: Place) -> PlaceView:
    most = "" if place.highest is None else _("at most {number}", number=place.highest)
    return PlaceView(place, _place(place), most=most)


def _taken(form: Allocation, place: Place) -> tuple[Token, ...]:
    return tuple(token for token in form.tokens if not place.accepts or token.id in place.accepts)


def _only_place(form: Allocation, place: Place) -> PlaceView:
    def laying(token: Token) -> Laying:
        if token.count <= place.lot:
            return Laying("toggled", token, words=token.words)
        if token.count <= MOST_FEW and place.lot == 1:
            return Laying("few", token, _lots(place, token.count))
        return Laying("counted", token)

    layings = tuple(laying(token) for token in _taken(form, place))
    return PlaceView(place, _place(place, **{"data-lot": place.lot}), layings, place.words)


def _step_place(form: Allocation, place: Place) -> PlaceView:
    """A place that takes one lot of one token is a single button, with the place's words."""
    one = place.highest is not None and place.highest <= place.lot
    alone = one and len(place.accepts) == 1
    few = place.highest is not None and place.highest <= MOST_LOTS * place.lot and len(place.accepts) == 1
    words = first_capital(place.words.removeprefix(place.group).lstrip(": \u00a0"))

    def laying(token: Token) -> Laying:
        if alone:
            return Laying("toggled", token, words=words, note=place.note, classes="button laying alone")
        if one:
            return Laying("toggled", token, words=token.words)
        if few and place.highest is not None:
            return Laying("numbers", token, _lots(place, place.highest))
        return Laying("counted", token)

    attributes = _place(
        place,
        **{
            "data-lot": place.lot,
            "data-one": _held(one),
            "data-under": place.under or None,
            "hidden": _held(place.under),
        },
    )
    layings = tuple(laying(token) for token in _taken(form, place))
    return PlaceView(place, attributes, layings, "" if alone else words)


def _lots(place: Place, highest: int) -> tuple[int, ...]:
    return tuple(lots * place.lot for lots in range(1, highest // place.lot + 1))


@dataclass(frozen=True, slots=True)
class NamedView:
    """A piece of a naming form. known: what is said below its name: why it is refused, or its number."""

    item: Item
    attributes: Attributes
    known: str


@dataclass(frozen=True, slots=True)
class NamingView:
    """Which piece it is. mark: what the ids of its elements begin with; photo: a photo of all that lie there
    is read."""

    form: Naming
    mark: str
    pieces: tuple[NamedView, ...]
    photo: bool
    component: ClassVar[str] = "naming"


def _naming(form: Naming, ask: Ask, tagged: object) -> NamingView:
    def named(item: Item) -> NamedView:
        attributes = {
            "data-value": item.id,
            "data-name": item.words.lower(),
            "data-tile": item.tile or item.id,
            "aria-disabled": "true" if item.refused else None,
        }
        return NamedView(item, attributes, item.refused or (item.id if tagged else ""))

    pieces = tuple(named(item) for item in form.items)
    return NamingView(form, f"names-{ask.of}-{ask.question.kind}", pieces, form.photo and ocr.installed())


@dataclass(frozen=True, slots=True)
class TellingView:
    """What is printed on a piece (templates/_telling.html). photo_of_many: a photo of all that lie there is
    read."""

    form: Telling
    limits: Attributes
    drawn: DrawnForm | None
    photo_of_many: bool
    component: ClassVar[str] = "telling"


FormView = SubsetView | AmountView | AllocationView | NamingView | TellingView


def form_view(ask: Ask, game: Game[State], state: State, tagged: object = False) -> FormView:
    """tagged: pieces are named by the numbers of their tags, too."""
    form = ask.question.form
    match form:
        case Telling():
            limits: Attributes = {
                "data-opens": _held(not ask.aside),
                "data-waived": "yes" if form.waived else None,
            }
            many = form.others and ocr.installed()
            return TellingView(form, limits, drawn_in_play(form, game, state), many)
        case Naming():
            return _naming(form, ask, tagged)
        case Subset():
            return _subset(form)
        case Amount():
            return _amount(form, ask.question)
        case Allocation():
            return _allocation(form)
    raise ValueError(f"The question {ask.question.kind!r} has no answer form.")
