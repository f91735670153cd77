"""Permissions by address: the one table of rules, by endpoint. An endpoint without a rule is refused.

Where an address names a table and a seat, the rule checks these. A step whose body names the seat (a
decision, an undo) is open here to everybody with a seat at the table, and its view checks the seat by
`companion.web.request.visitor.require_seat`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.access.visitor import Visitor
from companion.translation import marked


@dataclass(frozen=True, slots=True)
class Target:
    """What an address names. table: its id, ""; seat: from 0, None: none, -1: one that cannot be."""

    table: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class Rule:
    """name: for the documentation; refusal: a sentence that says what to do. by_code: a code of a table or a
    seat may help."""

    name: str
    allows: Callable[[Visitor, Target], bool]
    refusal: str
    by_code: bool = False


ANYBODY = Rule("anybody", lambda visitor, target: True, "")
GUEST = Rule(
    "guest",
    lambda visitor, target: visitor.guest,
    marked("Only guests at a table may do this: scan the code that a table's tablet shows."),
    by_code=True,
)
JOINING = Rule(
    "joining",
    lambda visitor, target: visitor.joins(target.table),
    marked("Only those at this table may do this: scan the code that the table's tablet shows."),
    by_code=True,
)
AT_TABLE = Rule("at the table", lambda visitor, target: visitor.at(target.table), JOINING.refusal, True)
SEAT = Rule(
    "the seat",
    lambda visitor, target: target.seat is not None and visitor.sees(target.table, target.seat),
    marked("This is another player's seat: choose yours by the code that the table's tablet shows."),
    by_code=True,
)
SEAT_IF_NAMED = Rule(
    "anybody; a seat's view: the seat",
    lambda visitor, target: target.seat is None or visitor.sees(target.table, target.seat),
    SEAT.refusal,
    by_code=True,
)
AT_TABLE_AND_SEAT_IF_NAMED = Rule(
    "at the table; a seat's view: the seat",
    lambda visitor, target: AT_TABLE.allows(visitor, target) and SEAT_IF_NAMED.allows(visitor, target),
    SEAT.refusal,
    by_code=True,
)
SEAT_OR_TABLET = Rule(
    "the seat or the table's tablet",
    lambda visitor, target: target.seat is not None and visitor.plays(target.table, target.seat),
    SEAT.refusal,
    by_code=True,
)
TABLET = Rule(
    "the table's tablet",
    lambda visitor, target: visitor.tablet(target.table),
    marked("This is done at the table's tablet, or by the staff."),
)
ANY_TABLET = Rule(
    "any table's tablet",
    lambda visitor, target: visitor.any_tablet,
    marked("A new game begins at a table's tablet, or with the staff."),
)
CAMERA = Rule(
    "a phone that is a camera",
    lambda visitor, target: visitor.camera,
    marked("Only the staff may make a phone a camera: scan the code that they show."),
)
STAFF = Rule(
    "staff", lambda visitor, target: visitor.staff, marked("Only the staff may do this: sign in as staff.")
)
HOST = Rule(
    "host",
    lambda visitor, target: visitor.host,
    marked("Only the host may do this: sign in with the host's PIN."),
)

RULES: dict[str, Rule] = {
    "static": ANYBODY,
    "style_sheet": ANYBODY,
    "game_style": ANYBODY,
    "script": ANYBODY,
    # Counts without a name in them; a supervisor and a scraper of figures have no session.
    "health.healthz": ANYBODY,
    "health.readyz": ANYBODY,
    "health.metrics": ANYBODY,
    "health.queue": ANYBODY,
    "secure.secure": ANYBODY,
    "secure.authority": ANYBODY,
    # The front page shows no tables to those who are not staff.
    "tables.index": ANYBODY,
    "tables.change": STAFF,
    "sign_in.sign_in": ANYBODY,
    "sign_in.take_pin": ANYBODY,
    "sign_in.sign_out": ANYBODY,
    "sign_in.access": HOST,
    "sign_in.change_access": HOST,
    "staff.index": STAFF,
    "staff.wall": STAFF,
    "staff.act": STAFF,
    "staff.tablet": STAFF,
    "staff.statistics": STAFF,
    "staff.help": AT_TABLE,
    "stations.index": STAFF,
    "stations.change": STAFF,
    "stations.code": STAFF,
    "stations.phone": STAFF,
    # A device shows a number, and what it is then the staff says; it learns nothing of any table.
    "tablets.tablet": ANYBODY,
    "tablets.state": ANYBODY,
    "tablets.station": ANYBODY,
    "tablets.manifest": ANYBODY,
    "tablets.offline": ANYBODY,
    "tablets.service_worker": ANYBODY,
    "setup.new": ANY_TABLET,
    "setup.fits": ANY_TABLET,
    "setup.begin": ANY_TABLET,
    "setup.laid": ANY_TABLET,
    "setup.fair": ANY_TABLET,
    "setup.drawn": ANY_TABLET,
    "join.companion": ANYBODY,
    # Whoever knows a code that a tablet shows is in the room; tries are counted.
    "short_code.enter": ANYBODY,
    "short_code.show": AT_TABLE_AND_SEAT_IF_NAMED,
    "join.table": AT_TABLE_AND_SEAT_IF_NAMED,
    "join.choose": JOINING,
    "join.take": JOINING,
    "join.free": SEAT_OR_TABLET,
    # Whoever is in the room may look at a table: the page shows what lies open on it.
    "play.table": ANYBODY,
    "play.numbers": ANYBODY,
    "play.seat": SEAT,
    "play.camera": JOINING,
    "play.watch": JOINING,
    "play.options": STAFF,
    "play.settings": STAFF,
    "play.taken": JOINING,
    "play.decide": AT_TABLE,
    "play.drawn": AT_TABLE,
    "play.clock": AT_TABLE,
    "play.answer": AT_TABLE,
    "play.undo": AT_TABLE,
    "play.redo": AT_TABLE,
    "play.jump": AT_TABLE,
    "play.proposal": AT_TABLE,
    "play.activate": STAFF,
    "live.live": SEAT_IF_NAMED,
    "live.strip": ANYBODY,
    "live.streams": ANYBODY,
    "history.history": SEAT_IF_NAMED,
    "what_happened.entry": SEAT_IF_NAMED,
    "what_happened.picture": JOINING,
    "legend.legend": ANYBODY,
    "lessons.lessons": AT_TABLE,
    "lessons.lessons_of": SEAT,
    "lessons.tell": AT_TABLE,
    "lessons.set_up": AT_TABLE,
    "lessons.tasks": AT_TABLE,
    "laying_out.lay_out": AT_TABLE,
    "laying_out.areas": AT_TABLE,
    "laying_out.tell": AT_TABLE,
    "laying_out.play_on": AT_TABLE,
    "inferred.otherwise": AT_TABLE_AND_SEAT_IF_NAMED,
    "played_on.begin": AT_TABLE_AND_SEAT_IF_NAMED,
    "played_on.lying": AT_TABLE,
    "played_on.think": AT_TABLE,
    "played_on.enter": AT_TABLE,
    "tile_picture.picture": AT_TABLE,
    "told_photo.photo": AT_TABLE,
    "photo_of_many.page": AT_TABLE,
    "photo_of_many.photo": AT_TABLE,
    "photo_of_many.tell": AT_TABLE,
    "put_away.put_away": AT_TABLE,
    "put_away.items": AT_TABLE,
    "put_away.tell": AT_TABLE,
    "put_away.photo": AT_TABLE,
    # What is printed on a tile, and what lies open; reading a photo costs time, so guests only.
    "what.what": ANYBODY,
    "what.look": GUEST,
    # What a phone knows of its own hand is sent with each question, and kept by nobody here.
    "hand.ask": SEAT,
    "hand.advise": SEAT,
    "hand.look": SEAT,
    "hand.choose": SEAT,
    "rulebook.index": ANYBODY,
    "rulebook.look_up": ANYBODY,
    "rulebook.ask": ANYBODY,
    "rulebook.ask_of_seat": SEAT,
    "rulebook.staff": ANYBODY,
    "rulebook.staff_pdf": ANYBODY,
    "corrections.facts": AT_TABLE_AND_SEAT_IF_NAMED,
    "corrections.touched": AT_TABLE_AND_SEAT_IF_NAMED,
    "corrections.correct": AT_TABLE,
    "corrections.drop": AT_TABLE,
    "verify.verify": AT_TABLE,
    "score.score": ANYBODY,
    "finale.finale": ANYBODY,
    "coach.suggestions": SEAT,
    "coach.moments": ANYBODY,
    "help_levels.of_seat": SEAT,
    "help_levels.choose": AT_TABLE,
    "finale.name": AT_TABLE,
    "finale.skip": TABLET,
    "coach.practise": ANY_TABLET,
    "fork.fork": AT_TABLE,
    "score.show": TABLET,
    "score.pdf": ANYBODY,
    "leaving.show": AT_TABLE,
    "leaving.of_seat": SEAT_OR_TABLET,
    "leaving.leave": SEAT_OR_TABLET,
    "seating.show": TABLET,
    "seating.keep": TABLET,
    "api.openapi": ANYBODY,
    "api.playable_games": ANYBODY,
    "api.list_tables": STAFF,
    "api.list_stations": STAFF,
    "api.station_events": STAFF,
    "api.begin_table": STAFF,
    "api.table_state": SEAT_IF_NAMED,
    "api.table_facts": SEAT_IF_NAMED,
    "api.table_history": SEAT_IF_NAMED,
    "api.table_events": SEAT_IF_NAMED,
    "api.table_score": ANYBODY,
    "api.decide": AT_TABLE,
    "api.answer": AT_TABLE,
    "api.draw": AT_TABLE,
    "api.correct": AT_TABLE,
    "api.undo": AT_TABLE,
    "api.redo": AT_TABLE,
    "api.jump": AT_TABLE,
    "api.clock": AT_TABLE,
    "api.list_plays": STAFF,
    "api.one_play": STAFF,
    "plays.index": STAFF,
    "plays.statistics_page": STAFF,
    "plays.records_page": STAFF,
    "plays.play": STAFF,
    "plays.change": STAFF,
    "plays_files.many": STAFF,
    "plays_files.one": STAFF,
    "plays_files.pdf": STAFF,
    "plays_files.picture": STAFF,
    "scan.index": GUEST,
    "scan.create": GUEST,
    "scan.scan": GUEST,
    "scan.seat": GUEST,
    "scan.add": GUEST,
    "scan.add_new": GUEST,
    "scan.photo": GUEST,
    "scan.picture": GUEST,
    "scan.sheet": GUEST,
    "scan.finale": GUEST,
    "scan.joined": GUEST,
    "scan.state": GUEST,
    "scan.photos": GUEST,
    "scan.camera": GUEST,
    "scan.say": GUEST,
    "scan.undo": GUEST,
    "scan.redo": GUEST,
    "scan.score": GUEST,
    "scan.delete": STAFF,
    "scan.restore": STAFF,
    "timer.index": GUEST,
    "timer.begin": GUEST,
    "timer.timer": GUEST,
    "timer.state": GUEST,
    "timer.change": GUEST,
    "box.index": STAFF,
    "box.tile": STAFF,
    "box.find": STAFF,
    "box.pieces": STAFF,
    "box.note": STAFF,
    # A name of a piece that somebody has in hand; at a table, of those at it.
    "box.new_piece": GUEST,
    "box.keep": STAFF,
    "box.confirm": STAFF,
    "box.export": STAFF,
    "box.forget": STAFF,
    "box.take_in": STAFF,
    "box.photo": STAFF,
    "box.seen": STAFF,
    "box.stickers": STAFF,
    "box.look": STAFF,
    "box.learnt_look": STAFF,
    "box.forget_look": STAFF,
    "box.forget_looks": STAFF,
    "box.merge": STAFF,
    "box.use": STAFF,
    "box.verify": STAFF,
    "box.fronts_page": STAFF,
    "box.front_picture": STAFF,
    "box.take_fronts": STAFF,
    "box.forget_front": STAFF,
    "box.photos_page": STAFF,
    "box.compare_page": STAFF,
    "box.confirm_many": STAFF,
    "box.tile_picture": STAFF,
    "box.take_photo": STAFF,
    "box.forget_picture": STAFF,
    "box.switch_own_looks": STAFF,
    "calibrate.index": STAFF,
    "calibrate.check_up": STAFF,
    "calibrate.corners": STAFF,
    "calibrate.zones": STAFF,
    "calibrate.size": STAFF,
    "calibrate.measure": STAFF,
    "calibrate.goods": STAFF,
    "calibrate.look": STAFF,
    "calibrate.picture": STAFF,
    "camera_recordings.record": STAFF,
    "camera_recordings.recording": STAFF,
    "camera_choice.choose": STAFF,
    "camera_choice.use": STAFF,
    "camera_choice.device": STAFF,
    "phone_camera.join": STAFF,
    "phone_camera.index": CAMERA,
    "phone_camera.frame": CAMERA,
    "phone_camera.leave": CAMERA,
    "demo.panel": STAFF,
    "demo.tiles": STAFF,
    "demo.face": STAFF,
    "demo.act": STAFF,
}
