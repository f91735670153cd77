"""An owner's cards as a box file holds them: the six further start worlds, and cards of an expansion.

The facts of the start worlds are known; a printing may have others, and files are from when nobody knew them.
Tables [[start]], [[world]] and [[development]]: id ("S08", "X01"), name, cost or defense, vp (a number; of a
development also "?"), kind and good ("production" or "windfall") where it has one, rebel and alien, powers as
lines, bonus as lines of what a "?" counts; untold: the facts that nobody told yet. What each says stands in
`cards/printed.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

from companion.games.contract import Illegal, Json, name_problem
from companion.games.contract.box import BoxTile
from companion.games.contract.box_pieces import Marks, boxed, missing, read_piece
from companion.games.contract.box_rows import Misread, Problem, rows_in
from companion.games.contract.piece_names import plain_name
from companion.games.race_for_the_galaxy.cards import load
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue, printed_on
from companion.games.race_for_the_galaxy.cards.known import is_id, new_card, nothing_told
from companion.games.race_for_the_galaxy.cards.printed import NAME, PRICE
from companion.games.race_for_the_galaxy.cards.printed_worth import VP
from companion.translation import _

CARD_TYPE, FURTHER_TYPES = "start", ("world", "development")


def as_tile(card: Card) -> BoxTile:
    """The card's fields as a box file holds them; those of what is untold are left out."""
    source = "" if card.verified else "stand-in"
    if card.verified and not card.further and card == load.catalogue()[card.id]:
        source = "shipped"
    return boxed(printed_on(card), card, card.id, Marks(source, told=card.told))


def readable(tile: BoxTile, base: Iterable[Card]) -> tuple[Card, tuple[Misread, ...]]:
    """The card with those of its facts that can be read, the others untold, and what cannot be read. Raises
    Illegal: it has no id or name that it may have."""
    fields = tile.fields
    further = tile.type in FURTHER_TYPES and is_id(fields.get("id"))
    begun = _further(tile, base) if further else _start(tile, base)
    of = printed_on(begun)
    card, marks, wrong = read_piece(of, begun, {**fields, NAME: begun.name})
    wrong += missing(of, card, marks, wrong, (PRICE, VP))
    untold = tuple(fact for fact in card.untold if fact != NAME)
    verified = further or not (marks.assumed or marks.source not in ("", "owner"))
    return replace(card, told=marks.told, untold=untold, verified=verified), tuple(wrong)


def _further(tile: BoxTile, base: Iterable[Card]) -> Card:
    """A card of an expansion with nothing but its name; a development with the name of another is a copy of
    it. Raises Illegal."""
    id, name = str(tile.fields.get("id")), tile.fields.get("name")
    if not isinstance(name, str) or not name.strip():
        raise Illegal(_("Give the card its name."))
    # Rows that differ in a sign are two, as in the box that an older table began with.
    alike = [card for card in base if card.id != id and card.name.casefold() == name.casefold()]
    copies = [card for card in alike if card.further and card.development and tile.type == FURTHER_TYPES[1]]
    if wrong := name_problem(name, frozenset(plain_name(card.name) for card in alike if card not in copies)):
        raise Illegal(wrong)
    own = id in {card.key for card in copies}
    return new_card(id, name, tile.type, id if own else min((card.key for card in copies), default=id))


def _start(tile: BoxTile, base: Iterable[Card]) -> Card:
    """A start world with nothing but its name, in the place of the one with its id. Raises Illegal."""
    fields = tile.fields
    before = open_card({card.id: card for card in base}, fields.get("id"))
    if tile.type != CARD_TYPE:
        raise Illegal(_("{id} is a start world: it stands in [[start]].", id=before.id))
    name = fields.get("name")
    if not isinstance(name, str) or name_problem(name.strip(), frozenset()):
        raise Illegal(_("Give the card its name."))
    known = load.catalogue().by_name.get(plain_name(name))
    # A tag may be on another of the six than ours; a stand-in's number is one of its own.
    number = known[0].number if before.verified and known is not None else before.number
    return nothing_told(replace(before, name=name.strip(), number=number))


def with_box(base: Catalogue, text: str) -> tuple[Catalogue, tuple[Problem, ...]]:
    """The cards with an owner's, TOML, over them, and what of it cannot be read. The rest stands; of a start
    world, which is known, the card that comes with the game where any of its row cannot be read."""
    rows, problems = rows_in(text)
    unread = list(problems)
    own: dict[str, Card] = {}
    for row in rows:
        try:
            card, wrong = readable(BoxTile(row.kind, row.fields), (*base, *own.values()))
        except Illegal as refused:
            unread.append(row.problem(Misread("", refused.sentence), whole=True))
            continue
        whole = bool(wrong) and not card.further
        unread += (row.problem(one, whole=whole) for one in wrong)
        if not whole:
            own[card.id] = card
    return base.with_cards(own.values()), tuple(unread)


def open_card(cards: Mapping[str, Card], id: Json) -> Card:
    """One of the six further start worlds. Raises Illegal, also where this box has none."""
    if not isinstance(id, str) or id not in open_ids():
        wrong = _(
            "{id} cannot be entered: only the start worlds {first} to {last} and cards of expansions, "
            "X01 and so on, can.",
            id=f"{id!r:.40}",
            first=open_ids()[0],
            last=open_ids()[-1],
        )
        raise Illegal(wrong)
    if id not in cards:
        raise Illegal(_("{id} is not among the cards that are played with here.", id=id))
    return cards[id]


@cache
def open_ids() -> tuple[str, ...]:
    return tuple(card.id for card in load.catalogue().starts if load.further_start(card))
