"""One frame's walk through the camera's code is the one that docs/architecture.md tells: each function once,
in its order, and seldom back to one that was left.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import FrameType

import pytest

from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.rendered import RenderedTable
from companion.vision.rendered_camera import RenderedCamera
from tests.rigs.plans import Pieces

from .conftest import TILES, lay_fifty

ROOT = Path(__file__).resolve().parent.parent.parent
FIRST, LAST = "CameraPipeline.process", "Tracker.update"
MAX_RETURNS = 10


def told() -> list[str]:
    """The functions from the frame to the named places, as the page's table lists them."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rows = page.partition("| room | function | does |\n|---|---|---|\n")[2].partition("\n\n")[0].splitlines()
    names = [name for row in rows for name in row.split("|")[2].strip().replace("`", "").split(", ")]
    return names[names.index(FIRST) : names.index(LAST) + 1]


def walked(work: Callable[[], object], names: list[str]) -> list[tuple[str | None, str]]:
    """The calls of these functions in `work`: each with the one of them that it was called within."""
    calls: list[tuple[str | None, str]] = []

    def name_of(frame: FrameType | None) -> str | None:
        is_ours = frame is not None and "/companion/vision/" in Path(frame.f_code.co_filename).as_posix()
        return frame.f_code.co_qualname if frame is not None and is_ours else None

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and (name := name_of(frame)) in names:
            before = frame.f_back
            while before is not None and name_of(before) not in names:
                before = before.f_back
            assert name is not None
            calls.append((name_of(before), name))

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("whole", [True, False], ids=["the whole picture", "what has changed in it"])
def test_a_frame_walks_as_the_page_tells(whole: bool) -> None:
    table = RenderedTable(3, Pieces(TILES), "NF")
    lay_fifty(table, 3)
    camera = RenderedCamera(table, noise=2.0)
    view = CameraPipeline(table.layout, "NF", TILES.values())
    now = 0.0
    for _ in range(25):
        now += 0.1
        view.process(camera.snap(), now)
    if whole:
        view.request_full_reads()
    else:
        table.move("W12", 300, 200)
        view.process(camera.snap(), now + 0.05)
    image = camera.snap()
    names = told()
    calls = walked(lambda: view.process(image, now + 0.1), names)
    assert [name for _, name in calls] == names
    returns = sum(within != before for (_, before), (within, _) in pairwise(calls))
    assert returns <= MAX_RETURNS
