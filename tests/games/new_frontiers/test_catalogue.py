"""Tests of the shipped tiles, and of errors in a file of tiles."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.games import load
from companion.games.new_frontiers.tiles.box_file import TileError, catalogue, read_tile, read_tiles, with_box
from companion.games.new_frontiers.tiles.catalogue import Development, World
from companion.games.new_frontiers.tiles.power_lines import Power
from companion.games.new_frontiers.tiles.powers import ExploreDraw, Manual
from companion.translation import languages


def test_the_box_is_whole_p1():
    tiles = catalogue()
    assert list(tiles.worlds) == [f"W{n:02d}" for n in range(1, 61)]
    assert list(tiles.developments) == [f"D{n:02d}" for n in range(1, 41)]
    assert sorted(tiles.homes) == [f"H{mat}{side}" for mat in range(1, 9) for side in "AB"]
    assert list(tiles.goals) == [f"G{n}" for n in range(1, 9)]
    assert catalogue() is tiles


def test_known_facts_are_stated_as_such():
    tiles = {tile.name: tile for tile in catalogue().values()}
    race = tiles["Devolved Uplift Race"]
    assert (race.cost, race.vp, race.colonists, race.kind, race.good) == (0, 1, 1, "Novelty", "windfall")
    assert (race.keywords, race.powers, race.assumed) == (("Uplift",), (), ())
    marines = tiles["Space Marines"]
    assert (marines.cost, marines.vp, marines.powers[0].text) == (2, 1, "Settle: +2 Military")
    assert not {"cost", "vp", "powers"} & set(marines.assumed)
    survey = tiles["Imperium Survey HQ"]
    assert survey.powers[0].effect == ExploreDraw(1)
    assert survey.assumed == ("keywords",)
    assert "ranges" in tiles["Tax on Trade"].assumed
    assert tiles["Conscription"].ranges == ((3, 2), (5, 5), (7, 8))


def test_no_stand_in_passes_for_a_fact():
    for tile in catalogue().values():
        if tile.source == "stand-in":
            assert "name" in tile.assumed
            assert "powers" in tile.assumed
            assert tile.name.split()[-1][:1].isdigit(), tile.name


def test_no_shipped_line_stays_manual():
    for tile in catalogue().values():
        for power in getattr(tile, "powers", ()):
            assert not isinstance(power.effect, Manual), power.text
        bonus = getattr(tile, "bonus", None)
        assert bonus is None or bonus.pairs, tile.name


def test_developments_lie_in_pairs_and_large_ones_cost_nine():
    stacks: dict[str, list[Development]] = {}
    for face in catalogue().developments.values():
        stacks.setdefault(face.stack, []).append(face)
    assert len(stacks) == 24
    for faces in stacks.values():
        assert [face.paired for face in faces] == [len(faces) == 2] * len(faces)
        assert sum(face.first_game for face in faces) == 1
        assert len({face.large for face in faces}) == 1
    assert all(face.large == (face.bonus is not None) for face in catalogue().developments.values())
    assert max(f.cost for f in catalogue().developments.values() if not f.large) <= 5


def test_an_owners_file_lies_over_the_shipped_tiles():
    text = """
    [[world]]
    id = "W11"
    name = "Read off the tile"
    cost = 1
    vp = 1
    kind = "Rare Elements"
    good = "windfall"
    powers = ["Explore: look twice"]
    """
    tiles = with_box(catalogue(), text)[0]
    assert len(tiles) == len(catalogue())
    assert tiles["W11"] == World(
        "W11",
        "Read off the tile",
        cost=1,
        vp=1,
        kind="Rare",
        good="windfall",
        powers=(Power("Explore", Manual(), False, "Explore: look twice"),),
        source="owner",
    )


def test_the_box_file_of_its_page_is_read():
    page = (Path(__file__).parents[3] / "docs" / "tile-language.md").read_text(encoding="utf-8")
    world, development = read_tiles(page.split("```toml")[1].split("```")[0], "the page", source="owner")
    assert (world.id, world.kind, world.source, world.assumed) == ("W11", "Novelty", "owner", ())
    assert (development.large, development.stack) == (True, "L4")


WORLD = '[[world]]\nid = "W01"\nname = "x"\n'
DEVELOPMENT = '[[development]]\nid = "D01"\nname = "x"\n'
GOAL = '[[goal]]\nid = "G1"\nname = "x"\nmeasure = "goods"\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[world]\n", "not readable as TOML"),
        ("[[planet]]\n", "'planet'"),
        ("[world]\nid = 'W01'\n", "[[world]]"),
        ("world = 3\n", "[[world]]"),
        ("world = [3]\n", "[[world]]"),
        ("[[world]]\nname = 'x'\ncost = 1\n", "'id'"),
        ("[[world]]\nid = 7\nname = 'x'\ncost = 1\n", "'id'"),
        ("[[world]]\nid = 'W01'\ncost = 1\n", "'name'"),
        (WORLD, "cost or defense is missing"),
        (WORLD + "cost = 1\ndefense = 1\n", "cost and a defense"),
        (WORLD + "cost = true\n", "'cost'"),
        (WORLD + "cost = -1\n", "'cost'"),
        (WORLD + "cost = 1.5\n", "'cost'"),
        (WORLD + "defense = '4'\n", "'defense'"),
        (WORLD + "cost = 1\nvp = 1000\n", "'vp'"),
        (WORLD + "cost = 1\nkind = 'Blue'\n", "'kind'"),
        (WORLD + "cost = 1\ngood = 'production'\n", "no kind"),
        (WORLD + "cost = 1\nkind = 'Genes'\ngood = 'some'\n", "'good'"),
        (WORLD + "cost = 1\nkeywords = 'Rebel'\n", "'keywords'"),
        (WORLD + "cost = 1\nkeywords = ['Pirate']\n", "'keywords'"),
        (WORLD + "cost = 1\npowers = [1]\n", "'powers'"),
        (WORLD + "cost = 1\nbonus = 2\n", "'bonus'"),
        (WORLD + "cost = 1\ncolor = 'blue'\n", "'color'"),
        (WORLD + "cost = 1\nsource = 'hearsay'\n", "'source'"),
        (WORLD + "cost = 1\nassumed = ['moons']\n", "'assumed'"),
        (WORLD + "cost = 1\n" + WORLD + "cost = 2\n", "two pieces"),
        (DEVELOPMENT, "'cost'"),
        (DEVELOPMENT + "cost = 2\nfirst_game = 1\n", "'first_game'"),
        (DEVELOPMENT + "cost = 2\nkind = 'Genes'\n", "'kind'"),
        ('[[home]]\nid = "H1A"\nname = "x"\ncost = 1\nside = "C"\nmat = 1\n', "'side'"),
        ('[[home]]\nid = "H1A"\nname = "x"\ncost = 1\n', "'mat'"),
        (GOAL, "'ranges'"),
        (GOAL + "ranges = [[2, 2], [1, 5]]\n", "'ranges'"),
        (GOAL + "ranges = [[2, true]]\n", "'ranges'"),
        ('[[goal]]\nid = "G1"\nname = "x"\nmeasure = "moons"\nranges = [[1, 2]]\n', "'measure'"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_with_file_and_field(text, says):
    with pytest.raises(TileError) as error:
        read_tiles(text, "box.toml")
    sentence = str(error.value)
    assert says in sentence
    assert sentence.startswith("box.toml")
    assert "\n" not in sentence.rstrip(".")


def test_a_tile_of_a_request_needs_little():
    tile = read_tile({"type": "world", "id": "my moon", "kind": None, "vp": 2}, "tile 1")
    assert tile == World("my moon", "my moon", cost=0, vp=2, source="owner")
    for wrong in (None, 3, [], {}, {"type": "moon"}, {"type": ["world"]}, {"type": "world"}):
        with pytest.raises(TileError, match="tile 1"):
            read_tile(wrong, "tile 1")


def test_mutated_files_are_refused_or_read_but_never_crash():
    rng = random.Random(11)
    text = '[[world]]\nid = "W01"\nname = "x"\ncost = 2\nvp = 1\nkind = "Genes"\ngood = "windfall"\n'
    text += 'keywords = ["Uplift"]\npowers = ["Trade: +1"]\nbonus = "VP: 1 per colony"\n' + GOAL
    text += "ranges = [[2, 2], [4, 5]]\n"
    refused = 0
    for _ in range(1500):
        broken = list(text)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(broken))
            broken[place : place + rng.randint(0, 3)] = rng.choice('"[]{}=,.01-tna\n# \0é')
        try:
            read_tiles("".join(broken), "box.toml")
        except TileError:
            refused += 1
    assert refused > 500


def test_who_made_the_game_is_told_p12() -> None:
    """The rulebook's last page names its author, its illustrators and its publisher."""
    reference = load("new-frontiers").reference
    assert reference is not None
    for spoken in languages():
        rule = reference.rulebook(spoken).rule("makers")
        assert rule is not None
        assert rule.page == 12
        for name in ("Tom Lehmann", "Wei-Hwa Huang", "Martin Hoffmann", "Claus Stephan", "Rio Grande Games"):
            assert name in rule.text, (spoken, name)
