"""Tests of a finished table with a home that may be replaced: its tag is still seen, so people are asked."""

from __future__ import annotations

import pytest

from companion.games.new_frontiers.game import NewFrontiers
from companion.scan import doubts
from companion.scan.assembling import assemble
from companion.scan.found import FoundTile, PhotoContents, ScannedTable

GAME = NewFrontiers()


def scanned(*tags: str) -> ScannedTable:
    """A photo of one player's tiles, in a row."""
    found = []
    for n, tag in enumerate(tags):
        tile, face = tag[:-1], tag[-1]
        part = GAME.untracked.part(tile, face)
        assert part is not None
        x = 200.0 * (n + 1)
        corners = ((x, 500.0), (x + 48, 500.0), (x + 48, 548.0), (x, 548.0))
        found.append(FoundTile(f"NF:{tag}", tile, face, corners, part.id, part.role))
    return assemble([(PhotoContents((2000, 1500), tuple(found), ()), 0)], GAME)


@pytest.mark.parametrize(
    ("tags", "asks"),
    [
        (("H1A", "W02B", "D15A"), True),  # Old Earth, with Terraforming Engineers
        (("H1A", "W02B", "D19A"), False),
        (("H2A", "W02B", "D15A"), False),  # a military home cannot be replaced
        (("H4B", "W02B", "D19A"), True),  # Doomed Colony
    ],
)
def test_a_home_that_may_be_replaced_is_asked_about_p7(tags: tuple[str, ...], asks: bool) -> None:
    (mat,) = scanned(*tags).mats
    assert (doubts.GONE in {doubt.kind for doubt in mat.doubts}) is asks
