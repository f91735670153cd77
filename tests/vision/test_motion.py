"""Motion, arms and empty places, on plain gray pictures."""

from functools import cache

import numpy as np
import pytest

from companion.vision.advice import STRONG_FLICKER
from companion.vision.drawing import sticker_image
from companion.vision.flicker import Flicker
from companion.vision.motion import MotionDetector
from tests.default_run import first_by_default

STEP = 1 / 15
TAG = (600, 400, 56)
TABLE_IN_VIEW = ((100.0, 60.0), (860.0, 60.0), (860.0, 480.0), (100.0, 480.0))
"""A table that the picture shows with the floor around it."""


@cache
def grains() -> tuple[np.ndarray, ...]:
    random = np.random.default_rng(3)
    return tuple(random.standard_normal((540, 960), np.float32) for _ in range(8))


class Film:
    """Gray pictures of a table, 960 by 540, with light noise, and the scene that watches them."""

    def __init__(self) -> None:
        self.scene = MotionDetector(tile_px=100)
        self.random = np.random.default_rng(3)
        self.picture = np.full((540, 960), 90, np.uint8)
        self.now = 0.0
        self.noise = 3.0
        self.flicker = 0.0

    def lay_tag(self) -> None:
        x, y, side = TAG
        self.picture[y : y + side, x : x + side] = sticker_image("NF:W07A", side)

    def take_tag(self) -> None:
        x, y, side = TAG
        self.picture[y : y + side, x : x + side] = 90

    def run(self, seconds: float, light: float = 0.8) -> None:
        for _ in range(round(seconds / STEP)):
            self.now += STEP
            noisy = self.grain() * np.float32(self.noise)
            turns = np.arange(540, dtype=np.float32)[:, None] / 125 + np.float32(self.random.uniform())
            noisy += self.picture * (light * (1 + self.flicker * np.sin(2 * np.pi * turns)))
            self.scene.update(np.clip(noisy, 0, 255, out=noisy).astype(np.uint8), self.now)

    def grain(self) -> np.ndarray:
        """The noise of a picture: one of eight, which are made once, any way round."""
        across, down = self.random.choice((1, -1), 2)
        return grains()[self.random.integers(8)][::down, ::across]

    def corners(self) -> list[tuple[float, float]]:
        x, y, side = TAG
        return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]

    def vacant(self) -> bool:
        x, y, side = TAG
        return self.scene.looks_vacant("W07", x + side / 2, y + side / 2)


@pytest.fixture
def film() -> Film:
    film = Film()
    film.lay_tag()
    film.run(1)
    film.scene.remember_place("W07", film.corners())
    return film


def test_noise_is_no_motion(film: Film) -> None:
    film.run(2)
    assert film.now - film.scene.last_motion > 1.5
    assert film.scene.changed_regions() == []


def test_what_comes_and_goes_in_a_few_cells_is_soon_known_for_no_hand_and_hides_none() -> None:
    """A lamp's image that flickers now and then. A hand there is larger, and a finger goes on beside it."""
    film = Film()
    film.run(2)
    lamp = film.picture[200:248, 304:336]
    for _time in range(12):
        lamp ^= 40
        film.run(STEP)
        lamp ^= 40
        film.run(3 * STEP)
    assert film.scene.last_motion > film.now - 0.3
    assert film.scene.last_large_motion < 3.5
    finger = film.picture[248:296, 304:320]
    finger ^= 40
    lamp ^= 40
    film.run(STEP)
    assert film.scene.last_large_motion == film.now


def test_noise_of_a_dark_room_is_no_motion_either(film: Film) -> None:
    film.noise = 7
    film.run(4)
    assert film.now - film.scene.last_motion > 3.5
    film.picture[300:360, 200:260] = 160
    film.run(STEP)
    assert film.scene.last_motion == film.now


@pytest.mark.slow
def test_a_lamp_that_flickers_from_row_to_row_is_no_motion() -> None:
    film = Film()
    film.flicker = 0.05
    film.lay_tag()
    film.run(2)
    film.scene.remember_place("W07", film.corners())
    film.run(3)
    assert film.now - film.scene.last_motion > 4.5
    assert film.scene.changed_regions() == []
    film.take_tag()
    film.run(STEP)
    assert film.scene.last_motion == film.now
    film.run(1)
    assert film.vacant()


@pytest.mark.parametrize("step", [0.1, 0.37, 0.5])
@pytest.mark.parametrize("bands", [2, 9])
def test_bands_of_light_are_noticed_however_slowly_they_go(bands: int, step: float) -> None:
    """step: how far the bands go from picture to picture, as a part of one; the light swings by 15 %."""
    random = np.random.default_rng(bands)
    rows = np.arange(270)[:, None] / 270 * bands
    amounts = []
    for swing in (0.15, 0.0):
        flicker, average = Flicker(), np.full((270, 480), 110, np.float32)
        for number in range(10):
            light = 1 + swing * np.sin(2 * np.pi * (rows + step * number))
            picture = 110 * light ** (1 / 2.2) + random.normal(0, 3, average.shape)
            flicker.removed(picture.astype(np.float32), average)
        amounts.append(flicker.amount)
    assert amounts[0] >= STRONG_FLICKER > 3 * amounts[1]


def test_an_arm_along_the_table_is_no_flicker(film: Film) -> None:
    """It covers most of its rows, so what most of a row does is the arm's."""
    for sway in (0, 6, 0, 6):
        film.picture[:] = 90
        film.lay_tag()
        film.picture[370 + sway : 490 + sway, :700] = 120
        film.run(4 * STEP)
    assert film.scene.is_under_arm(300, 430)
    assert not film.scene.is_under_arm(800, 430)
    assert not film.scene.is_under_arm(300, 200)
    assert not film.vacant()


def test_light_that_changes_everywhere_is_no_motion(film: Film) -> None:
    film.run(0.2)
    last = film.scene.last_motion
    film.run(0.5, light=0.92)
    assert film.scene.last_motion == last
    assert not film.vacant()


def test_a_tile_laid_down_is_to_be_read_again(film: Film) -> None:
    film.picture[100:160, 200:260] = 220
    film.run(STEP)
    (region,) = film.scene.changed_regions()
    x, y, wide, high = region
    assert x <= 200
    assert y <= 100
    assert x + wide >= 260
    assert y + high >= 160
    assert wide * high < 0.2 * film.picture.size
    film.run(6)
    assert film.scene.changed_regions() == []


def test_a_place_is_vacant_once_its_tag_is_taken(film: Film) -> None:
    assert not film.vacant()
    film.take_tag()
    film.run(STEP)
    assert not film.vacant(), "not while it still moves"
    film.run(0.5)
    assert film.vacant()


@pytest.mark.slow
def test_lights_that_play_all_the_time_are_no_motion(film: Film) -> None:
    for n in range(round(8 / STEP)):
        film.picture[20:40, 100:300] = 60 + 150 * (n // 2 % 2)
        film.run(STEP)
    assert film.now - film.scene.last_motion > 2
    assert film.scene.changed_regions() == []
    film.picture[300:360, 200:260] = 220
    film.run(STEP)
    assert film.scene.last_motion == film.now
    assert len(film.scene.changed_regions()) == 1


def test_a_shadow_on_a_tag_is_not_its_absence(film: Film) -> None:
    film.picture[300:540, 500:800] = film.picture[300:540, 500:800] // 2
    film.run(1)
    assert not film.vacant()


def test_an_arm_over_a_tile_hides_it_but_does_not_take_it(film: Film) -> None:
    film.picture[300:540, 540:740] = 150
    for _ in range(8):
        film.run(0.5)
        film.picture[500:520, 600:640] += 20  # no arm is quite still
        assert not film.vacant()


@pytest.mark.parametrize(("outline", "taken"), [(TABLE_IN_VIEW, False), ((), True)])
def test_an_arm_over_the_edge_of_a_table_that_lies_whole_in_view_hides_a_tile(
    film: Film, outline: tuple[tuple[float, float], ...], taken: bool
) -> None:
    """It ends where its owner's body begins, which was there before; only the table's edge tells it."""
    film.scene.table_outline = outline
    film.picture[300:484, 540:740] = 150
    hidden = True
    for _ in range(6):
        film.run(0.5)
        film.picture[460:480, 600:640] += 20
        hidden &= not film.vacant()
    assert hidden is not taken


@pytest.mark.slow
def test_light_over_the_edge_of_a_table_in_view_is_no_arm_for_long(film: Film) -> None:
    """Sun comes in over the table's edge alone and goes on wandering; a tile is taken out of it."""
    film.scene.table_outline = TABLE_IN_VIEW
    film.picture[300:484, 540:740] += 40
    film.take_tag()
    for n in range(12):
        film.run(0.5)
        film.picture[300:484, 740:756] = 130 if n % 2 else 90
    assert film.now - film.scene.last_motion < 1
    assert film.vacant()


def test_a_tile_laid_at_the_edge_of_a_table_in_view_is_no_arm(film: Film) -> None:
    film.scene.table_outline = TABLE_IN_VIEW
    film.picture[380:480, 300:400] = 150
    film.run(1)
    assert not film.scene.arm_cells.any()


@pytest.mark.slow
def test_what_lies_still_on_a_tile_for_long_counts_as_its_absence(film: Film) -> None:
    film.picture[300:540, 540:740] = 150
    film.run(9)
    assert film.vacant()


def test_a_tile_without_a_memory_is_vacant_where_it_ought_to_read(film: Film) -> None:
    film.scene.reset()
    film.run(1)
    assert film.vacant()


def test_out_of_the_picture_nothing_is_vacant(film: Film) -> None:
    assert not film.scene.looks_vacant("W09", -40, 20)
    assert not film.scene.looks_vacant("W09", 990, 520)


def lay_three_at_the_edge(film: Film) -> list[list[tuple[float, float]]]:
    """Three tiles of 100 pixels side by side at the left edge, one after the other; their tags' corners."""
    tags = []
    for n in range(3):
        top = 60 + 102 * n
        film.picture[top : top + 100, 0:100] = 200 - 20 * n
        film.picture[top + 20 : top + 76, 20:76] = sticker_image(f"NF:W1{n}A", 56)
        film.run(0.3)
        tags.append([(20.0, top + 20.0), (76.0, top + 20.0), (76.0, top + 76.0), (20.0, top + 76.0)])
    return tags


def test_tiles_laid_at_the_edge_are_no_arm_once_they_are_read(film: Film) -> None:
    tags = lay_three_at_the_edge(film)
    film.run(0.5)
    assert film.scene.arm_cells.any()  # as far as anybody could tell
    for _ in range(3):
        for n, corners in enumerate(tags):
            film.scene.remember_place(f"W1{n}", corners)
        film.run(0.1)
    assert not film.scene.arm_cells.any()


def test_places_that_tiles_left_at_the_edge_are_no_arm(film: Film) -> None:
    tags = lay_three_at_the_edge(film)
    film.run(0.5)
    for n, corners in enumerate(tags):
        film.scene.remember_place(f"W1{n}", corners)
    film.run(1.0)
    film.picture[60:366, 0:100] = 90
    film.run(1.0)
    for n in range(3):
        film.scene.forget_place(f"W1{n}")
    film.run(0.2)
    assert not film.scene.arm_cells.any()


PATCH_OF_SUN = np.s_[200:540, 540:960]
TAGS_IN_SUN = {"W07": TAG, "W11": (720, 400, 56), "W12": (840, 400, 56), "W13": (720, 280, 56)}


class SunnyFilm(Film):
    """Four tiles lie where a patch of sun comes in from the edge; its own edge goes on wandering."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: set[str] = set()
        self.arm: int | None = None
        for brighter in np.arange(0, 0.4, 0.05):
            self.shine(float(brighter))

    def shine(self, brighter: float, wander: int = 0) -> None:
        self.picture[:] = 90
        for name, (x, y, side) in TAGS_IN_SUN.items():
            if name not in self.taken:
                self.picture[y - 50 : y + side + 4, x - 50 : x + side + 4] = 50
                self.picture[y : y + side, x : x + side] = sticker_image(f"NF:{name}A", side) // 2 + 40
        rows, columns = PATCH_OF_SUN
        sunny = (rows, slice(columns.start + wander, columns.stop))
        lit = self.picture[sunny].astype(np.float32) * (1 + brighter) + 20 * brighter
        self.picture[sunny] = np.clip(lit, 0, 240)
        if self.arm is not None:
            self.picture[self.arm :, 560:920] = 150
        self.run(2 * STEP)
        for name, (x, y, side) in TAGS_IN_SUN.items():
            if name not in self.taken and (self.arm is None or y + side < self.arm):
                corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
                self.scene.remember_place(name, corners)

    def wander(self, steps: int) -> None:
        for n in range(steps):
            self.shine(0.4, 12 * (n // 2 % 2))


def test_a_tile_taken_out_of_light_that_still_wanders_counts_as_gone() -> None:
    film = SunnyFilm()
    film.wander(6)
    film.taken.add("W07")
    film.wander(16)
    assert film.now - film.scene.last_motion < 1  # the light's edge moves on
    assert film.vacant()


def test_an_arm_that_moves_within_the_light_hides_what_it_is_over() -> None:
    film = SunnyFilm()
    film.wander(6)
    for n in range(16):
        film.arm = 380 + 12 * (n % 2)
        film.shine(0.4)
        assert not film.vacant()


@pytest.mark.slow
def test_an_arm_that_covers_more_tags_than_it_leaves_in_view_is_no_light() -> None:
    """It rests over three tags, while one beside the sleeve is read, and its cuff moves now and then."""
    film = SunnyFilm()
    film.wander(6)
    for n in range(40):
        film.arm = 352 + 12 * (n // 8 % 2)
        film.shine(0.4)
        assert not film.vacant()


@pytest.mark.parametrize("white", first_by_default([244, 255, 235]))
@pytest.mark.parametrize("reach", first_by_default([60, 40, 90]))
@pytest.mark.parametrize("paper", [0.85, 1.1])
def test_a_lamp_that_reaches_a_tile_does_not_take_it(white: int, reach: int, paper: float) -> None:
    """Its soft edge spoils the tag before much of it is burnt out, a camera's white is not always 255, and
    paper may be that bright before. At first the tag is still read, in the light."""
    film = Film()
    film.lay_tag()
    film.picture = (
        np.clip(film.picture * (paper * white / 255 / 0.8), 0, white / 0.8).clip(0, 255).astype(np.uint8)
    )
    for _ in range(4):
        film.run(0.5)
        film.scene.remember_place("W07", film.corners())
    bare = film.picture.astype(np.float32)
    x, y, side = TAG
    down, across = np.mgrid[:540, :960].astype(np.float32)
    distance = np.hypot(across - x - side / 2 - 7, down - y - side / 2 + 4)
    for n in range(20):
        grown = min(1.0, (n + 1) / 5)  # in 0.8 s
        light = 600 * grown * np.exp(-((distance / (reach * grown + 1)) ** 2))
        film.picture = np.clip(bare + light, 0, white).astype(np.uint8)
        film.run(0.16, light=1.0)
        if n < 2:
            film.scene.remember_place("W07", film.corners())
        assert not film.vacant(), f"after {n} steps"


@pytest.mark.parametrize("cloth", [200, 230, 255])
def test_a_tile_taken_from_a_white_cloth_is_gone(cloth: int) -> None:
    """The cloth is as bright as the tag's paper or brighter, as a lamp's image is."""
    film = Film()
    film.picture[:] = cloth
    film.lay_tag()
    film.run(1)
    film.scene.remember_place("W07", film.corners())
    film.picture[:] = cloth
    film.run(1)
    assert film.vacant()


@pytest.mark.parametrize(("side", "large"), [(16, False), (48, True)])
def test_what_flickers_in_a_spot_is_motion_but_no_hand(side: int, large: bool) -> None:
    """A lamp's image on a glossy tile; where a hand or a piece was, what was seen is out of date."""
    film = Film()
    film.run(2)
    for _time in range(6):
        film.picture[200 : 200 + side, 304 : 304 + side] ^= 40
        film.run(STEP)
        film.run(0.3)
    assert film.scene.last_motion > film.now - 0.5
    assert (film.scene.last_large_motion > film.now - 0.5) is large
    assert (film.scene.moved_near(312, 208) > film.now - 0.5) is large
    assert film.scene.moved_near(700, 400) < film.now - 0.5
