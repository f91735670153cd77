import pytest

from companion.box.shelf import DEFAULT_BOX, BoxTrouble, Shelf


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "boxes")


def test_an_empty_shelf_plays_with_the_shipped_tiles(shelf):
    assert shelf.names("stones") == ()
    assert shelf.in_use("stones") is None
    assert shelf.text("stones") == ""


def test_the_first_registered_tile_begins_a_box_and_uses_it(shelf):
    assert shelf.change("stones", lambda text: text + "one") == DEFAULT_BOX
    assert shelf.in_use("stones") == DEFAULT_BOX
    shelf.change("stones", lambda text: text + " two")
    assert shelf.text("stones") == "one two"


def test_boxes_are_named_and_one_is_used(shelf):
    shelf.write("stones", "cafe", "a")
    shelf.write("stones", "home", "b")
    shelf.use("stones", "home")
    assert (shelf.names("stones"), shelf.text("stones")) == (("cafe", "home"), "b")
    shelf.use("stones", None)
    assert shelf.text("stones") == ""


def test_a_change_that_fails_changes_nothing(shelf):
    shelf.change("stones", lambda text: "kept")

    def raise_box_trouble(text):
        raise BoxTrouble("no")

    with pytest.raises(BoxTrouble):
        shelf.change("stones", raise_box_trouble)
    assert shelf.text("stones") == "kept"
    assert [file.name for file in (shelf.folder / "stones").iterdir() if file.name.startswith(".")] == []


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "x" * 41, "end.", " a"])
def test_a_name_that_is_no_file_name_is_refused(shelf, name):
    with pytest.raises(BoxTrouble, match="name"):
        shelf.write("stones", name, "text")


def test_a_box_that_is_not_there_is_said_with_those_that_are(shelf):
    shelf.write("stones", "cafe", "a")
    with pytest.raises(BoxTrouble, match="cafe"):
        shelf.use("stones", "home")


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "boxes").write_text("a file in the way")
    with pytest.raises(BoxTrouble, match="cannot be kept"):
        Shelf(tmp_path / "boxes").write("stones", "cafe", "a")
