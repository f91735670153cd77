"""Tests the one budget of memory for all pictures in flight, with a served companion."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.web import create_app
from companion.web.request.picture_body import PICTURES
from companion.web.transport.long_work import is_long
from tests.rigs.pictures_in_flight import PHOTOS, measure, picture

MOST_MEGABYTES = 350


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the kernel does not tell")
def test_six_phones_and_large_photos_of_all_kinds_take_little() -> None:
    found = measure(6, picture(3840, 2160), {kind: make() for kind, make in PHOTOS.items()}, 15)
    assert found.most - found.before < MOST_MEGABYTES
    assert set(found.answers["frames"]) == {200}
    assert len(found.answers) == 1 + len(PHOTOS)


def test_one_photo_of_a_device_is_read_at_a_time(room) -> None:  # type: ignore[no-untyped-def]
    """Long work has one turn for each device; what a phone as camera sends is not read in the request."""
    app = create_app(room)
    quick = {name for name in PICTURES if not is_long(app.view_functions[name])}
    assert quick == {"phone_camera.frame"}
