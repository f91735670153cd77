"""Whole games by script with a copy of the game of which nothing is registered: whatever a table asks is told
out of the copy, half of the forms in part and the rest "later", the house is shut down and opened again on
the way, and the same game is played once more with all of the copy registered before.

What a game prints is a `Copy` of its own folder of tests; nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Protocol

from companion import games
from companion.box.editing import tiles_in
from companion.box.shelf import Shelf
from companion.games.contract import (
    LATER,
    BoxTile,
    Decision,
    Game,
    Illegal,
    Json,
    Naming,
    Option,
    Player,
    Question,
    Setup,
    State,
    Telling,
    TellingField,
    game_of_setup,
)
from companion.games.contract.gate import check_legal
from companion.games.contract.random_player import form_answer
from companion.games.contract.told import Told
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.table.undo_rights import NeedsConfirmation
from companion.web import create_app
from companion.web.request.services import services_of
from tests.web.conftest import bare_room

MAX_ENTRIES = 4_000
BESIDE = 0.15
"""Of so many answers one is given to a question that nobody waits for, where there is one."""
Said = Mapping[str, tuple[str, ...]]
"""By fact, in the order in which it was told."""


class Copy(Protocol):
    """One copy of a game, as its owner's hands see it."""

    game: str
    """Its name."""
    untyped: tuple[str, ...]
    """Decisions, by their names in JSON, that there are only while something is untold."""
    options: Mapping[str, str]
    """Choices of the setup without which the two tables are not asked the same."""

    def said(self, field: TellingField, called: str) -> tuple[str, ...]:
        """What is printed there, as a form has it. called: the piece's name on the form."""

    def name(self, form: Naming, state: Any, rng: Random) -> tuple[str, ...]: ...

    def move(self, game: Game[State], state: State, question: Question, rng: Random) -> Decision | None:
        """A move that no option offers, as meeting a piece is; None: one of the options is taken."""

    def truly(self, state: Any, decision: Decision) -> Decision:
        """A form's answer with what it says of the pieces as it is printed."""

    def now(self, tiles: Mapping[str, BoxTile]) -> None:
        """After each entry: what the table knows of its pieces."""

    def noted(self, decision: Json) -> Json:
        """A decision that is about to be taken, so that `registered_as` understands it at the end."""

    def registered_as(self, noted: Json, state: Any) -> Sequence[Json]:
        """The decision in this state of a table where all is registered: one, or several in a row; none,
        where there is nothing of it there."""

    def falls_out(self, registered: Decision) -> bool:
        """The decision comes to nothing where it is not legal: what the table was asked for though there was
        nothing to choose, and what a person took back once its facts were told."""

    def registered(self, told: Mapping[str, Said]) -> str:
        """A box file of all that is printed, by the ids that pieces got at the table. told: what was told
        there, of several alike the order counts, as decisions name a power by its place."""

    def counted(self, facts: Mapping[str, Json]) -> Mapping[str, Json]:
        """The facts of an end, without what cannot be the same where pieces were not counted before."""

    def fields(self, piece: str, facts: Sequence[str]) -> dict[str, Json]:
        """What a box file has of these facts of a piece."""

    def told_elsewhere(self, piece: str, told: Mapping[str, Said]) -> tuple[str, ...]:
        """The facts of a piece that are told with those of another one."""

    def known(self, piece: str) -> frozenset[str]:
        """The fields that a box file may have of a piece though nobody told them: its place in the box, and
        what the rulebook or the publisher says of it."""


@dataclass
class House:
    """The tables and the boxes of a folder, in a program that may be ended and begun again."""

    folder: Path
    tables: Tables = field(init=False)
    shelf: Shelf = field(init=False)

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.tables = Tables(Journal(self.folder / "journal.db"))
        self.shelf = Shelf(self.folder / "boxes")
        self._app = create_app(bare_room(self.tables), self.shelf)

    def end(self) -> None:
        services_of(self._app).live.close()
        self.tables.close()

    @property
    def client(self) -> Any:
        return self._app.test_client()


@contextmanager
def house(folder: Path) -> Iterator[House]:
    folder.mkdir(parents=True, exist_ok=True)
    one = House(folder)
    try:
        yield one
    finally:
        one.end()


def told_and_registered(folder: Path, copy: Copy, seed: int, **options: str) -> list[str]:
    """What is otherwise at the end of a whole game, in its score or in the owner's box, where all was told on
    demand, than where it was registered before; a line each. options: of the setup; players: "fewest"."""
    rng = Random(seed)
    begun = setup(games.load(copy.game), rng, **{**copy.options, **options})
    with house(folder) as at:
        told = play_told(at, copy, begun, rng)
    return [*differences(told.end, registered_end(copy, told)), *box_faults(copy, told)]


@dataclass
class ToldGame:
    """A game that was played to its end. decisions: of the path to it, without answers that were changed
    while they could be, as `Copy.noted` has them;
    told: by piece and fact; asked: all (piece, fact) that a form had; end: see `end_of`."""

    setup: Setup
    decisions: list[Json]
    told: dict[str, dict[str, tuple[str, ...]]]
    asked: set[tuple[str, str]]
    box: str
    end: SimpleNamespace


def setup(game: Game[State], rng: Random, **fixed: str) -> Setup:
    """A table with the printed pieces, with any players and options but for those that are given."""
    seats = game.seats[0] if fixed.get("players") == "fewest" else rng.randint(*game.seats)
    players = tuple(Player(colour.capitalize(), colour) for colour in rng.sample(game.colours, seats))
    while True:
        chosen = tuple(
            (option.name, fixed.get(option.name) or rng.choice(option.choices)[0])
            for option in game.setup_options()
            if not option.players or len(players) in option.players
        )
        begun = Setup(players, chosen).stating(game.setup_options(), game.marks).with_told_pieces()
        while draws := game.setup_draws(begun):
            begun = begun.with_draw(draws[0].what, draws[0].sample(rng))
        try:
            game.new(begun)
        except Illegal:  # options that do not go together
            continue
        return begun


def play_told(at: House, copy: Copy, begun: Setup, rng: Random, later: float = 0.5) -> ToldGame:
    """later: of so many of the forms that may be told later something is left open."""
    table = at.tables.create(
        copy.game, begun, seed=1, settings=Settings(draws="hand", dice=rng.choice(("virtual", "hand")))
    )
    ends = set(rng.sample(range(2, 60), 3))
    asked: set[tuple[str, str]] = set()
    noted: dict[int, Json] = {}
    instead: dict[int, int] = {}
    opened = 0  # the last entry after which somebody whose answer had been open was asked again
    while not table.game.phase(table.state).over:
        assert table.number < MAX_ENTRIES, "the game does not end"
        if table.number in ends:
            ends.discard(table.number)
            at.end()
            at.begin()
            table = at.tables.open(table.id)
        elif rng.random() < 0.01 and table.undo_words is not None:
            _take_back(table)
            copy.now(_tiles(table))
            continue
        question = some_question(table, rng)
        if isinstance(question.form, Telling):
            asked |= {(field.piece, field.key) for field in question.form.fields}
        decision = answer(copy, table, question, rng, later)
        before, answered = _last_of(table, question.player), _answered(table)
        entry = table.submit(decision, table.number, _key(table), "the tablet")
        noted[entry.number] = copy.noted(entry.data)
        if answered - _answered(table):
            opened = entry.number
        elif question.answered and before > opened:
            instead[entry.number] = before
        copy.now(_tiles(table))
    path = [entry for entry in table.effective() if entry.kind in ("decision", "draw")]
    changed = {instead.get(entry.number) for entry in path}
    return ToldGame(
        begun,
        [noted.get(entry.number, entry.data) for entry in path if entry.number not in changed],
        _told([entry.data for entry in path]),
        asked,
        at.shelf.text(copy.game),
        end_of(copy, table.game, table.state),
    )


def some_question(table: Table[State], rng: Random) -> Question:
    """One that somebody must answer, or now and then one of those that nobody waits for. Whoever draws by
    hand what nobody must draw has pieces with tags, which are registered."""
    beside = [question for question in table.questions if question.optional and question.chance is None]
    if beside and rng.random() < BESIDE:
        return rng.choice(beside)
    return rng.choice([question for question in table.questions if not question.optional])


def _last_of(table: Table[State], player: int | None) -> int:
    """The number of this player's last decision: an answer that is still open is changed by the next."""
    own = [entry.number for entry in table.effective() if entry.data.get("player", -1) == player]
    return own[-1] if own else 0


def _answered(table: Table[State]) -> set[int | None]:
    """Whose answers are open."""
    return {question.player for question in table.questions if question.answered}


def _take_back(table: Table[State]) -> None:
    try:
        table.undo(table.number, _key(table), "the tablet")
    except NeedsConfirmation as asked:
        table.undo(table.number, _key(table), "the tablet", confirm=asked.number)


def _key(table: Table[State]) -> str:
    return f"key-of-entry-{table.number + 1:06}"


def _tiles(table: Table[State]) -> Mapping[str, BoxTile]:
    box = table.game.box
    assert box is not None
    return box.told_tiles(table.state_at(1), table.state)


def _told(path: Sequence[Json]) -> dict[str, dict[str, tuple[str, ...]]]:
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for decision in path:
        for piece, facts in Told.read(decision.get("facts", ())).by_piece.items():
            for fact, said in facts.items():
                of = found.setdefault(piece, {})
                of[fact] = (*of.get(fact, ()), *said)
    return found


def answer(copy: Copy, table: Table[State], question: Question, rng: Random, later: float = 0.0) -> Decision:
    game, state = table.game, table.state
    if question.chance is not None:
        return game.answer(state, question, question.chance.sample(rng))
    if isinstance(question.form, Telling):
        return game.answer(state, question, tell(copy, question.form, rng, later))
    if isinstance(question.form, Naming):
        return game.answer(state, question, copy.name(question.form, state, rng))
    if question.form is not None:
        return copy.truly(state, any_answer(game, state, question, rng))
    own = copy.move(game, state, question, rng)
    if own is not None:
        return own
    return rng.choice(options_of(game, state, question)).decision


def options_of(game: Game[State], state: State, question: Question) -> Sequence[Option]:
    """Those of the seat; of a question that nobody waits for its own."""
    options = game.options(state, question.player)
    return [one for one in options if not question.optional or one.decision.do in question.does] or options


def any_answer(game: Game[State], state: State, question: Question, rng: Random) -> Decision:
    """Any answer, or one of the game's own random player, who lays plans in which something is done."""
    if question.player is None or rng.random() < 0.5:
        return form_answer(game, state, question, rng)
    return game.players["random"].choose(game, state, question, (), rng)


def tell(copy: Copy, form: Telling, rng: Random, later: float) -> tuple[str, ...]:
    """What is printed, of every field of the form, or of what must be told and some more of it."""
    pieces = dict(form.pieces)
    said = {
        each.name: [each.item(text).text for text in copy.said(each, pieces[each.piece])]
        for each in form.fields
    }
    whole = tuple(item for items in said.values() for item in items)
    if form.later and rng.random() < later:
        kept = [each.name for each in form.fields if (each.needed and not form.waived) or rng.random() < 0.3]
        part = (*(item for name in kept for item in said[name]), LATER)
        if not form.problem(part):
            return part
    wrong = form.problem(whole)
    assert not wrong, (wrong, whole)
    return whole


def registered_end(copy: Copy, told: ToldGame) -> SimpleNamespace:
    """The end of the same game where all of the copy was registered before it."""
    begun = replace(told.setup, box=copy.registered(told.told))
    game = game_of_setup(games.load(copy.game), begun)
    state = game.new(begun)
    for number, noted in enumerate(told.decisions):
        for data in () if noted["do"] in copy.untyped else copy.registered_as(noted, state):
            decision = game.decision(data)
            if wrong := _problem(game, state, decision):
                now = [question.text for question in game.questions(state)]
                assert copy.falls_out(decision), (number, data, wrong, now)
                continue
            state = game.play(state, decision)
    return end_of(copy, game, state)


def _problem(game: Game[State], state: State, decision: Decision) -> str:
    try:
        check_legal(game, state, decision)
    except Illegal as illegal:
        return illegal.sentence
    return ""


def end_of(copy: Copy, game: Game[State], state: State) -> SimpleNamespace:
    """What is so at the end: every fact by its path, the score sheet, and whether it is over."""
    return SimpleNamespace(
        over=game.phase(state).over,
        facts=dict(copy.counted({fact.path: fact.value for fact in game.facts(state)})),
        score=[
            (player.name, player.total, player.rank, {line.source: line.vp for line in player.lines})
            for player in game.score(state).players
        ],
    )


def differences(told: SimpleNamespace, registered: SimpleNamespace) -> list[str]:
    """A line for each thing that is otherwise at the two ends."""
    found = [] if told.over == registered.over else [f"over: {told.over}, {registered.over}"]
    found += [
        f"{was[0]}: told {was[1:]}, registered {now[1:]}"
        for was, now in zip(told.score, registered.score, strict=True)
        if was != now
    ]
    both = dict.fromkeys((*told.facts, *registered.facts))
    found += [
        f"{path}: told {told.facts.get(path)!r}, registered {registered.facts.get(path)!r}"
        for path in both
        if told.facts.get(path) != registered.facts.get(path)
    ]
    return found


def in_told_order(lines: Iterable[str], told: Said) -> list[str]:
    """These lines of a piece, those that were told in the order in which they were."""
    said = dict.fromkeys(line for of in told.values() for line in of)
    own = list(lines)
    return [*(line for line in said if line in own), *(line for line in own if line not in said)]


STATUS = frozenset(("id", "untold", "told", "source", "assumed"))


def box_faults(copy: Copy, told: ToldGame) -> list[str]:
    """What was told and is not in the owner's box, or is in it and was not told."""
    found, box = [], tiles_in(told.box) if told.box else {}
    said = {
        piece: (*told.told.get(piece, ()), *copy.told_elsewhere(piece, told.told))
        for piece in {**told.told, **box}
    }
    for piece, facts in said.items():
        fields = box[piece].fields if piece in box else {}
        wanted = copy.fields(piece, facts)
        found += [
            f"{piece} {name}: told {value!r}, in the box {fields.get(name)!r}"
            for name, value in wanted.items()
            if not _same(fields.get(name), value)
        ]
    for piece, tile in box.items():
        told_fields = copy.fields(piece, said[piece])
        more = tile.fields.keys() - told_fields.keys() - copy.known(piece) - STATUS
        found += [
            f"{piece} {name}: nobody told it, in the box {tile.fields[name]!r}" for name in sorted(more)
        ]
    return found


def _same(found: Json, wanted: Json) -> bool:
    if isinstance(wanted, list):
        return isinstance(found, list) and sorted(map(str, found)) == sorted(map(str, wanted))
    return bool(found == wanted)
