"""A tag that was registered in play is a tile from then on."""

import numpy as np

from companion.games.contract import TileInfo
from companion.vision.camera_worker import CameraPipeline
from companion.vision.drawing import sticker_image
from tests.rigs.plans import laid_out


def test_a_tile_registered_in_play_is_no_longer_unknown():
    known = TileInfo("W01", "First", "AB", ("#888888", "#888888"))
    taught = TileInfo("W61", "Newcomer", "AB", ("#888888", "#888888"))
    view = CameraPipeline(laid_out(2), "NF", [known])
    picture = np.full((540, 960), 120, np.uint8)
    code = sticker_image("NF:W61A", 160)
    picture[190:350, 400:560] = code
    for n in range(12):
        view.process(picture, n / 10)
    assert view.observation(1.2, 1).unknown == ("NF:W61A",)
    view.set_tiles([known, taught])
    for n in range(12, 20):
        view.process(picture, n / 10)
    seen = view.observation(2.0, 2)
    assert seen.unknown == ()
    assert seen.spots["W61"].face == "A"
