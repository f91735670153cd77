"""Pictures of faces that cameras learnt: several a face, the newest ones, and forgotten on request."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

import pytest

from companion.box import kept_pictures
from companion.box.kept_pictures import MAX_LOOKS_A_FACE, LearntLooks

GAME = "new-frontiers"
SECONDS = count(1000)


def jpegs(kept: LearntLooks) -> set[bytes | None]:
    return {kept.get(GAME, piece) for piece in kept.stamps(GAME)}


def learn(kept: LearntLooks, face: str, pictures: int, folder: Path) -> None:
    """Each a second newer than the one before, whatever the disk's clock can tell."""
    for n in range(pictures):
        kept.learn(GAME, face, f"{face} {n}".encode())
        for piece in kept.stamps(GAME):
            if kept.get(GAME, piece) == f"{face} {n}".encode():
                at = next(SECONDS)
                os.utime(folder / GAME / "looks" / f"{piece}.jpg", (at, at))


def test_pictures_of_a_face_and_of_a_game_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = LearntLooks(tmp_path)
    learn(kept, "W07A", MAX_LOOKS_A_FACE + 2, tmp_path)
    assert jpegs(kept) == {f"W07A {n}".encode() for n in range(2, MAX_LOOKS_A_FACE + 2)}
    monkeypatch.setattr(kept_pictures, "MAX_LOOKS", MAX_LOOKS_A_FACE + 1)
    learn(kept, "W08B", 2, tmp_path)
    assert len(kept.stamps(GAME)) == MAX_LOOKS_A_FACE + 1
    assert kept.learnt(GAME)["W08B"] == 2


def test_a_face_is_forgotten_and_all_of_them(tmp_path: Path) -> None:
    kept = LearntLooks(tmp_path)
    learn(kept, "W07A", 2, tmp_path)
    learn(kept, "W07B", 1, tmp_path)
    assert kept.forget_face(GAME, "W07A") == 2
    assert kept.learnt(GAME) == {"W07B": 1}
    assert kept.forget_all(GAME) == 1
    assert kept.stamps(GAME) == {}
