"""What the box of A New Frontier holds (p. 2): nothing in it is tagged, so everything is counted."""

from __future__ import annotations

from companion.games.a_new_frontier.book.book import Book
from companion.games.contract import BoxPart
from companion.translation import _, marked

PAGE = 2
_COUNTED = (
    ("strategies", marked("Strategy cards"), 25, "attack"),
    ("tactics", marked("Tactics cards"), 75, "attack"),
    ("policies", marked("Policy cards"), 14, "book"),
    ("missions", marked("Marketing missions"), 25, "mission"),
    ("factions", marked("Faction cards"), 6, "person"),
    ("planning-boards", marked("Planning boards"), 6, "table"),
    ("screens", marked("Player screens"), 6, "person"),
    ("aids", marked("Player scripts and player aids"), 6, "book"),
    ("storage", marked("Storage areas"), 2, "archive"),
    ("mines", marked("Mine tokens"), 24, "mine"),
    ("technologies", marked("Technology tokens"), 120, "tech"),
    ("player-tokens", marked("Player tokens"), 42, "person"),
    ("credits", marked("Credit tokens"), 78, "credit"),
    ("influence", marked("Influence tokens"), 20, "influence"),
    ("actions", marked("Action tokens"), 40, "plus"),
    ("dice", marked("Attack dice"), 15, "attack"),
    ("storms", marked("Electrical storm tokens of the planning boards"), 7, "storm"),
    ("loans", marked("Loan tokens"), 2, "credit"),
    ("reminders", marked("Reminder tokens"), 4, "warning"),
    ("exploration", marked("Exploration tokens"), 18, "colony"),
    ("archaeotechs", marked("Archaeotech tokens"), 24, "archaeotech"),
    ("votes", marked("Voting tokens"), 10, "check"),
    ("dividers", marked("Agenda dividers"), 4, "book"),
    ("agenda-planets", marked("Agenda planet tokens"), 3, "book"),
    ("facilities-orbital", marked("Orbital facilities"), 6, "facility"),
    ("facilities-planet", marked("Planet facilities"), 34, "facility"),
    ("tens", marked("10 VP tokens"), 12, "vp"),
    ("twenties", marked("VP tokens worth two of 10"), 6, "vp"),
)
"""Id, name, number and icon of each line; ships come from the book."""


def contents(book: Book) -> tuple[BoxPart, ...]:
    ships = tuple(
        BoxPart(f"ships-{ship.id}", _("{ship} tokens", ship=ship.name), ship.count, (), "fleet", PAGE)
        for ship in book.ships.values()
    )
    counted = (BoxPart(id, _(words), number, (), icon, PAGE) for id, words, number, icon in _COUNTED)
    return (*ships, *counted)
