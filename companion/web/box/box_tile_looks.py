"""Reads an owner's tiles by their looks, learnt from kept cut-outs: an experiment, off by default."""

from __future__ import annotations

from flask import Response, redirect, url_for
from msgspec import Struct

from companion.web.box.box import game_with_box, pages
from companion.web.request.form_body import form_post
from companion.web.request.services import services


class SwitchForm(Struct):
    on: bool = False


@form_post(pages, "/box/<name>/photos/own-looks", SwitchForm)
def switch_own_looks(form: SwitchForm, name: str) -> Response:
    """Switches the experiment on or off."""
    game = game_with_box(name)
    services().tile_looks.switch(game.name, form.on)
    return redirect(url_for("box.photos_page", name=name), 303)  # type: ignore[return-value]
