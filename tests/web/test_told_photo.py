"""Tests of the photo of a tile in the form that asks for its facts: what is read on it is proposed there."""

from __future__ import annotations

import html
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.box.shelf import Shelf
from companion.games.contract.box_proposals import SeenDisc, SeenFace, SeenLine, SeenNumber
from companion.games.contract.told import Told
from companion.games.new_frontiers.game import NewFrontiers
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.tiles.box_file import as_fields
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.vision import lone_piece
from companion.vision.printed_marks import read_face
from companion.web import create_app
from companion.web.request.services import services_of
from tests.rigs.printed_tiles import style, tile_picture
from tests.rigs.told_box import Owner, printed_box, setup
from tests.web.conftest import bare_room

GAME = "new-frontiers"


def photo_of(tile) -> np.ndarray:
    """The tile alone on a plain ground, as a phone sees it from above."""
    fields = as_fields(tile)
    face = tile_picture(style("test 1"), fields.type, fields.fields)
    high, wide = face.shape[:2]
    noise = np.random.default_rng(1).normal(0, 4, (high + 500, wide + 700, 3))
    ground = np.clip(np.array([90, 120, 140]) + noise, 0, 255)
    seen = face[:, :, 3:] / 255.0
    part = ground[250 : 250 + high, 350 : 350 + wide]
    part[:] = face[:, :, :3] * seen + part * (1 - seen)
    return cv2.GaussianBlur(ground.astype(np.uint8), (0, 0), 1.2)


def test_a_picture_says_facts_as_people_tell_them():
    face = SeenFace(
        numbers=(
            SeenNumber("3", "circle", True, -15, -15, 0.99, 1.0),
            SeenNumber("2", "hexagon", False, 15, 15, 0.99, 1.0),
        ),
        discs=(SeenDisc("#468c46", False, 0, 0, 8, 1.0),),
        readable=True,
    )
    found = Told(NewFrontiers().box.told_by_photo("W14", face))
    assert (found.of("W14", "price"), found.of("W14", "vp")) == (("defense 3",), ("2",))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(tables), Shelf(tmp_path / "boxes"))
    yield app.test_client()
    services_of(app).live.close()
    tables.close()


@pytest.mark.slow
def test_a_tile_that_lies_alone_is_read_without_a_tag(client: FlaskClient) -> None:
    printed, rng = printed_box(1), Random(1)
    table = services_of(client.application).room.tables.create(GAME, setup(2, 1))
    owner, game = Owner(printed, rng), table.game
    address = f"/t/{table.id}/told/photo"
    while table.questions[0].form is None or not getattr(table.questions[0].form, "photo", False):
        question = table.questions[0]
        if question.form is not None:
            decision = owner.answer(game, table.state, question)
        else:
            options = game.options(table.state, question.player)
            wish = [o.decision for o in options if isinstance(o.decision, AskWhatItSays)]
            explore = [o.decision for o in options if "Develop" in o.words]
            decision = next(iter((*wish, *explore)), options[0].decision)
        refused = client.post(address, data=b"x", content_type="image/jpeg")
        assert "no longer asked" in html.unescape(refused.text)
        table.submit(decision, table.number, f"key-{table.number:08}", "test")
    form = table.questions[0].form
    (piece, _called), *_more = form.pieces
    tile = replace(printed[piece], id=piece)
    jpeg = cv2.imencode(".jpg", photo_of(tile))[1].tobytes()
    answer = client.post(address, data=jpeg, content_type="image/jpeg").get_json()
    assert "compare it with the piece" in answer["words"]
    assert f"{piece}/price=cost {tile.cost}" in answer["values"]
    assert not form.misfit(Told.read(answer["values"]))
    blank = cv2.imencode(".jpg", np.full((800, 1000, 3), 120, np.uint8))[1].tobytes()
    refused = client.post(address, data=blank, content_type="image/jpeg")
    assert (refused.status_code, "plain ground" in html.unescape(refused.text)) == (422, True)
    broken = client.post(address, data=b"no photo", content_type="image/jpeg")
    assert broken.status_code == 400


def test_a_round_tile_and_a_square_one_are_cut_out():
    ground = np.full((600, 800, 3), 40, np.uint8)
    assert lone_piece.cut_outs(ground, 58.0, round=True) == []
    disc = cv2.circle(ground.copy(), (420, 310), 200, (200, 190, 60), -1)
    (piece,) = lone_piece.cut_outs(disc, 58.0, round=True)
    cut = piece.picture
    middle = cut.shape[0] // 2
    assert cut[middle, middle].tolist() == [200, 190, 60]
    assert cut[middle, 2].tolist() == [40, 40, 40]
    # Seen a little wider than high, as at a slant, it still has its up where the photo has it.
    square = cv2.rectangle(ground.copy(), (240, 150), (560, 450), (200, 190, 60), -1)
    square = cv2.rectangle(square, (270, 180), (330, 240), (10, 10, 250), -1)
    (piece,) = lone_piece.cut_outs(square, 40.0, round=False)
    fifth = piece.picture.shape[0] // 5
    assert piece.picture[fifth, fifth].tolist() == [10, 10, 250]


def test_a_round_piece_is_cut_out_where_a_part_of_it_is_as_dark_as_the_ground():
    """A mask bit into such a piece, and of seven worlds of a photo three were not found."""
    ground = np.full((600, 800, 3), 60, np.uint8)
    disc = cv2.circle(ground.copy(), (420, 310), 200, (200, 120, 90), -1, cv2.LINE_AA)
    disc[:, 573:][disc[:, 573:, 0] > 65] = (66, 64, 62)
    (piece,) = lone_piece.cut_outs(disc, 58.0, round=True)
    assert math.dist((piece.x, piece.y, piece.across), (420, 310, 400)) < 8


def test_a_square_around_several_pieces_is_what_they_lie_on():
    ground = np.full((600, 800, 3), 40, np.uint8)
    cv2.rectangle(ground, (120, 20), (680, 580), (90, 90, 90), 3)
    for x in (180, 450):
        cv2.rectangle(ground, (x, 200), (x + 190, 390), (200, 190, 60), -1)
    found = lone_piece.cut_outs(ground, 40.0, round=False)
    assert [round(piece.across / 10) for piece in found] == [19, 19]


def test_a_square_piece_is_cut_out_where_a_part_of_it_is_as_dark_as_the_ground():
    ground = np.full((600, 800, 3), 60, np.uint8)
    tile = cv2.rectangle(ground.copy(), (240, 140), (560, 460), (200, 120, 90), -1)
    corner = np.array([[560, 460], [560, 330], [430, 460]])
    dark = cv2.fillPoly(tile, [corner], (66, 64, 62))
    (piece,) = lone_piece.cut_outs(dark, 58.0, round=False)
    assert math.dist((piece.x, piece.y, piece.across), (400, 300, 320)) < 8


def test_a_foe_in_capitals_is_not_taken_for_the_kind():
    for foe, read in ((" Genes", ("Settle: +1 Military vs Genes",)), (" GENES", ()), ("GENES", ())):
        line = SeenLine(f"Settle: +1 Military vs{foe}", 0, 2, 0.99)
        face = SeenFace(lines=(SeenLine("Far Moons", 0, -20, 0.99), line), readable=True)
        found = Told(NewFrontiers().box.told_by_photo("W14", face))
        assert found.of("W14", "powers") == read


def test_a_ring_is_seen_in_dim_light():
    """Of a brown one, dim, a windfall was read as production."""
    for inside, halo in (((60, 54, 54), True), ((45, 58, 94), False)):
        face = np.full((620, 620, 3), (140, 140, 140), np.uint8)
        cv2.circle(face, (310, 220), 50, (45, 58, 94), -1, cv2.LINE_AA)
        cv2.circle(face, (310, 220), 37, inside, -1, cv2.LINE_AA)
        cv2.circle(face, (316, 228), 16, [part - 22 for part in inside], -1, cv2.LINE_AA)
        discs = read_face(face, lone_piece.NO_TAG, 58.0).discs
        assert max(discs, key=lambda it: it.radius).halo == halo


def test_what_is_far_from_square_is_no_rim_of_a_square_piece():
    """By the outline of its shadow a tile was cut out aslant, and a 1 for VP read as its cost."""
    ground = np.full((600, 800, 3), 40, np.uint8)
    aslant = np.array([[230, 150], [530, 150], [420, 420], [120, 420]])
    assert lone_piece.cut_outs(cv2.fillPoly(ground, [aslant], (200, 190, 60)), 40.0, round=False) == []


def test_a_cost_is_no_vp_where_its_corners_are_blurred():
    """A diamond that filled 0.737 of the circle around it was taken for a hexagon."""
    turns = np.arange(4) * np.pi / 2
    face = np.full((620, 620, 3), (90, 60, 90), np.uint8)
    corner = np.stack([150 + 44 * np.cos(turns), 200 + 44 * np.sin(turns)], axis=1).round().astype(np.int32)
    cv2.polylines(face, [corner], True, (16, 16, 16), 22, cv2.LINE_AA)
    cv2.fillPoly(face, [corner], (230, 230, 230), cv2.LINE_AA)
    cv2.putText(face, "4", (136, 214), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (16, 16, 16), 4, cv2.LINE_AA)
    (number,) = read_face(cv2.GaussianBlur(face, (0, 0), 3), lone_piece.NO_TAG, 58.0).numbers
    assert (number.text, number.outline) == ("4", "diamond")
