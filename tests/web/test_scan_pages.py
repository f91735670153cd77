"""Tests of the pages of a scan without a browser: photos, entries by people, doubts, score and plays."""

from __future__ import annotations

import html
import http.client
import json
import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.games.scanned import moves
from companion.scan import doubts
from companion.scan.doubts import Doubt
from companion.scan.finished import GONE_PHOTOS
from companion.scan.found import FoundTile, PhotoContents
from companion.table.journal import Journal
from companion.table.record import record
from companion.table.sql_tables import SCAN_PHOTOS
from companion.table.tables import Tables
from companion.translation import with_plain_digits
from companion.vision.camera import Frame
from companion.vision.camera_rig import CameraRig
from companion.web import create_app
from companion.web.request.services import services, services_of
from companion.web.scan import scan_photos
from tests.reports import REPORTS
from tests.stand_in import stand_in
from tests.web.conftest import Serving, bare_room
from tests.web.drawn import drawn_room
from tests.web.photographed import finished_table, registered_shelf

GAME = games.load("new-frontiers")
HOMES = GAME.untracked.final().ids("home")
PIXEL = SimpleNamespace(jpeg=b"", image=np.full((400, 600, 3), 90, np.uint8))


@pytest.fixture
def tables(tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield tables
    tables.close()


@pytest.fixture
def app(tables, tmp_path):
    app = create_app(bare_room(tables), registered_shelf(tmp_path / "boxes"))
    app.testing = True
    yield app
    services_of(app).live.close()


class Scan:
    """A scan, as one phone uses it."""

    def __init__(self, client: Any, path: str = "", players: int = 2) -> None:
        self.client = client
        self.path = path or self.begun(players)
        self.keys = iter(range(10**6))

    def begun(self, players: int) -> str:
        answer = self.client.post("/scan", data={"game": GAME.name, "players": str(players)})
        assert answer.status_code == 303
        return str(answer.location)

    def page(self, path: str = "") -> str:
        answer = self.client.get(self.path + path)
        assert answer.status_code == 200
        return html.unescape(answer.text)

    @property
    def number(self) -> int:
        return int(self.client.get(self.path + "/state").json["number"])

    def say(self, seen: int | None = None, key: str = "", **change: Any) -> Any:
        data = {
            "seen": self.number if seen is None else seen,
            "key": key or f"key-{id(self)}-{next(self.keys)}",
        }
        return self.client.post(self.path + "/say", json=data | {"change": change})

    def counts(self) -> str:
        """The value of the sheet's button that confirms every count."""
        (value,) = re.findall(r'name="counted" value="(.*?)">', self.page("/sheet"))
        return str(value)

    def count(self) -> None:
        answer = self.client.post(self.path + "/score", data={"counted": self.counts()})
        assert answer.status_code == 303

    def undo(self, seen: int | None = None) -> Any:
        data = {"seen": self.number if seen is None else seen, "key": f"undo-{next(self.keys):06}"}
        return self.client.post(self.path + "/undo", json=data)

    def send(self, *photos: bytes, script: bool = True, **more: Any) -> Any:
        from io import BytesIO

        files = [(BytesIO(data), f"IMG_{n}.jpg") for n, data in enumerate(photos)]
        headers = {"Accept": "application/json" if script else "text/html"}
        data = {"photo": files, "key": f"photo-{next(self.keys):06}"} | more
        return self.client.post(self.path + "/photos", data=data, headers=headers)

    def totals(self) -> list[int]:
        found = re.findall(r'data-total="\d"[^>]*>(\u2212?\d+)<', self.page("/sheet"))
        return [int(with_plain_digits(number)) for number in found]


@pytest.fixture
def scan(app):
    return Scan(app.test_client())


def found(tile: str, face: str, x: float, y: float, why: Doubt | None = None) -> FoundTile:
    part = GAME.untracked.part(tile, face)
    assert part is not None
    corners = ((x, y), (x + 20, y), (x + 20, y + 20), (x, y + 20))
    text = f"NF:{tile}{face}"
    return FoundTile(text, tile, face, corners, part.id, part.role, why is None, why)


@pytest.fixture
def reading(monkeypatch):
    """Sets the contents that are read from the next photos, which are not really read."""
    reads: list[PhotoContents] = []
    monkeypatch.setattr(scan_photos, "read_sent_photo", lambda data, *_game: (reads.pop(0), PIXEL.image))
    monkeypatch.setattr(scan_photos, "read_photo", lambda image, *_game: reads.pop(0))
    return reads


def read(*tiles: FoundTile, wrong: tuple[Doubt, ...] = ()) -> PhotoContents:
    return PhotoContents((600, 400), tiles, wrong)


# --- a whole table ---------------------------------------------------------------------------------------


def test_photos_and_numbers_come_to_the_true_score(scan):
    table = finished_table()
    for photo in table.photos:
        answer = scan.send(photo)
        assert answer.status_code == 200
        assert answer.json["tiles"] > 5
    for seat, empire in enumerate(table.state.empires):
        for name, value in (
            ("chips", empire.chips),
            ("credits", empire.credits),
            ("colonists", empire.colonists),
        ):
            assert scan.say(do="number", player=seat, name=name, value=value).status_code == 200
    assert scan.totals() == [player.total for player in GAME.score(table.state).players]


def test_the_same_photo_sent_again_is_one(scan, reading):
    reading += [read(found("H3", "A", 100, 100)), read(found("H4", "A", 100, 100))]
    for _time in range(2):
        assert scan.send(b"x", key="the-same-key").status_code == 200
    assert len(re.findall(r'id="shot-', scan.page())) == 1


def test_one_photo_too_many_is_refused_unread(scan, reading, monkeypatch):
    monkeypatch.setattr(moves, "MAX_PHOTOS", 1)
    reading += [read(found("H3", "A", 100, 100)), read(found("H4", "A", 100, 100))]
    assert scan.send(b"x").status_code == 200
    answer = scan.send(b"y")
    assert (answer.status_code, "1 photos at most" in answer.json["sentence"]) == (422, True)
    assert len(reading) == 1


# --- bad pictures ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"hello " * 40, "photo"),
        (b"\0\0\0\x18ftypmp42" + b"0" * 99, "video"),
        ("hole.jpg", "damaged"),
        ("hole-other.jpg", "damaged"),
        ("photo.heic", "HEIC"),
    ],
)
def test_a_bad_picture_gets_one_sentence(scan, data, says):
    answer = scan.send((REPORTS / data).read_bytes() if isinstance(data, str) else data)
    assert answer.status_code == 422
    assert says in answer.json["sentence"]
    assert answer.json["sentence"].count(":") == 1
    assert scan.number == 1


@pytest.mark.slow
def test_without_a_script_the_good_photos_are_taken_and_the_bad_named(scan):
    answer = scan.send(finished_table().photos[0], b"hello " * 40, script=False)
    assert answer.status_code == 422
    assert "IMG_1.jpg" in answer.text
    assert "IMG_0.jpg" not in answer.text
    assert len(re.findall(r'id="shot-', answer.text)) == 1


def test_no_photo_is_said(scan):
    assert "No photo was chosen" in html.unescape(scan.send(script=False).text)


def test_only_photos_may_be_large(scan):
    body = b"x" * 200_000
    assert scan.client.post(scan.path + "/say", data=body, content_type="application/json").status_code == 413
    assert scan.client.post("/scan", data={"game": body}).status_code == 413


# --- doubts ----------------------------------------------------------------------------------------------


def test_a_doubt_is_said_above_the_sheet_until_it_is_answered(scan, reading):
    hard = Doubt(doubts.HARD, (), (), ("W07",))
    reading.append(
        read(found("H3", "A", 100, 100), found("W07", "B", 140, 100, hard), found("W08", "B", 180, 100))
    )
    scan.send(b"x")
    scan.say(do="number", player=0, name="chips", value=5)
    scan.say(do="number", player=1, name="chips", value=3)
    sheet = scan.page("/sheet")
    # The doubt, and the missing home of Green.
    assert "2 things are not sure" in sheet
    assert "Comet Zone could hardly be read" in sheet
    assert sheet.index("are not sure") < sheet.index("would win with")
    assert "wins with" not in sheet
    with_it = scan.totals()[0]
    answers = [json.loads(v) for v in re.findall(r'data-post="(\{.*?\})"', sheet) if '"W07"' in v]
    assert [answer["role"] for answer in answers] == ["colony", ""]
    assert scan.say(**answers[1]).status_code == 200
    assert "1 thing is not sure" in scan.page("/sheet")
    assert scan.totals()[0] == with_it - GAME.catalogue.world("W07").vp
    scan.undo()
    assert scan.totals()[0] == with_it


def test_a_tag_hardly_read_counts_as_none_of_its_names_until_one_is_chosen(scan, reading):
    outline, roles = (
        ((130.0, 90.0), (150.0, 90.0), (150.0, 110.0)),
        (("role W07", "colony"), ("role W09", "colony")),
    )
    maybe = Doubt(doubts.MAYBE, roles, outline, ("W07", "W09"))
    reading.append(read(found("H3", "A", 100, 100), found("W08", "B", 180, 100), wrong=(maybe,)))
    scan.send(b"x")
    without, sheet = scan.totals()[0], scan.page("/sheet")
    assert "could hardly be read: which of these pieces is it?" in sheet
    answers = [json.loads(v) for v in re.findall(r'data-post="(\{.*?\})"', sheet)]
    named = [answer for answer in answers if answer.get("tile") in ("W07", "W09")]
    assert [answer["tile"] for answer in named] == ["W07", "W09"]
    assert "Another piece" in sheet
    assert scan.say(**named[1]).status_code == 200
    assert scan.totals()[0] == without + GAME.catalogue.world("W09").vp
    assert "could hardly be read" not in scan.page("/sheet")


def test_what_is_printed_on_tiles_and_nobody_told_is_asked(tables, tmp_path):
    """With a box that nobody registered: no made-up tile is offered, and no made-up value counts."""
    app = create_app(bare_room(tables), Shelf(tmp_path / "empty"))
    scan = Scan(app.test_client())
    assert "Rare production world" not in scan.page("/seat/0/add/colony")
    scan.say(do="tile", player=0, tile="W16", role="colony")
    assert "VP printed on World 16, or what its “?” counts" in scan.page()
    assert "Blue: VP printed on World 16, or what its “?” counts not entered, so 0." in scan.page("/sheet")
    assert "not confirmed" not in scan.page("/sheet")
    assert "has at least 0 VP: those of 1 piece are not known." in scan.page("/sheet")
    assert scan.page("/sheet").count("at least 0") == 2
    scan.say(do="number", player=0, name="printed W16", value=3)
    assert scan.totals()[0] == 3
    assert "at least" not in scan.page("/sheet")


def test_a_number_that_nobody_told_is_said(scan, reading):
    reading.append(read(found("H3", "A", 100, 100), found("H4", "A", 400, 100)))
    scan.send(b"x")
    assert "2 things are not sure" in scan.page("/sheet")
    assert "Green: VP chips not entered, so 0." in scan.page("/sheet")
    scan.say(do="number", player=0, name="chips", value=5)
    scan.say(do="number", player=1, name="chips", value=0)
    assert "not sure" not in scan.page("/sheet")


def test_a_tie_asks_for_credits_and_goods(scan, reading):
    reading.append(read(found("H3", "A", 100, 100), found("H4", "A", 400, 100)))
    scan.send(b"x")
    for seat in (0, 1):
        scan.say(do="number", player=seat, name="chips", value=9 - GAME.catalogue["H3A"].vp * (seat == 0))
    scan.say(do="number", player=1, name="chips", value=9 - GAME.catalogue["H4A"].vp)
    assert "Blue: Credits not entered, so 0." in scan.page("/sheet")
    scan.say(do="number", player=0, name="credits", value=1)
    scan.say(do="number", player=1, name="credits", value=4)
    assert "Credits not entered" not in scan.page("/sheet")
    assert "tied on 9 VP" in scan.page("/sheet")


def test_explored_worlds_lie_there_and_score_nothing(scan, reading):
    reading.append(read(found("H3", "A", 100, 100), found("W07", "A", 140, 100)))
    scan.send(b"x")
    assert scan.totals()[0] == GAME.catalogue["H3A"].vp
    assert "1 explored world, which scores nothing" in scan.page()
    # They are shown where a photo has them, and nobody is asked for more of them.
    assert "/add/explored" not in scan.page("/seat/0") + scan.page("/seat/0/add/colony")
    assert "role-explored" in scan.page("/seat/0")
    scan.say(do="tile", player=0, tile="W07", role="colony")
    assert "role-explored" not in scan.page("/seat/0")
    assert scan.totals()[0] == GAME.catalogue["H3A"].vp + GAME.catalogue["W07"].vp


def test_what_a_photo_shows_against_a_persons_word_is_asked(scan, reading):
    scan.say(do="tile", player=0, tile="W07", role="colony")
    reading.append(read(found("H4", "A", 100, 100), found("W07", "B", 140, 100)))
    scan.send(b"x", player="1")
    page = scan.page()
    assert "Comet Zone was put with Blue, but a photo shows it with Green" in page
    answers = [json.loads(v) for v in re.findall(r'data-post="(\{.*?\})"', page) if "moved/" in v]
    assert scan.say(**answers[1]).status_code == 200
    assert "was put with" not in scan.page()
    assert 'id="tile-1-W07"' in scan.page("/seat/1")
    assert 'id="tile-0-W07"' not in scan.page("/seat/0")


def test_a_mat_keeps_its_player_when_another_is_photographed(scan, reading):
    """Homes are read in any order: the second photo must not change whose mat the first one was."""
    reading += [read(found("H5", "A", 100, 100)), read(found("H2", "A", 100, 100))]
    scan.send(b"x")
    scan.send(b"y")
    assert GAME.catalogue["H5A"].name in scan.page("/seat/0").partition("<main")[2]
    assert scan.say(do="mat", tile="H5A", player=1).status_code == 200
    homes = re.findall(r'id="tile-(\d)-(H\d[AB])"', scan.page("/seat/0") + scan.page("/seat/1"))
    assert sorted(set(homes)) == [("0", "H2A"), ("1", "H5A")]


# --- people ----------------------------------------------------------------------------------------------


def test_two_phones_disturb_each_other_only_about_the_same_thing(scan, app):
    other = Scan(app.test_client(), scan.path)
    seen = scan.number
    assert scan.say(seen, do="number", player=0, name="chips", value=7).status_code == 200
    assert other.say(seen, do="number", player=1, name="chips", value=43).status_code == 200
    stale = other.say(seen, do="number", player=0, name="chips", value=9)
    assert stale.status_code == 409
    assert "a number of Blue" in stale.json["sentence"]
    assert stale.json["number"] == 3
    assert 'value="43"' in scan.page("/seat/1")
    assert other.undo(seen).status_code == 409
    assert other.undo().status_code == 200
    assert 'value="43"' not in scan.page("/seat/1")


def test_the_same_request_again_is_one_change(scan):
    for _time in range(2):
        assert scan.say(1, "one-key-only", do="number", player=0, name="chips", value=7).status_code == 200
    assert scan.number == 2


def test_everything_is_there_after_a_restart(scan, tables, tmp_path, reading):
    reading.append(read(found("H3", "A", 100, 100), found("W07", "B", 140, 100)))
    scan.send(b"x")
    scan.say(do="number", player=0, name="chips", value=7)
    before = scan.totals()
    tables.close()
    again = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(again), registered_shelf(tmp_path / "boxes"))
    after = Scan(app.test_client(), scan.path)
    assert after.totals() == before
    assert after.client.get(re.findall(r'src="([^"]*photo/[^"]*)"', after.page())[0]).data[:2] == b"\xff\xd8"
    assert after.undo().status_code == 200
    assert after.totals() == [before[0] - 7, before[1]]
    assert scan.path in after.client.get("/scan").text
    services_of(app).live.close()
    again.close()


def test_a_deleted_scan_can_be_brought_back(scan):
    answer = scan.client.post(scan.path + "/delete", follow_redirects=True)
    assert f'href="{scan.path}"' not in answer.text
    scan.client.post(scan.path + "/restore")
    assert f'href="{scan.path}"' in scan.client.get("/scan").text


def test_a_scan_brought_back_after_its_photos_went_asks_for_what_they_showed(scan, tables, reading):
    colony, chips = found("W07", "A", 100, 100), {"do": "number", "player": 0, "name": "chips", "value": 7}
    reading.append(read(found("H1", "A", 60, 60), colony))
    scan.send(b"photo", player="0")
    scan.say(**chips)
    assert scan.client.post(scan.path + "/score", data={"keep": "1"}).status_code == 303
    with_photo = scan.totals()
    kept = [play.sheets for play in services_of(scan.client.application).keeper.plays.list()]
    scan.client.post(scan.path + "/delete")
    with tables.journal.transaction() as connection:
        connection.execute(SCAN_PHOTOS.delete())
    scan.client.post(scan.path + "/restore")
    page = scan.page()
    assert "1 photo of this table is no longer here" in page
    assert 'value="7"' in scan.page("/seat/0")
    assert scan.totals()[0] < with_photo[0]
    assert scan.client.get(scan.path + "/photo/" + "0" * 16).status_code == 404
    # What was kept while the photo was there stays, until a person says that it is all right.
    scan.say(do="number", player=0, name="chips", value=8)
    assert [play.sheets for play in services_of(scan.client.application).keeper.plays.list()] == kept
    reading.append(read(found("H1", "A", 60, 60), colony))
    assert scan.send(b"photo", player="0").status_code == 200
    scan.say(do="settle", doubt=GONE_PHOTOS)
    assert "no longer here" not in scan.page()
    assert scan.totals()[0] == with_photo[0] + 1


def test_the_result_is_kept_when_sure_and_again_when_it_changes(scan, app, reading):
    with app.app_context():
        plays = services().keeper.plays
    scan.client.post(scan.path + "/score")
    assert plays.list() == ()
    reading.append(read(found("H3", "A", 100, 100), found("H4", "A", 400, 100)))
    scan.send(b"x")
    scan.say(do="number", player=0, name="chips", value=5)
    scan.say(do="number", player=1, name="chips", value=2)
    scan.client.post(scan.path + "/score")
    assert plays.list() == ()
    scan.count()
    (kept,) = plays.list()
    first = [player.total for player in kept.source_sheet.players]
    scan.say(do="number", player=1, name="chips", value=12)
    (again,) = plays.list()
    assert again.id == kept.id == "scan-" + scan.path.rpartition("/")[2]
    assert [player.total for player in again.source_sheet.players] == [first[0], first[1] + 10]
    assert again.ended == kept.ended
    scan.undo()
    assert [player.total for player in plays.list()[0].source_sheet.players] == first


def test_no_winner_is_named_before_the_tiles_were_counted(scan, reading):
    """A tile whose tag is covered is in no photo: only counting the tiles finds it."""
    reading.append(read(found("H3", "A", 100, 100), found("H4", "A", 400, 100), found("W07", "B", 420, 100)))
    scan.send(b"x")
    for seat, chips in enumerate((5, 2)):
        scan.say(do="number", player=seat, name="chips", value=chips)
    sheet = scan.page("/sheet")
    assert "not sure" not in sheet
    assert "Provisional" in sheet
    assert "would win with" in sheet
    assert "wins with" not in sheet
    assert "(winner)" not in sheet
    assert "1 colony with the home, 0 developments" in sheet
    assert "2 colonies with the home, 0 developments" in sheet
    scan.count()
    sheet = scan.page("/sheet")
    assert "Provisional" not in sheet
    assert "wins with" in sheet
    assert "(winner)" in sheet
    # Another tile on one mat must be counted again, and only there.
    scan.say(do="tile", player=1, tile="D12", role="development")
    sheet = scan.page("/sheet")
    assert "would win with" in sheet
    assert "2 colonies with the home, 1 development" in sheet
    assert "1 colony with the home" not in sheet
    scan.undo()
    assert "wins with" in scan.page("/sheet")


def test_a_table_told_by_hand_needs_no_count_and_has_its_finale(scan, app):
    homes = GAME.untracked.final().ids("home")
    for seat in range(2):
        scan.say(do="tile", player=seat, tile=homes[2 * seat], role="home")
        scan.say(do="number", player=seat, name="chips", value=10 + seat)
    assert "Count them once" not in scan.page("/sheet")
    assert scan.client.get(scan.path + "/finale").location == scan.path + "/sheet"
    asked = scan.client.post(scan.path + "/score", data={"key": "first"})
    assert asked.location == scan.path + "/finale"
    assert "finale-columns" in scan.page("/finale")
    # Asked again it is the sheet; a change makes the result unsure, and its end is no page any more.
    assert scan.client.post(scan.path + "/score", data={"key": "again"}).location == scan.path + "/sheet"
    scan.say(do="number", player=0, name="chips", value=None)
    assert scan.client.get(scan.path + "/finale").location == scan.path + "/sheet"


def test_a_finished_table_brought_here_again_by_its_record_is_the_same_play(scan, app, tables):
    homes = GAME.untracked.final().ids("home")
    for seat in range(2):
        scan.say(do="tile", player=seat, tile=homes[2 * seat], role="home")
        scan.say(do="number", player=seat, name="chips", value=10 + seat)
    scan.client.post(scan.path + "/score", data={"key": "first"})
    name = scan.path.rpartition("/")[2]
    copy = Scan(scan.client, f"/scan/{tables.revive(record(tables.of_scans().open(name))).id}")
    assert copy.path != scan.path
    assert f'data-name="scan-{name}.png"' in copy.page("/finale")
    copy.say(do="number", player=0, name="chips", value=30)
    with app.app_context():
        (kept,) = services().keeper.plays.list()
    assert (kept.id, kept.source) == (f"scan-{name}", name)
    assert [player.total for player in kept.source_sheet.players] == copy.totals()


def test_a_count_of_what_has_changed_meanwhile_confirms_nothing(scan, reading):
    reading.append(read(found("H3", "A", 100, 100), found("H4", "A", 400, 100)))
    scan.send(b"x")
    for seat in (0, 1):
        scan.say(do="number", player=seat, name="chips", value=seat)
    counts = scan.counts()
    scan.say(do="tile", player=0, tile="D12", role="development")
    scan.client.post(scan.path + "/score", data={"counted": counts})
    assert "would win with" in scan.page("/sheet")


# --- forms -----------------------------------------------------------------------------------------------


def form(scan, path="", **fields):
    return scan.client.post(scan.path + "/say", data={"seen": str(scan.number), "key": "form-key"} | fields)


def test_numbers_without_a_script(scan):
    change = json.dumps({"do": "numbers", "player": 0})
    fields = {"number-chips": "7", "was-chips": "", "number-credits": "", "was-credits": "", "by": "chips:+5"}
    answer = form(scan, change=change, back=scan.path + "/seat/0", **fields)
    assert (answer.status_code, answer.location) == (303, scan.path + "/seat/0")
    assert 'value="12"' in scan.page("/seat/0")


def test_a_form_leads_nowhere_else(scan):
    change = json.dumps({"do": "number", "player": 0, "name": "chips", "value": 1})
    assert form(scan, change=change, back="//example.org/scan").location == scan.path


def test_players_may_be_named_and_more(scan):
    fields = {"name-0": "Anna", "colour-0": "red", "name-1": "", "colour-1": "blue", "count": "3"}
    assert form(scan, change='{"do": "players"}', **fields).status_code == 303
    page = scan.page()
    assert page.count('class="panel scan-seat"') == 3
    assert "Anna" in page
    assert form(scan, change='{"do": "players"}', **(fields | {"colour-1": "red"})).status_code == 422


IMPOSSIBLE = (
    {},
    {"do": "nothing"},
    {"do": "add", "photo": "x"},
    {"do": "score", "at": "x"},
    {"do": "number", "player": 7, "name": "chips", "value": 1},
    {"do": "number", "player": 0, "name": "chips", "value": -1},
    {"do": "number", "player": 0, "name": "chips", "value": "many"},
    {"do": "number", "player": True, "name": "chips", "value": 1},
    {"do": "numbers", "player": 0, "values": [1]},
    {"do": "tile", "player": 0, "tile": "W99", "role": "colony"},
    {"do": "tile", "player": 0, "tile": "D01", "role": "colony"},
    {"do": "tile", "player": 0, "tile": "W07", "role": "trophy"},
    {"do": "tile", "player": 0, "tile": ["W07"], "role": "colony"},
    {"do": "good", "tile": "D01", "value": True},
    {"do": "shared", "tile": "W07", "value": True},
    {"do": "mat", "tile": 3, "player": 0},
    {"do": "players", "players": "two"},
    {"do": "players", "players": [{"name": "A" * 99, "colour": "blue"}, {"colour": "red"}]},
    {"do": "counted", "player": 0},
    {"do": "counted", "all": {"7": "x"}},
    {"do": "counted", "all": {"9" * 5000: "x"}},
    {"do": "counted", "all": {"0": 7}},
    {"do": "counted", "all": ["0"]},
    {"do": "settle"},
    {"do": "taken", "photo": "x", "player": 9},
)


def test_a_change_that_cannot_be_is_refused_with_a_sentence(scan):
    for change in IMPOSSIBLE:
        answer = scan.say(**change)
        assert answer.status_code in (400, 422), change
        assert answer.json["sentence"].endswith((".", "….")), change
        assert scan.number == 1, change


@pytest.mark.parametrize("path", ["/nosuch", "/nosuch/sheet", "/nosuch/state", "/nosuch/photo/x.jpg"])
def test_what_is_not_there_says_so(client_of, path):
    assert client_of.get("/scan" + path).status_code == 404


@pytest.fixture
def client_of(app):
    return app.test_client()


@pytest.mark.parametrize("path", ["/seat/2", "/seat/x", "/seat/0/add/trophy", "/photo/x", "/photo/x.jpg"])
def test_no_such_part_of_a_scan(scan, path):
    assert scan.client.get(scan.path + path).status_code == 404


def test_developments_in_play_are_offered_first_and_their_other_sides_last(scan):
    scan.say(do="tile", player=1, tile="D12", role="development")
    offers = re.findall(
        r'<b>([^<]*)</b> <small class="quiet">(D\d\d)</small>', scan.page("/seat/0/add/development")
    )
    assert offers[0][1] == "D12"
    other = next(
        d.id
        for d in GAME.catalogue.developments.values()
        if d.stack == GAME.catalogue["D12"].stack and d.id != "D12"
    )
    assert offers[-1][1] == other


def test_another_sites_page_may_change_nothing(scan):
    headers = {"Sec-Fetch-Site": "cross-site"}
    for path in ("/say", "/undo", "/redo", "/photos", "/score", "/delete", "/camera"):
        assert scan.client.post(scan.path + path, headers=headers).status_code == 403


def test_homes_that_are_missing_are_said_once_with_the_way_to_choose_each(client):
    scan = Scan(client, players=3)
    lacking = r"Home colony: none is known of ([^.<]+)\."
    assert not re.findall(lacking, scan.page())  # nothing lies there yet, so nothing is missing
    for seat, tile in enumerate(("W01", "W02", "W03")):
        scan.say(do="tile", player=seat, tile=tile, role="colony")
    scan.say(do="tile", player=1, tile=HOMES[0], role="home")
    for path in ("", "/sheet"):
        page = scan.page(path)
        assert [len(names.split(" and ")) for names in re.findall(lacking, page)] == [2]
        assert [f"{scan.path}/seat/{seat}/add/home" in page for seat in range(3)] == [True, False, True]
    scan.say(do="tile", player=2, tile=HOMES[1], role="home")
    assert len(re.findall(lacking, scan.page())) == 1
    scan.say(do="tile", player=0, tile=HOMES[2], role="home")
    assert not re.findall(lacking, scan.page("/sheet"))


def test_whoever_has_nothing_yet_is_asked_for_a_home_only_with_the_score(client):
    scan = Scan(client)
    scan.say(do="tile", player=0, tile=HOMES[0], role="home")
    assert "none is known of" not in scan.page()
    assert "none is known of" in scan.page("/sheet")


def test_goods_are_asked_by_colour_and_block_only_when_they_count(scan, reading):
    good = Doubt(doubts.GOOD, (("good", "Rare"),), (), ("W07",))
    reading.append(
        read(
            found("H3", "A", 100, 100), found("W07", "B", 140, 100), found("H4", "A", 400, 100), wrong=(good,)
        )
    )
    scan.send(b"x", player="0")
    scan.say(do="number", player=0, name="chips", value=5)
    assert "Rare good on Comet Zone: is that right?" in scan.page("/seat/0")
    assert "Rare good" not in scan.page("/sheet")
    said = next(
        json.loads(v) for v in re.findall(r'data-post="(\{.*?\})"', scan.page("/seat/0")) if "doubt" in v
    )
    assert said["do"] == "good"
    assert scan.say(**said).status_code == 200
    assert "is that right" not in scan.page("/seat/0")


def test_a_tag_of_no_tile_leads_to_registering_it(scan, reading):
    strange = Doubt(doubts.STRANGE, (("tile", "NF:W77B"),), ((1, 1), (9, 1), (9, 9), (1, 9)))
    reading.append(read(found("H3", "A", 100, 100), wrong=(strange,)))
    scan.send(b"x")
    page = scan.page()
    assert "The tag NF:W77B belongs to no piece" in page
    assert "/box/new-frontiers/tile?id=NF:W77B" in page


# --- the rest --------------------------------------------------------------------------------------------


def test_those_who_played_last_are_filled_in(app, tables):
    players = (Player("Anna", "red"), Player("Ben", "blue"))
    tables.create(GAME.name, Setup(players), seed=1)
    assert [name in Scan(app.test_client()).page() for name in ("Anna", "Ben")] == [True, True]
    assert (
        "Anna"
        not in Scan(app.test_client(), players=3).page().partition("<ul class")[2].partition("<datalist")[0]
    )


def test_the_camera_over_the_table_takes_one(scan, app, reading):
    room = services_of(app).room
    post = {"headers": {"Accept": "application/json"}}
    assert scan.client.post(scan.path + "/camera", **post).status_code == 422
    assert "camera over the table" not in scan.page()
    room.home.eyes = stand_in(
        CameraRig, frames=lambda: (Frame(PIXEL.image, 1, 0.0), Frame(PIXEL.image, 2, 0.0))
    )
    assert "camera over the table" in scan.page()
    assert "camera over the table" in scan.send(script=False).text
    reading += [read(found("H3", "A", 100, 100)), read(found("H4", "A", 100, 100))]
    assert scan.client.post(scan.path + "/camera", **post).json["tiles"] == 1
    assert len(re.findall(r'src="[^"]*\.jpg\?small', scan.page())) == 2


def test_a_real_camera_over_the_table_takes_one(tmp_path):
    with drawn_room(tmp_path) as room:
        app = create_app(room, registered_shelf(tmp_path / "boxes"))
        app.testing = True
        scan = Scan(app.test_client())
        answer = scan.client.post(scan.path + "/camera", headers={"Accept": "application/json"})
        assert answer.status_code == 200, answer.text
        assert answer.json["tiles"] >= 2  # the two homes are there from the start
        services_of(app).live.close()


def test_goals_count_for_all_once_they_are_in_play(scan):
    goal = GAME.catalogue.goals["G4"]
    assert goal.name not in scan.page("/sheet")
    assert scan.say(do="shared", tile="G4", value=True).status_code == 200
    assert goal.name in scan.page("/sheet")
    scan.say(do="shared", tile="G4", value=False)
    assert goal.name not in scan.page("/sheet")


def test_the_score_asks_for_credits_and_colonists_only_where_they_count(scan):
    assert "number-colonists" not in scan.page()
    goal = next(goal.id for goal in GAME.catalogue.goals.values() if goal.measure == "colonists")
    scan.say(do="shared", tile=goal, value=True)
    assert "number-colonists" in scan.page()


def test_a_photo_waits_where_requests_are_small(serving_scans):
    """The server takes large requests at this address only, and only for an existing scan."""

    def post(path, size):
        line = http.client.HTTPConnection("127.0.0.1", serving_scans.port, timeout=30)
        head = {"Content-Type": "multipart/form-data; boundary=x", "Accept": "application/json"}
        part = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
        try:
            line.request("POST", path, part + b"y" * size + b"\r\n--x--\r\n", head)
            answer = line.getresponse()
        except ConnectionError:  # refused by its head, while the rest was being sent
            return 413, ""
        return answer.status, answer.read().decode()

    path = Scan(serving_scans.app.test_client()).path
    status, text = post(path + "/photos", 3 << 20)
    assert status == 422
    assert "photo" in text
    assert post(path + "/say", 3 << 20)[0] == 413
    assert post("/scan/x1/photos", 3 << 20)[0] in (404, 413)  # the second: closed while it was being sent


@pytest.fixture
def serving_scans(app):
    serving = Serving(app)
    yield serving
    serving.stop()


@pytest.mark.parametrize("name", [name for name, _title in games.titles("untracked")])
def test_every_game_that_is_scored_from_photos_has_its_pages(app, name):
    client = app.test_client()
    game = games.load(name)
    path = client.post("/scan", data={"game": name, "players": str(game.seats[0])}).location
    roles = [role.name for role in game.untracked.final().roles]
    for page in ("", "/seat/0", "/sheet", *(f"/seat/0/add/{role}" for role in roles)):
        assert client.get(path + page).status_code == 200
