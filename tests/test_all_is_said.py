"""No word reaches a page but through the catalogues: templates and scripts are looked through for others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.jslexer import tokenize
from flask import Flask
from jinja2 import nodes

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = sorted((*ROOT.glob("templates/**/*.html"), *ROOT.glob("companion/games/*/templates/**/*.html")))
SCRIPTS = sorted(
    path for path in (ROOT / "companion/web/static/js").rglob("*.js") if "vendor" not in path.parts
)

NAMES = frozenset(("a4", "letter", "avery", "mm", "inch", "utc", "bg", "stats", "csv", "json", "pdf", "qr"))
"""What is the same in every language: papers, formats, other people's programs."""
VALUES = frozenset(("by itself",))
"""Of settings: what a form sends, not what it says."""
SPOKEN = ("aria-label", "title", "placeholder", "alt", "aria-description")
SAYS = frozenset(("_", "plural", "say"))

LETTERS = re.compile(r"[^\W\d_]{2,}")
# Words for people begin with a capital, or are several: class names and the values of fields are neither.
WORDS = re.compile(r"(?:^|[\s(“])[A-Z][a-zäöü]+|[a-z]{2,} [a-z]{2,}")


def unsaid(text: str) -> list[str]:
    return [word for word in LETTERS.findall(text) if word.lower() not in NAMES]


class Bare(HTMLParser):
    """What stands in a template's HTML itself. What a tag of the template says is looked at elsewhere."""

    SILENT = frozenset(("script", "style"))
    VOID = frozenset(("br", "circle", "hr", "img", "input", "link", "meta", "path", "rect", "use"))

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._quiet: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self._quiet:
            if tag not in self.VOID:
                self._quiet.append(tag)
        elif tag in self.SILENT or (given.get("lang") and tag != "html"):
            # What names its own language is in it on purpose.
            self._quiet.append(tag)
        else:
            self.found += [v for name, v in attrs if name in SPOKEN and v and unsaid(v)]

    def handle_endtag(self, tag: str) -> None:
        if self._quiet and tag in self._quiet:
            while self._quiet.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._quiet and unsaid(data):
            self.found.append(data.strip())


def bare_words(source: str) -> list[str]:
    parser = Bare()
    # What the template language says becomes a sign that is no letter.
    source = re.sub(
        r"\{% block (?:wide|kind|root) %\}.*?\{% endblock %\}", "", source
    )  # classes and attributes
    parser.feed(re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "·", source, flags=re.S))
    parser.close()
    return parser.found


def test_the_looking_finds_bare_words():
    assert bare_words('<p>{{ x }} of 3</p><i aria-label="Close"></i><b lang="de">Ja</b>') == [
        "· of 3",
        "Close",
    ]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda p: str(p.relative_to(ROOT)))
def test_templates_say_no_word_of_their_own(path):
    assert bare_words(path.read_text(encoding="utf-8")) == []


def constants(node: nodes.Node, said: bool = False) -> Iterator[str]:
    """The texts within a template's expressions that go through no catalogue."""
    if isinstance(node, nodes.Call):
        name = node.node.name if isinstance(node.node, nodes.Name) else ""
        said = said or name in SAYS
    if isinstance(node, nodes.Compare | nodes.Test | nodes.Getitem):
        return
    if isinstance(node, nodes.Filter) and node.name in ("replace", "format", "join", "selectattr"):
        if node.node is not None:
            yield from constants(node.node, said)
        return
    if isinstance(node, nodes.Const) and isinstance(node.value, str) and not said:
        yield node.value
    # A `{% import %}`'s or `{% include %}`'s name is no word.
    if isinstance(node, nodes.Import | nodes.FromImport | nodes.Include | nodes.Extends):
        return
    for child in node.iter_child_nodes():
        yield from constants(child, said)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda p: str(p.relative_to(ROOT)))
def test_expressions_say_no_word_of_their_own(path):
    tree = Flask(__name__).jinja_env.parse(path.read_text(encoding="utf-8"))
    found = [text for text in constants(tree) if "<" not in text and WORDS.search(text) and unsaid(text)]
    assert [text for text in found if text not in VALUES] == []


def literals(source: str) -> Iterator[str]:
    """The texts of a script that are no message: not the first argument of `say`."""
    before: list[str] = []
    for token in tokenize(source, jsx=False):
        if token.type in ("string", "template_string") and before[-2:] != ["say", "("]:
            yield token.value[1:-1]
        if token.type not in ("linecomment", "multilinecomment", "whitespace"):
            before = [*before[-1:], token.value]


SENTENCE = re.compile(r"[A-Z][a-z]+ [a-z]+|^[A-Z][a-z]+[.:!?…]?$|[a-z]{3,} [a-z]{2,} [a-z]{2,}")
KEYS = frozenset(("Enter", "Delete", "Escape", "Tab", "Space", "Content", "Accept"))


def test_the_looking_finds_a_script_s_own_sentences():
    source = 'toast(say("That is all.")); x("That is all."); y(`Up to ${n} of them all`); k === "Enter";'
    assert [text for text in literals(source) if SENTENCE.search(text) and text not in KEYS] == [
        "That is all.",
        "Up to ${n} of them all",
    ]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.name)
def test_scripts_say_no_sentence_of_their_own(path):
    found = [
        text
        for text in literals(path.read_text(encoding="utf-8"))
        if SENTENCE.search(text)
        and text not in KEYS
        and not re.search(r"[\[\]=<>{};]", text.replace("${", ""))
    ]
    assert found == []
