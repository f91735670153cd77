import numpy as np
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.contract import TileInfo
from companion.vision.tags import MODULES, Tag, all_tags, modules, parse_tag, place_tag


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("NF:W07A", Tag("NF", "W07", "A")),
        ("NF:H3A", Tag("NF", "H3", "A")),
        ("NF:D12B", Tag("NF", "D12", "B")),
        ("NF:G4", Tag("NF", "G4", "")),
        ("NF:T1", Tag("NF", "T1", "")),
        ("RG:W07A", Tag("RG", "W07", "A")),
    ],
)
def test_a_tag_says_game_tile_and_face(text: str, tag: Tag) -> None:
    assert parse_tag(text) == tag
    assert tag.text == text


@pytest.mark.parametrize(
    "text",
    ["", "W07A", "NF:", "NF:07", "NF:W", "nf:w07a", "NF:W07AB", "N:W07A", "NF:W12345A", "NF:W07A ", "NF;W07A",
     "https://example.org/NF:W07A", "NF:W٣", "NF:W07A\n"],
)  # fmt: skip
def test_what_is_no_tag_is_ignored(text: str) -> None:
    assert parse_tag(text) is None


def test_only_known_games_count() -> None:
    assert parse_tag("ZZ:W07A", {"NF", "RG"}) is None
    assert parse_tag("RG:W07A", {"NF", "RG"}) is not None


def test_places_on_the_table() -> None:
    assert place_tag("NF", 3).text == "NF:Z3"
    assert parse_tag("NF:Z3") == place_tag("NF", 3)
    assert place_tag("NF", 3).place == 3
    assert Tag("NF", "W07", "A").place is None


@given(st.text(max_size=12))
@settings(deadline=None)
def test_any_text_parses_to_itself_or_to_nothing(text: str) -> None:
    tag = parse_tag(text)
    assert tag is None or tag.text == text


@given(st.from_regex(r"[A-Z]{2}:[A-Z][0-9]{1,4}[A-Z]?", fullmatch=True))
@settings(deadline=None)
def test_every_tag_fits_version_1_and_decodes_to_itself(text: str) -> None:
    matrix = modules(text)
    assert matrix.shape == (MODULES, MODULES)
    picture = np.kron(np.pad(~matrix, 2, constant_values=True), np.ones((4, 4), bool)).astype(np.uint8) * 255
    assert [code.text for code in zxingcpp.read_barcodes(picture)] == [text]


def test_all_tags_of_a_game() -> None:
    tiles = [TileInfo("W01", "World", "AB", ("#fff", "#fff")), TileInfo("G1", "Goal", "", ("#fff",))]
    assert all_tags("NF", tiles, [1, 2]) == ["NF:W01A", "NF:W01B", "NF:G1", "NF:Z1", "NF:Z2"]


def test_what_is_no_tag_is_not_printed() -> None:
    with pytest.raises(ValueError, match="no tag"):
        modules("hello")
