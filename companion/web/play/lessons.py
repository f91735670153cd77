"""Lessons on the pages: reading, skipping and repeating steps, levels, and setting the table up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, render_template

from companion import games
from companion.games.contract import State, game_of_box
from companion.lessons.asking import asked_at
from companion.lessons.kept import AskedThen, LessonChoices, choices_from_json, choices_to_json
from companion.lessons.lesson_files import LessonBook
from companion.lessons.set_up import SetUpItem, checklist, tasks_of
from companion.lessons.teaching import LESSONS, book_of, teaching_for
from companion.table.settings import Settings
from companion.table.table import Table
from companion.translation import _
from companion.web.access.join import joining_code, seats_on_phones, shown_code
from companion.web.live.views import SeatLabel, seats
from companion.web.play.bodies import (
    AnswerAhead,
    ChangeLevel,
    LayTask,
    LessonBody,
    ReadStep,
    RepeatLesson,
    SkipLesson,
    TableNumber,
)
from companion.web.play.coach import has_coach
from companion.web.play.help_levels import HELP_WORDS
from companion.web.play.set_up_tasks import TaskView, level_button, task_view
from companion.web.request.addressed import room, seat_number, table_of
from companion.web.request.at_station import copy_of
from companion.web.request.json_body import json_post
from companion.web.request.reading import Refused, whole_number
from companion.web.request.services import services
from companion.web.request.visitor import require_seat
from companion.web.setup.setup_form import called_in, words_of_record
from companion.web.setup.setup_view import made_up

pages = Blueprint("lessons", __name__)


@pages.get("/t/<table_id>/lessons")
def lessons(table_id: str) -> str:
    """The players' levels, and the lessons taught so far, to be read again."""
    return _lessons_page(table_of(table_id), None)


@pages.get("/t/<table_id>/lessons/<seat>")
def lessons_of(table_id: str, seat: str) -> str:
    """The same for one player, as a phone shows it."""
    table = table_of(table_id)
    return _lessons_page(table, seat_number(table, seat))


def _lessons_page(table: Table[State], viewer: int | None) -> str:
    had = teaching_for(table, viewer, table.now).had
    return render_template(
        "lessons.html",
        table=table,
        seats=seats(table),
        viewer=viewer,
        seat=None if viewer is None else seats(table)[viewer],
        kept=choices_from_json(table.settings.taught),
        had=had,
        number=table.number,
        teaches=table.settings.teaching == LESSONS,
        by_lot=table.settings.ahead == "lot",
        asks_ahead=table.settings.asks_ahead(table.id),
    )


@json_post(pages, "/t/<table_id>/lessons", LessonBody)
def tell(table_id: str, body: LessonBody) -> TableNumber:
    """What people say to lessons, and to the list of setting the table up."""
    table = table_of(table_id)
    book = book_of(table.game.name)
    if isinstance(body, LayTask):
        if body.task not in {task.id for task in tasks_of(table)}:
            raise Refused(400, _("There is no such step of setting the table up."))
        task, laid = body.task, body.laid
        _change_kept(table, lambda kept: kept.with_laid(task, laid))
        return TableNumber(table.number)
    chosen = tuple(body.seats)
    if max(chosen) >= len(table.setup.players):
        raise Refused(400, _('The request needs "seats": a list of seats of this table.'))
    for seat in chosen:
        require_seat(table_id, seat)
    match body:
        case ReadStep(at=at):
            read = _read_step(book, at)
            _change_kept(table, lambda kept: _for_all(kept, chosen, "with_read", *read, book))
        case SkipLesson(lesson=lesson) | RepeatLesson(lesson=lesson):
            if lesson not in book.by_id:
                raise Refused(400, _("There is no such lesson."))
            name = "with_skipped" if isinstance(body, SkipLesson) else "with_again"
            _change_kept(table, lambda kept: _for_all(kept, chosen, name, lesson))
        case AnswerAhead(id=id, at=at, choice=choice):
            _answer_ahead(table, chosen[0], id, at, choice)
        case ChangeLevel(level=level):
            _change_kept(table, lambda kept: _for_all(kept, chosen, "with_level", level))
    return TableNumber(table.number)


def _answer_ahead(table: Table[State], seat: int, id: str, at: int, choice: int | None) -> None:
    """The first answer in a round counts; what comes again, or late, changes nothing."""
    asked, round = asked_at(table, at, seat, id), table.game.phase(table.state).round
    if asked is None:
        raise Refused(409, _("This question has passed."))
    right = choice == asked.right

    def change(kept: LessonChoices) -> LessonChoices:
        then = kept.asked_in(seat, round)
        if then is None:
            return kept.with_ahead(seat, AskedThen(round, id, at, choice, right, choice is None))
        return kept.with_ahead(seat, replace(then, closed=True)) if choice is None else kept

    _change_kept(table, change)


def _change_kept(table: Table[State], change: Any) -> None:
    def changed(settings: Settings) -> Settings:
        return settings.with_changes(taught=choices_to_json(change(choices_from_json(settings.taught))))

    table.change(changed)


def _for_all(kept: LessonChoices, chosen: tuple[int, ...], name: str, *values: Any) -> LessonChoices:
    for seat in chosen:
        kept = getattr(kept, name)(seat, *values)
    return kept


def _read_step(book: LessonBook, at: str) -> tuple[str, int]:
    lesson, _slash, text = at.partition("/")
    step = whole_number(text, 0, len(book.by_id[lesson].step) - 1) if lesson in book.by_id else None
    if step is None:
        raise Refused(400, _("There is no such lesson."))
    return lesson, step


# --- setting the table up


@pages.get("/t/<table_id>/set-up")
def set_up(table_id: str) -> str:
    """The page after Begin: what is laid out, how phones join, and who has. The part that changes is fetched
    repeatedly while the page is open."""
    table = table_of(table_id)
    address, code = joining_code(table_id)
    # The table's own game lacks what it is played without.
    whole = game_of_box(games.load(table.game.name), table.setup.box)
    called = called_in(whole, bool(table.setup.told))
    without = table.setup.without
    copy = copy_of(table.id, table.game.name)
    lacking = [it for it in services().copies.missing(table.game.name, copy) if it.piece not in without]
    could_do_without = table.game.box is not None and any(it.piece in called for it in lacking)
    return render_template(
        "set_up.html",
        table=table,
        game=table.game,
        tasks=_tasks_html(table),
        made_up=made_up(table.game, table.setup.told),
        address=address,
        code=code,
        short=shown_code(table.id),
        without=[f"{id} {called.get(id, '')}".strip() for id in without],
        lacking=[words_of_record(it, called) for it in lacking],
        begin_again=could_do_without and not any(entry.kind == "decision" for entry in table.effective()),
    )


@pages.get("/t/<table_id>/set-up/tasks")
def tasks(table_id: str) -> str:
    """The checklist as it is now, as an HTML fragment."""
    return _tasks_html(table_of(table_id))


def _tasks_html(table: Table[State]) -> str:
    everyone = seats(table)
    items = _checklist(table)
    station = room().serving(table.id)
    watched = station is not None and station.eyes is not None
    done = sum(bool(item.done) for item in items)
    kept = choices_from_json(table.settings.taught)
    teaches = table.settings.teaching == LESSONS
    coached = has_coach(table.game) and table.settings.coach == "on"
    return render_template(
        "_set_up_tasks.html",
        table=table,
        game=table.game,
        seats=everyone,
        on_phones=seats_on_phones(table.id),
        teaches=teaches,
        help_words={seat.number: _(HELP_WORDS[table.settings.help_of(seat.number)]) for seat in everyone}
        if coached
        else {},
        levels={seat.number: level_button(kept.level(seat.number)) for seat in everyone} if teaches else {},
        by_seat=[(seat, _tasks_of(seat, items, watched)) for seat in everyone] if items else [],
        progress=_progress(done, len(items), watched),
        begin=_("Play") if done == len(items) else _("Play now"),
    )


def _tasks_of(seat: SeatLabel, items: tuple[SetUpItem, ...], watched: bool) -> list[TaskView]:
    return [task_view(item, watched) for item in items if item.who == seat.number]


def _progress(done: int, all: int, watched: bool) -> str:
    if watched:
        return _(
            "{done} of {all} done. What the camera sees is checked off by itself; tap the rest.",
            done=done,
            all=all,
        )
    return _("{done} of {all} done. Tap what is done.", done=done, all=all)


def _checklist(table: Table[State]) -> tuple[SetUpItem, ...]:
    station = room().serving(table.id)
    referee = station.referee if station is not None else None
    kept = choices_from_json(table.settings.taught)
    seen = referee.seen if referee is not None else None
    return checklist(tasks_of(table), len(table.setup.players), kept.laid, seen)
