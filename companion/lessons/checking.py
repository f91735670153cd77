"""Checks a game's lessons: unknown names, texts too long or untranslated, steps that never come up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from companion.games.contract import Decision, Game, Illegal, Json, State, decision_to_json
from companion.installed_games import folders
from companion.lessons.judging import Judge
from companion.lessons.lesson_files import Condition, LessonBook, names_of
from companion.lessons.progress import LessonEvent, advance, initial_progress
from companion.simulation.simulate import game_seed, new_game, steps
from companion.translation import SOURCE, _, is_translated, speaking

MAX_WORDS = 40


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a lesson. where: its id, and the step if it is one's."""

    where: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.where}: {self.sentence}"


# --- what the files say


def faults(game: Game[State], book: LessonBook) -> tuple[Fault, ...]:
    """What is wrong with the files, without playing."""
    return (*_names(game, book), *_reach(book), *_texts(game, book))


def _conditions(book: LessonBook) -> Iterator[tuple[str, Condition]]:
    for lesson in book.lessons:
        yield lesson.id, lesson.when
        if lesson.ends is not None:
            yield lesson.id, lesson.ends
        for number, step in enumerate(lesson.step, 1):
            if step.until is not None:
                yield f"{lesson.id}, step {number}", step.until
    for reminder in book.reminders:
        yield reminder.id, reminder.when
    for proposal in book.proposals:
        yield proposal.id, proposal.when


def _names(game: Game[State], book: LessonBook) -> Iterator[Fault]:
    signs, points = set(game.lessons.signs), set(game.lessons.points)
    for where, condition in _conditions(book):
        for sign in (*names_of(condition.sign), *names_of(condition.not_sign)):
            if sign not in signs:
                yield Fault(where, _("the game has no sign {name}.", name=repr(sign)))
        for lesson in names_of(condition.begun):
            if lesson not in book.by_id:
                yield Fault(where, _("there is no lesson {name}.", name=repr(lesson)))
    pointing = [
        (f"{lesson.id}, step {number}", step.points_at)
        for lesson in book.lessons
        for number, step in enumerate(lesson.step, 1)
    ]
    for where, point in (*pointing, *((one.id, one.points_at) for one in book.reminders)):
        if point and point not in points:
            yield Fault(where, _("the game has nothing called {name} to point at.", name=repr(point)))


def _reach(book: LessonBook) -> Iterator[Fault]:
    """Conditions that can never hold, whatever is played."""
    steps_until = {id(step.until) for lesson in book.lessons for step in lesson.step if step.until}
    for where, condition in _conditions(book):
        waits = id(condition) in steps_until
        if condition == Condition() or (not waits and (condition.tap or condition.table)):
            yield Fault(where, _("its condition names nothing that can happen: it is never reached."))
        if (condition.having or condition.by) and not condition.decided:
            yield Fault(where, _("“having” and “by” are about a decision: name it in “decided”."))
    for lesson in book.lessons:
        waits_for = [lesson.when.begun, *(step.until.begun for step in lesson.step if step.until)]
        if any(lesson.id in names_of(names) for names in waits_for[:1]):
            yield Fault(lesson.id, _("it begins only after itself: it is never reached."))


def _texts(game: Game[State], book: LessonBook) -> Iterator[Fault]:
    """Texts that are too long, or lack a translation into a language that the game speaks: one that somebody
    wrote who speaks one language has no catalogue."""
    folder = folders().get(game.name)
    catalogues = sorted(folder.glob("translations/*/messages.po")) if folder else []
    spoken = (SOURCE, *(path.parent.name for path in catalogues))
    for where, text in book.texts():
        for language in spoken:
            with speaking(language):
                translation, translated = _(text), is_translated(text)
            if not translated:
                yield Fault(where, _("there is no translation into {language}.", language=language))
            elif len(translation.split()) > MAX_WORDS:
                yield Fault(
                    where,
                    _(
                        "it has {number} words in {language}; at most {most}.",
                        number=len(translation.split()),
                        language=language,
                        most=MAX_WORDS,
                    ),
                )


# --- what comes up in play


@dataclass(frozen=True, slots=True)
class PlayCounts:
    """What came up in simulated games. begun: how often each lesson; passed: how often something that
    happened passed each waiting step, by "lesson/step"; reminded: how often each reminder. judge: what they
    showed of the statements."""

    begun: dict[str, int]
    passed: dict[str, int]
    reminded: dict[str, int]
    judge: Judge


def play(
    game: Game[State],
    book: LessonBook,
    games: int,
    seed: int = 1,
    played: Callable[[], None] = lambda: None,
) -> PlayCounts:
    """Plays whole games with every number of players and every setup option in turn, half of them by the
    random computer player, and counts. played: called after each game."""
    found = PlayCounts(
        {lesson.id: 0 for lesson in book.lessons},
        {
            f"{lesson.id}/{at}": 0
            for lesson in book.lessons
            for at, step in enumerate(lesson.step)
            if step.until
        },
        {reminder.id: 0 for reminder in book.reminders},
        Judge(game, book),
    )
    for number in range(games):
        _play_one(game, book, number, seed, found)
        played()
    return found


def _play_one(game: Game[State], book: LessonBook, number: int, seed: int, found: PlayCounts) -> None:
    rng = Random(game_seed(seed, number))
    fewest, most = game.seats
    players = fewest + number % (most - fewest + 1)
    options = tuple(
        (option.name, rng.choice(option.choices)[0] if number else option.choices[0][0])
        for option in game.setup_options()
    )
    kinds = [kind for kind in ("sensible", "random") if kind in game.players]
    client = game.players[kinds[number // 2 % len(kinds)]]
    try:
        state = new_game(game, players, options, rng)
    except Illegal:  # not every choice goes with every other one
        state = new_game(game, players, (), rng)
    found.judge.begin(state, players)
    progress = advance(book, game, initial_progress(players), _happening(game, None, None, state, 1))
    for count, step in enumerate(steps(game, state, client, rng), 2):
        found.judge.step(step.before, step.decision, step.after)
        later = advance(book, game, progress, _happening(game, step.before, step.decision, step.after, count))
        for before, now in zip(progress.seats, later.seats, strict=True):
            steps_before = {one.lesson: one.step for one in before.running}
            for one in now.running:
                if one.step > steps_before.get(one.lesson, 0):
                    found.passed[f"{one.lesson}/{one.step - 1}"] += 1
        progress = later
    for seat in progress.seats:
        for running in seat.running:
            found.begun[running.lesson] += 1
        for reminded in seat.reminded:
            found.reminded[reminded.reminder] += reminded.count


def _happening(
    game: Game[State], before: State, decision: Decision | None, state: State, number: int
) -> LessonEvent:
    data: Json = {} if decision is None else decision_to_json(decision)
    return LessonEvent(
        number,
        str(data.get("do", "")),
        data,
        None if decision is None else decision.player,
        decision is not None and decision.player is None,
        state,
        game.questions(state),
        game.phase(state),
        first=decision is None,
    )


def unreached(book: LessonBook, played: PlayCounts, games: int) -> tuple[Fault, ...]:
    """The lessons, waiting steps and reminders that came up in none of so many games, and the statements that
    these contradict. A step that waits for
    the table needs a camera, and is left out; so is one whose lesson never began."""
    times = _("it never came up in {games} simulated games.", games=games)
    found = [Fault(lesson, times) for lesson, count in played.begun.items() if not count]
    for at, count in played.passed.items():
        lesson, _slash, step = at.partition("/")
        until = book.by_id[lesson].step[int(step)].until
        if not count and played.begun[lesson] and until is not None and not (until.tap or until.table):
            sentence = _("what it waits for never came in {games} simulated games.", games=games)
            found.append(Fault(f"{lesson}, step {int(step) + 1}", sentence))
    found += [Fault(reminder, times) for reminder, count in played.reminded.items() if not count]
    found += [Fault(where, sentence) for where, sentence in played.judge.untrue(games)]
    return tuple(found)
