"""A tag that was registered in play is a tile from then on."""

import numpy as np

from companion.games.contract import TileInfo
from companion.vision.camera_worker import View
from companion.vision.drawing import sticker
from tests.rigs.plans import laid_out


def test_a_tile_registered_in_play_is_no_longer_unknown():
    known = TileInfo("W01", "First", "AB", ("#888888", "#888888"))
    taught = TileInfo("W61", "Newcomer", "AB", ("#888888", "#888888"))
    view = View(laid_out(2), "NF", [known])
    picture = np.full((540, 960), 120, np.uint8)
    code = sticker("NF:W61A", 160)
    picture[190:350, 400:560] = code
    for n in range(12):
        view.look(picture, n / 10)
    assert view.seen(1.2, 1).unknown == ("NF:W61A",)
    view.know([known, taught])
    for n in range(12, 20):
        view.look(picture, n / 10)
    seen = view.seen(2.0, 2)
    assert seen.unknown == ()
    assert seen.spots["W61"].face == "A"
