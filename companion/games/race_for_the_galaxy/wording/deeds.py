"""What hands do, each deed with its verb: told of a player ("discards 2 cards") or asked of oneself
("discard 2 cards"). Every deed has its own verb, so that none takes that of the deed before it in a list."""

from __future__ import annotations

from companion.translation import _, listed, plural


def place(card: str, own: bool) -> str:
    return _("place {card}", card=card) if own else _("places {card}", card=card)


def pay(number: int, own: bool) -> str:
    if own:
        return plural("discard {number} card", "discard {number} cards", number)
    return plural("discards {number} card", "discards {number} cards", number)


def drop(card: str, own: bool) -> str:
    """A card of the tableau that is discarded for its power."""
    return _("discard your {card}", card=card) if own else _("discards {card}", card=card)


def draw(number: int, own: bool) -> str:
    if own:
        return plural("draw {number} card", "draw {number} cards", number)
    return plural("draws {number} card", "draws {number} cards", number)


def keep(number: int, own: bool) -> str:
    """Of the cards just drawn."""
    return _("keep {number}", number=number) if own else _("keeps {number}", number=number)


def lay_goods(worlds: list[str], own: bool) -> str:
    """One on each of them: a world holds a single good."""
    names = listed(worlds)
    if own:
        return plural("lay a good on {worlds}", "lay goods on {worlds}", len(worlds), worlds=names)
    return plural("lays a good on {worlds}", "lays goods on {worlds}", len(worlds), worlds=names)


def gain_vp(number: int, own: bool) -> str:
    return _("gain {number} VP", number=number) if own else _("gains {number} VP", number=number)


def sell(kind: str, world: str, own: bool) -> str:
    if own:
        return _("sell {kind} from {world}", kind=kind, world=world)
    return _("sells {kind} from {world}", kind=kind, world=world)


def use_goods(worlds: list[str]) -> str:
    """Asked of oneself: those of several worlds, by whatever powers."""
    return plural("use the good on {worlds}", "use the goods on {worlds}", len(worlds), worlds=listed(worlds))


def use_so_many_goods(number: int) -> str:
    return plural("use {number} good", "use {number} goods", number)


def lay_so_many_goods(number: int) -> str:
    return plural("lay a good on {number} world", "lay goods on {number} worlds", number)


def use_by_own_power(kind: str, world: str, own: bool) -> str:
    if own:
        return _("use {kind} from {world} by its own power", kind=kind, world=world)
    return _("uses {kind} from {world} by its own power", kind=kind, world=world)


def use(kind: str, world: str, card: str, own: bool) -> str:
    """A good that the power of another card takes."""
    if own:
        return _("use {kind} from {world} for {card}", kind=kind, world=world, card=card)
    return _("uses {kind} from {world} for {card}", kind=kind, world=world, card=card)


def take_back(done: list[str], own: bool) -> str:
    """What the last step gave hands to do is undone. done: those deeds."""
    if own:
        return _("take this back: {deeds}", deeds=listed(done))
    return _("takes this back: {deeds}", deeds=listed(done))
