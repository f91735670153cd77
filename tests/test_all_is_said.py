"""Tests that templates and scripts display no text but what comes from the catalogues."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from babel.messages.jslexer import tokenize
from flask import Flask
from jinja2 import nodes

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = sorted((*ROOT.glob("templates/**/*.html"), *ROOT.glob("companion/games/*/templates/**/*.html")))
SCRIPTS = sorted(
    path for path in (ROOT / "companion/web/static/js").rglob("*.js") if "vendor" not in path.parts
)

LANGUAGE_NEUTRAL_WORDS = frozenset(
    ("a4", "letter", "avery", "mm", "inch", "utc", "bg", "stats", "csv", "json", "pdf", "qr")
)
"""Words that are the same in every language: paper sizes, formats and other programs' names."""
SETTING_VALUES = frozenset(("by itself",))
"""Values of settings: they are sent by a form and not displayed."""
TEXT_ATTRIBUTES = ("aria-label", "title", "placeholder", "alt", "aria-description")
TRANSLATION_FUNCTIONS = frozenset(("_", "plural", "say"))

WORD_PATTERN = re.compile(r"[^\W\d_]{2,}")
# Displayed text begins with a capital letter or has several words; class names and form values have neither.
DISPLAYED_TEXT_PATTERN = re.compile(r"(?:^|[\s(“])[A-Z][a-zäöü]+|[a-z]{2,} [a-z]{2,}")


def translatable_words(text: str) -> list[str]:
    return [word for word in WORD_PATTERN.findall(text) if word.lower() not in LANGUAGE_NEUTRAL_WORDS]


class UntranslatedText(HTMLParser):
    """Collects the text in a template's HTML itself; other tests check its template tags."""

    TEXTLESS_TAGS = frozenset(("script", "style"))
    VOID_TAGS = frozenset(("br", "circle", "hr", "img", "input", "link", "meta", "path", "rect", "use"))

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._quiet: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self._quiet:
            if tag not in self.VOID_TAGS:
                self._quiet.append(tag)
        elif tag in self.TEXTLESS_TAGS or (given.get("lang") and tag != "html"):
            # An element that names its own language holds text in that language on purpose.
            self._quiet.append(tag)
        else:
            self.found += [v for name, v in attrs if name in TEXT_ATTRIBUTES and v and translatable_words(v)]

    def handle_endtag(self, tag: str) -> None:
        if self._quiet and tag in self._quiet:
            while self._quiet.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._quiet and translatable_words(data):
            self.found.append(data.strip())


def untranslated_html(source: str) -> list[str]:
    parser = UntranslatedText()
    # Each template tag is replaced by a character that is no letter.
    source = re.sub(
        r"\{% block (?:wide|kind|root) %\}.*?\{% endblock %\}", "", source
    )  # classes and attributes
    parser.feed(re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "·", source, flags=re.S))
    parser.close()
    return parser.found


def test_the_looking_finds_bare_words():
    assert untranslated_html('<p>{{ x }} of 3</p><i aria-label="Close"></i><b lang="de">Ja</b>') == [
        "· of 3",
        "Close",
    ]


def test_templates_say_no_word_of_their_own():
    for path in TEMPLATES:
        assert untranslated_html(path.read_text(encoding="utf-8")) == [], path


def untranslated_constants(node: nodes.Node, translated: bool = False) -> Iterator[str]:
    """The texts in a template's expressions that are not passed to a translation function."""
    if isinstance(node, nodes.Call):
        name = node.node.name if isinstance(node.node, nodes.Name) else ""
        translated = translated or name in TRANSLATION_FUNCTIONS
    if isinstance(node, nodes.Compare | nodes.Test | nodes.Getitem):
        return
    if isinstance(node, nodes.Filter) and node.name in ("replace", "format", "join", "selectattr"):
        if node.node is not None:
            yield from untranslated_constants(node.node, translated)
        return
    if isinstance(node, nodes.Const) and isinstance(node.value, str) and not translated:
        yield node.value
    # The name in `{% import %}` or `{% include %}` is not displayed.
    if isinstance(node, nodes.Import | nodes.FromImport | nodes.Include | nodes.Extends):
        return
    for child in node.iter_child_nodes():
        yield from untranslated_constants(child, translated)


def test_expressions_say_no_word_of_their_own():
    read = Flask(__name__).jinja_env
    for path in TEMPLATES:
        found = [
            text
            for text in untranslated_constants(read.parse(path.read_text(encoding="utf-8")))
            if "<" not in text and DISPLAYED_TEXT_PATTERN.search(text) and translatable_words(text)
        ]
        assert [text for text in found if text not in SETTING_VALUES] == [], path


def untranslated_literals(source: str) -> Iterator[str]:
    """The string literals of a script that are not the first argument of `say`."""
    before: list[str] = []
    for token in tokenize(source, jsx=False):
        if token.type in ("string", "template_string") and before[-2:] != ["say", "("]:
            yield token.value[1:-1]
        if token.type not in ("linecomment", "multilinecomment", "whitespace"):
            before = [*before[-1:], token.value]


SENTENCE_PATTERN = re.compile(r"[A-Z][a-z]+ [a-z]+|^[A-Z][a-z]+[.:!?…]?$|[a-z]{3,} [a-z]{2,} [a-z]{2,}")
NON_TEXT_LITERALS = frozenset(("Enter", "Delete", "Escape", "Tab", "Space", "Content", "Accept"))


def test_the_looking_finds_a_script_s_own_sentences():
    source = 'toast(say("That is all.")); x("That is all."); y(`Up to ${n} of them all`); k === "Enter";'
    assert [
        text
        for text in untranslated_literals(source)
        if SENTENCE_PATTERN.search(text) and text not in NON_TEXT_LITERALS
    ] == [
        "That is all.",
        "Up to ${n} of them all",
    ]


def test_scripts_say_no_sentence_of_their_own():
    for path in SCRIPTS:
        found = [
            text
            for text in untranslated_literals(path.read_text(encoding="utf-8"))
            if SENTENCE_PATTERN.search(text)
            and text not in NON_TEXT_LITERALS
            and not re.search(r"[\[\]=<>{};]", text.replace("${", ""))
        ]
        assert found == [], path
