"""Tests of lamps on pages: each possible light can be drawn, and its meaning is given in words."""

from xml.etree import ElementTree

import pytest

from companion.games.contract import Light
from companion.games.contract.light import MOTIONS
from companion.web.live.lamps import lamp
from firmware_bridge import frames


@pytest.mark.parametrize("motion", MOTIONS)
@pytest.mark.parametrize("level", range(4))
def test_every_light_is_a_drawing_with_words(motion, level):
    drawn = ElementTree.fromstring(lamp(Light("blue", motion, level)))
    assert drawn.get("aria-label") == f"blue, {motion}, level {level} of 3"
    moving = drawn.find(".//animate")
    assert len(moving.get("values").split(";")) == len(moving.get("keyTimes").split(";"))
    assert moving.get("keyTimes").startswith("0;")
    assert moving.get("keyTimes").endswith(";1")


def test_brighter_lights_are_drawn_brighter():
    still = [
        float(ElementTree.fromstring(lamp(Light("red", "steady", level)))[2].get("fill-opacity"))
        for level in range(4)
    ]
    assert still == sorted(still)
    assert still[0] == 0
    assert still[3] == 1


def test_every_colour_can_be_drawn():
    assert len({lamp(Light(colour, "steady", 3)) for colour in frames.COLOURS}) == len(frames.COLOURS)
