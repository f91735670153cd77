"""Tests of text files as people's programs save them: their encodings, and paths copied from Windows."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import translation
from companion.box.shelf import BoxTrouble, read_file
from companion.games.contract import reference
from companion.lessons import lesson_files
from companion.reference import words
from companion.system.options_file import BadSettings, read_settings
from companion.text_files import line_of_windows_path, text_of
from companion.untrusted_text import UnreadableText, read_json, read_toml
from tests.default_run import examples
from tests.reports import REPORTS

ENCODINGS = {
    "utf-8": b"",
    "utf-8 with its mark": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
}


@given(
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0\ufeff\x1a")),
    st.sampled_from([*ENCODINGS]),
)
@settings(max_examples=examples(100), deadline=None)
def test_a_text_is_what_was_saved(text: str, encoding: str) -> None:
    saved = ENCODINGS[encoding] + text.encode(encoding.partition(" ")[0])
    assert text_of(saved) == text


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_missing_mark_is_no_hindrance(encoding: str) -> None:
    assert read_json('{"name": "Анна"}'.encode(encoding)) == {"name": "Анна"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_what_windows_joined_may_end_with_its_sign_of_one_byte(encoding: str) -> None:
    joined = "a = 1\r\n".encode(encoding) + "b = 2\r\n".encode(encoding)
    assert read_toml(joined + b"\x1a") == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    "saved",
    [
        "\ufeff\ufeffa = 1\r\nb = 2\r\n",
        "# box\ra = 1\rb = 2\r",
        "a = 1\n\rb = 2",
        "\ufeffa = 1\r\n\ufeffb = 2\r\n\x1a",
    ],
)
def test_more_marks_joined_files_and_any_end_of_a_line_are_no_hindrance(tmp_path, saved: str) -> None:
    assert read_toml(saved.encode()) == read_toml(saved) == {"a": 1, "b": 2}
    file = tmp_path / "settings.toml"
    file.write_bytes(saved.encode())
    assert read_settings(file) == {"a": 1, "b": 2}


def test_the_reported_box_files_are_read() -> None:
    for name in ("box-utf16.toml", "box-with-mark.toml"):
        text = read_file(REPORTS / name)
        assert text.startswith("# The tiles of one copy of New Frontiers")
        assert read_toml(text) == {}


def test_what_is_no_text_says_how_to_save_it(tmp_path) -> None:
    file = tmp_path / "box.toml"
    file.write_bytes("name = 'Zoë'".encode("latin-1"))
    with pytest.raises(BoxTrouble) as trouble:
        read_file(file)
    assert trouble.value.sentence.endswith("save it as UTF-8.")
    with pytest.raises(BadSettings, match=r"save it as UTF-8\.$"):
        read_settings(file)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_settings_and_translations_are_read_in_any_of_them(tmp_path, monkeypatch, encoding: str) -> None:
    def save(name: str, text: str) -> None:
        (tmp_path / name).write_bytes(ENCODINGS[encoding] + text.encode(encoding.partition(" ")[0]))

    save("settings.toml", 'game = "new-frontiers"\r\n[serve]\r\nport = 8080\r\n')
    assert read_settings(tmp_path / "settings.toml") == {"game": "new-frontiers", "serve": {"port": 8080}}
    (tmp_path / "translations" / "nl").mkdir(parents=True)
    save("translations/nl/messages.po", 'msgid ""\nmsgstr ""\n\nmsgid "Score"\nmsgstr "Stand é"\n')
    monkeypatch.setattr(translation, "_folders", lambda: (tmp_path / "translations",))
    (catalogue,) = translation._read("nl")
    assert catalogue["Score"].string == "Stand é"
    for read in (reference._toml, words._toml):  # a game's rulebook, and the words of its questions
        assert read(tmp_path / "settings.toml")["serve"] == {"port": 8080}
    (tmp_path / "lessons").mkdir()
    save(
        "lessons/first.toml",
        '[[lesson]]\nid = "first"\ntitle = "Zoë"\nwhen = {}\n[[lesson.step]]\ntext = "é"\n',
    )
    assert lesson_files.read(tmp_path / "lessons").lessons[0].title == "Zoë"


WINDOWS_PATHS = (
    r'database = "C:\Users\player\tables.db"',
    r'database = "C:\new\tables.db"',  # TOML, and a path with a line break and a tab
    r'database="\\server\share\tables.db"',
    "port = 1\n[serve]\n" r'camera = ["D:\clips\a.mp4"]',
)
NONE = (
    r"database = 'C:\Users\player\tables.db'",
    r'database = "C:\\Users\\player"',
    r'database = "C:/Users/player"',
    r'# was "C:\Users\player"',
    r'port = 1  # was "C:\Users\player"',
    r"""name = 'he said "C:\x"'""",
    r'name = "tab\tand \"quotes\" \u00e9"',
)


@pytest.mark.parametrize("text", WINDOWS_PATHS)
def test_a_path_that_was_copied_from_windows_is_named_with_its_line(tmp_path, text: str) -> None:
    line = text.count("\n") + 1
    file = tmp_path / "settings.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadSettings, match=rf", line {line}: .* single quotes"):
        read_settings(file)
    with pytest.raises(UnreadableText, match=rf"line {line} .* single quotes, or with /"):
        read_toml(text)


@pytest.mark.parametrize("sign", "“”„‘’«»\u00a0\u202f")
def test_signs_of_a_word_processor_are_named_with_their_line(tmp_path, sign: str) -> None:
    """Only where nothing else reads them: in strings and comments they are what somebody wrote."""
    assert read_toml(f'# {sign}\na = "{sign}"') == {"a": sign}
    file = tmp_path / "settings.toml"
    file.write_text(f"# {sign}\na = '{sign}'\nname {sign}= 1\n", "utf-8")
    with pytest.raises(BadSettings, match=r", line 3: type plain quotation marks and spaces"):
        read_settings(file)
    with pytest.raises(UnreadableText, match=r"line 3 has quotation marks or spaces of a word processor"):
        read_toml(file.read_bytes())


@pytest.mark.parametrize("text", NONE)
def test_other_texts_have_none(text: str) -> None:
    assert line_of_windows_path(text) == 0
    assert read_toml(text) is not None


def test_the_reported_settings_get_one_sentence() -> None:
    with pytest.raises(BadSettings) as bad:
        read_settings(REPORTS / "settings-windows-path.toml")
    assert str(bad.value).endswith(
        r"line 1: write a path of Windows in single quotes, as in 'C:\Users\me', or with / for \."
    )
