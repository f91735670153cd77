"""Who told something, as journals and boxes name it and as people read it."""

from __future__ import annotations

from companion.translation import _, marked

_A_PHONE = "a phone"
_DEVICES = frozenset(
    (
        marked("camera"),
        marked("virtual bag"),
        marked("virtual dice"),
        marked("clock"),
        marked("a device"),
        marked(_A_PHONE),
        marked("the tablet"),
        marked("the box"),
        marked("computer player"),
    )
)
"""The senders of entries, as the journal names them; a phone is named after its seat."""
_PHONE = "'s phone"
CAUGHT_UP = "caught up"
"""The sender of what was inferred from the table, after people had played on without telling it: this, and
after ": " what it was inferred from (`catching_up/basis.py`)."""
TOGETHER = " & "
"""Between the two senders of what a second device confirmed."""


def is_caught_up(by: str) -> bool:
    return by.partition(": ")[0] == CAUGHT_UP


def teller_words(by: str) -> str:
    """The sender of an entry, in words; of a correction that took two devices both."""
    if len(both := _senders(by)) > 1:
        one, other = both
        return _("{who}, confirmed by {other}", who=teller_words(one), other=teller_words(other))
    if is_caught_up(by):
        return _("caught up")
    if by.endswith(_PHONE):
        return _("{player}'s phone", player=by.removesuffix(_PHONE))
    return _(by) if by in _DEVICES else by


def without_name(by: str) -> str:
    """The sender without anybody's name."""
    if is_caught_up(by):
        return CAUGHT_UP
    return TOGETHER.join(one if one in _DEVICES else _A_PHONE for one in _senders(by))


def _senders(by: str) -> tuple[str, ...]:
    """The sender of an entry, or both. A player may be called "Ann & Bob": there are two only where what
    stands before it is a device's name by itself."""
    at = by.find(TOGETHER)
    while at >= 0:
        one = by[:at]
        if one in _DEVICES or one.endswith(_PHONE):
            return one, by[at + len(TOGETHER) :]
        at = by.find(TOGETHER, at + 1)
    return (by,)
