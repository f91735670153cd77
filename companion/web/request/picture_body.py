"""The picture that a request brings, as its whole body or with a form: declared by its route, as JSON is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, request
from msgspec import Struct
from werkzeug.datastructures import FileStorage

from companion.translation import marked
from companion.vision.sent_photos import MAX_BYTES
from companion.web.request.form_body import Upload
from companion.web.request.json_body import View
from companion.web.transport.long_work import takes_upload

PICTURES: dict[str, int] = {}
"""By endpoint: how many bytes its picture may have."""
_FORM_BYTES = 1 << 16
"""Of what a form has besides its photo."""


class PhotoForm(Struct):
    photo: FileStorage | None = None

    @property
    def data(self) -> bytes:
        """The photo's file; of one that is too large, more than may be read."""
        return b"" if self.photo is None else self.photo.stream.read(MAX_BYTES + 1)


def one_photo(check: Callable[..., object]) -> Upload:
    """Of a `PhotoForm`."""
    return Upload(MAX_BYTES + _FORM_BYTES, marked("This photo has more than {most} MB."), check)


def picture_post(
    pages: Blueprint, path: str, max_bytes: int, check: Callable[..., object] | None = None
) -> Callable[[View], View]:
    """Registers a view that is sent a picture file. It gets the parts of its path, and `picture`: the file's
    bytes, as they came. check: as `takes_upload` wants it."""

    def register(view: View) -> View:
        takes_upload(max_bytes, check)(view)

        def call(**parts: Any) -> Any:
            request.max_content_length = max_bytes
            return view(picture=request.get_data(cache=False), **parts)

        call.__dict__.update(view.__dict__)  # long work stays marked as such
        PICTURES[f"{pages.name}.{view.__name__}"] = max_bytes
        pages.add_url_rule(path, view.__name__, call, methods=["POST"])
        return view

    return register
