"""Reads an owner's tiles by their looks, learnt from kept cut-outs: an experiment, off by default."""

from __future__ import annotations

from flask import Response, redirect, request, url_for

from companion.web.box.box import game_with_box, pages
from companion.web.request.services import services


@pages.post("/box/<name>/photos/own-looks")
def switch_own_looks(name: str) -> Response:
    """Switches the experiment on ("on" is 1) or off."""
    game = game_with_box(name)
    services().tile_looks.switch(game.name, request.form.get("on") == "1")
    return redirect(url_for("box.photos_page", name=name), 303)  # type: ignore[return-value]
