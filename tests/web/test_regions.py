"""Tests of a page in parts: only changed ones are sent, and together they make the new page."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup, escape

from companion.web.live.regions import Changed, drawn_region, split_regions

PAGE = """<header><p id="a" data-region>one</p></header>
<main><section id="b" data-region><div><section>in it</section></div><br><p>two</section>
<svg id="c" data-region><circle r="1"/></svg></main>"""


def test_the_parts_are_the_regions_with_all_that_is_in_them():
    parts = split_regions(PAGE).parts
    assert parts["a"].html == '<p id="a" data-region>one</p>'
    assert parts["b"].html.startswith('<section id="b"')
    assert parts["b"].html.endswith("<p>two</section>")
    assert parts["c"].html == '<svg id="c" data-region><circle r="1"/></svg>'


def test_only_what_differs_is_sent():
    before, after = split_regions(PAGE), split_regions(PAGE.replace("two", "three"))
    assert after.changes_since(before.outline()) == Changed({"b": after.parts["b"].html})
    assert after.changes_since(after.outline()) == Changed()


LIST = """<ul id="all" data-regions>
  <li id="x" data-region>one</li>
  <li id="y" data-region>two</li></ul><p>after</p><b id="d" data-region>end</b>"""


def test_parts_of_a_list_come_and_go_without_the_rest():
    before = split_regions(LIST)
    after = split_regions(LIST.replace('id="x"', 'id="z"').replace("two", "three"))
    assert before.parts["all"].outline.inside == ("x", "y")
    assert after.changes_since(before.outline()) == Changed(
        {"y": '<li id="y" data-region>three</li>'}, {"all": (("x",), '<li id="z" data-region>one</li>')}
    )
    empty = split_regions(
        LIST.replace('<li id="x" data-region>one</li>', "").replace('<li id="y" data-region>two</li>', "")
    )
    assert empty.changes_since(before.outline()) == Changed({}, {"all": (("x", "y"), "")})
    assert before.changes_since(empty.outline()) is not None
    assert split_regions(LIST.replace("after", "then")).changes_since(before.outline()) is None


NESTED = """<div id="o" data-region class="x"><p>own</p><b id="i" data-region>in</b><ul id="l" data-regions>
<li id="m" data-region>many <i id="n" data-region>small</i></li></ul><u id="j" data-region>it</u></div>"""


@pytest.mark.parametrize(
    ("old", "new", "regions", "lists"),
    [
        ("in<", "on<", {"i"}, set()),
        ("small", "tiny", {"n"}, set()),
        ("many", "few", {"m"}, set()),
        ("own", "owned", {"o"}, set()),
        ('id="m"', 'id="k"', set(), {"l"}),
        ('<u id="j" data-region>it</u>', "", {"o"}, set()),
        ("data-regions", "data-regions class", {"l"}, set()),
    ],
)
def test_the_smallest_part_that_holds_the_change_is_sent(old, new, regions, lists):
    changed = split_regions(NESTED.replace(old, new)).changes_since(split_regions(NESTED).outline())
    assert changed is not None
    assert (changed.regions.keys(), changed.lists.keys()) == (regions, lists)


def put_back(html, before):
    """HTML in which kept parts are replaced by what the page has."""
    return re.sub(r'<(\w+) id="([\w-]+)" data-kept></\1>', lambda kept: before.parts[kept[2]].html, html)


def test_what_stays_in_a_part_that_changed_is_not_sent_again():
    before, after = (
        split_regions(NESTED),
        split_regions(NESTED.replace("own", "owned").replace("it<", "that<")),
    )
    sent = after.changes_since(before.outline()).regions["o"]
    assert '<b id="i" data-kept></b><ul id="l" data-kept></ul><u id="j" data-region>that</u>' in sent
    assert put_back(sent, before) == after.parts["o"].html


boxes = st.recursive(
    st.sampled_from(["", "x", "y"]),
    lambda inner: st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("mn"), inner), max_size=3),
    max_leaves=8,
)


def boxed(what, known):
    """HTML of nested boxes, each of which is a region with its own name."""
    if isinstance(what, str):
        return what
    html = ""
    for name, of, inner in what:
        if name not in known:
            known.add(name)
            html += f'<div id="{name}" data-region class="{of}">{of}{boxed(inner, known)}</div>'
    return html


@given(boxes, boxes)
def test_what_is_kept_put_back_makes_the_new_part(old, new):
    """Whichever parts came, went or moved into another part."""
    before, after = (
        split_regions(f'<main id="all" data-region>{boxed(it, set())}</main>') for it in (old, new)
    )
    changed = after.changes_since(before.outline())
    for name, html in changed.regions.items():
        assert put_back(html, before) == after.parts[name].html
        # A page looks for it only where it was.
        for kept in re.findall(r'id="([\w-]+)" data-kept', html):
            assert before.parts[kept].html in before.parts[name].html


@pytest.mark.parametrize(
    "changed",
    [
        PAGE.replace("<main>", "<main class=wide>"),  # around the parts
        PAGE.replace('id="c"', 'id="d"'),
        PAGE.replace("</main>", '<p id="new" data-region></p></main>'),
    ],
)
def test_a_page_of_another_build_is_sent_whole(changed):
    assert split_regions(changed).changes_since(split_regions(PAGE).outline()) is None


@pytest.mark.parametrize(
    "wrong",
    [
        "<p data-region>no id</p>",
        '<p id="a" data-region></p><p id="a" data-region></p>',
        '<div id="a" data-region>',
        "<div data-regions></div>",
        '<div id="a" data-region><p id="a" data-region></p></div>',
    ],
)
def test_a_template_that_marks_its_regions_wrongly_is_refused(wrong):
    with pytest.raises(ValueError, match="region"):
        split_regions(wrong)


words = st.text(alphabet="ab<&>\n é\u2028\x85", max_size=8).map(
    lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
)


@given(st.lists(words, min_size=1, max_size=5), st.lists(words, min_size=1, max_size=5))
def test_parts_put_in_place_make_the_new_page(old, new):
    """For any text in it (including line separators), replacing each changed part gives the new page."""

    def page(texts):
        return "".join(f'<div id="r{n}" data-region>{text}</div>\n' for n, text in enumerate(texts))

    size = min(len(old), len(new))
    before, after = split_regions(page(old[:size])), split_regions(page(new[:size]))
    html = before.html
    changed = after.changes_since(before.outline())
    assert changed is not None
    for name, part in changed.regions.items():
        html = html.replace(before.parts[name].html, part)
    assert html == after.html


hostile = st.sampled_from(
    [
        " data-region ",
        "a data-region>",
        'x" data-region id="b',
        "<p id=q data-region>",
        "'><div data-region",
        "id=z",
    ]
)


@given(st.lists(hostile | st.text(max_size=6), min_size=2, max_size=4))
def test_no_name_that_a_person_chose_is_taken_for_a_region(names):
    page = "".join(
        f'<div id="r{n}" data-region aria-label="{name}">{name}<button title="{name}"></button></div>'
        f"<p title='{name}'>{name}</p>"
        for n, name in enumerate(map(escape, names))
    )
    assert list(split_regions(page).parts) == [f"r{n}" for n in range(len(names))]


@pytest.mark.parametrize("kind", [str, Markup])
def test_a_drawing_becomes_a_region_whatever_kind_of_text_it_is(kind: type[str]) -> None:
    """Race for the Galaxy draws Markup: its cards' opening tags were once visible as text."""
    drawing = kind('<svg viewBox="0 0 63 88"><path d="M0 0"/></svg>')
    found = drawn_region(drawing, "d1-W07")
    assert str(found) == '<svg id="d1-W07" data-region viewBox="0 0 63 88"><path d="M0 0"/></svg>'
    assert drawn_region(drawing, "no name") == drawing
