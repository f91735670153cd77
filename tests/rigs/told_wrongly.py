"""Tables with told pieces, played by a copy's owner up to any point, and a fact told otherwise there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from companion import games
from companion.box.editing import tile_text
from companion.box.what_follows import Follows, what_follows
from companion.games.contract import Telling, TellingField, box_of, game_at
from companion.games.contract.told import ALL, Told
from companion.table.tables import Tables
from tests.rigs.told_games import Copy, answer, setup

MAX_ENTRIES = 4_000


def played(
    tables: Tables, copy: Copy, seed: int, until: Callable[[Any], bool] = lambda table: False, **options: str
) -> Any:
    """A told table on which this copy's owner told all that was asked, until this is so, or to its end."""
    rng = Random(seed)
    begun = setup(games.load(copy.game), rng, **{**copy.options, **options})
    table: Any = tables.create(copy.game, begun, seed=seed)
    copy.now({})
    while not table.game.phase(table.state).over and not until(table):
        assert table.number < MAX_ENTRIES, "the game does not end"
        question = rng.choice([question for question in table.questions if not question.optional])
        table.submit(
            answer(copy, table, question, rng), table.number, f"key-{table.number:08}", "Mia’s phone"
        )
        copy.now(table.game.box.told_tiles(table.state_at(1), table.state))
    return table


def form(table: Any, piece: str) -> Telling:
    return box_of(game_at(table.game, table.state)).book().telling(piece)


def told_facts(table: Any) -> Iterator[TellingField]:
    """The fields of all that was told at this table."""
    for piece in table.game.box.told_tiles(table.state_at(1), table.state):
        yield from (field for field in form(table, piece).fields if field.chosen or field.ended)


def told(table: Any, piece: str, **said: tuple[str, ...]) -> Told:
    """What the form of the piece sends where these facts are told otherwise, and all else stays."""
    opened = form(table, piece)
    fields = [field for field in opened.fields if field.key in said]
    new = [field.item(one) for field in fields for one in said[field.key]]
    ended = [field.item(ALL) for field in fields if field.ended is not None]
    return Told((*opened.chosen.without(said).facts, *new, *ended), later=True)


def follows(table: Any, piece: str, **said: tuple[str, ...]) -> Follows:
    """What follows where these facts of the piece are told otherwise."""
    sent = told(table, piece, **said)
    tile = box_of(game_at(table.game, table.state)).book().told(piece, sent).tile
    changed = {key: sent.of(piece, key) for key in said}
    return what_follows(table, piece, changed, tile_text(tile))
