"""Tests of games as entry points; one that cannot be loaded is reported, and the others are available."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import games, installed_games

Offer = Callable[..., None]


@pytest.fixture
def offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Offer]:
    """offer(name, module, source): installs a package whose only module offers a game of that name."""

    def install(name: str, module: str, source: str) -> None:
        package = tmp_path / module
        package.mkdir()
        (package / "__init__.py").write_text(source)
        record = tmp_path / f"{module}-1.0.dist-info"
        record.mkdir()
        (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        (record / "entry_points.txt").write_text(f"[companion.games]\n{name} = {module}:game\n")
        clear_caches()

    monkeypatch.syspath_prepend(tmp_path)
    yield install
    monkeypatch.undo()
    clear_caches()


def clear_caches() -> None:
    for found in (installed_games.entry_points, installed_games.folders, games.installed):
        found.cache_clear()


def test_the_games_that_come_with_it_are_found_and_lie_in_their_folders() -> None:
    assert "new-frontiers" in games.names()
    folder = installed_games.folders()["new-frontiers"]
    for part in ("templates/table.html", "templates/seat.html", "style.css", "icons.svg", "translations"):
        assert (folder / part).exists(), part


def test_a_game_that_cannot_be_imported_leaves_the_others(offer: Offer) -> None:
    before = games.names()
    offer("broken", "broken_game_here", "import no_such_module_anywhere\n")
    assert games.names() == before
    (sentence,) = games.failures()
    assert "broken" in sentence
    assert "no_such_module_anywhere" in sentence
    with pytest.raises(games.UnknownGame) as refused:
        games.load("broken")
    assert refused.value.sentence == sentence


def test_a_game_that_lacks_a_method_is_told_which(offer: Offer) -> None:
    offer("half", "half_game_here", "class Half:\n    name = 'half'\n\n\ndef game():\n    return Half()\n")
    (sentence,) = games.failures()
    assert "half_game_here:game" in sentence
    assert "questions" in sentence


def test_a_game_under_another_name_is_refused(offer: Offer) -> None:
    source = "from companion.games.new_frontiers import game\n"
    offer("frontiers", "renamed_game_here", source)
    (sentence,) = games.failures()
    assert "'new-frontiers'" in sentence


def test_of_two_games_of_one_name_the_first_stays(offer: Offer) -> None:
    offer("new-frontiers", "later_game_here", "raise RuntimeError\n")
    assert games.load("new-frontiers").title == "New Frontiers"
    assert games.failures() == ()
