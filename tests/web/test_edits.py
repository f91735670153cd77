"""What is sent of a region: the nodes that differ, and no more."""

from __future__ import annotations

import pytest

from companion.web.edits import Edits

OLD = """<section id="a" class="x"><h2>Round 3</h2> <ul><li id="one">1</li><li>2</li><li>3</li></ul>
<details id="why"><summary>Why?</summary><script type="text/html"><p>no &amp; no</p></script></details>
<svg viewBox="0 0 4 4"><path d="M0 0"/></svg><input name="n" value="v"></section>"""


def between(old: str, new: str) -> tuple[list[object], list[str]]:
    edits = Edits()
    return edits.of(old, new), edits.pieces


@pytest.mark.parametrize(
    ("was", "now", "edits", "pieces"),
    [
        ("Round 3", "Round &lt;4&gt;", [[[0, 0], "text", "Round <4>"]], []),
        ('class="x"', 'title="&amp; so"', [[[], "attributes", {"class": None, "title": "& so"}]], []),
        ("<li>2</li>", "", [[[2], "children", 3, 1, 1, None]], []),
        ("<li>2</li>", "<li>2</li><li>b</li>", [[[2], "children", 3, 2, 0, 0]], ["<div><li>b</li></div>"]),
        (
            "<li>2</li><li>3</li>",
            "<li>b</li><li>3</li><li>4</li>",
            [[[2], "children", 3, 3, 0, 0], [[2, 1, 0], "text", "b"]],
            ["<div><li>4</li></div>"],
        ),
        ('id="one"', 'id="won"', [[[2], "children", 3, 0, 1, 0]], ['<div><li id="won">1</li></div>']),
        (
            "M0 0",
            "M1 1",
            [[[], "children", 8, 6, 1, 0]],
            ['<div><svg viewBox="0 0 4 4"><path d="M1 1"/></svg></div>'],
        ),
        ('value="v"', 'value="w"', [[[], "children", 8, 7, 1, 0]], ['<div><input name="n" value="w"></div>']),
    ],
)
def test_only_what_differs_is_named(was, now, edits, pieces):
    assert OLD.count(was) == 1
    assert between(OLD, OLD.replace(was, now)) == (edits, pieces)


def test_the_same_needs_no_edit():
    assert between(OLD, OLD) == ([], [])


def test_what_comes_folded_is_changed_as_one_for_it_may_stand_unfolded():
    edits, pieces = between(OLD, OLD.replace("no &amp; no", "yes"))
    assert edits == [[[], "children", 8, 4, 1, 0]]
    assert pieces[0].startswith('<div><details id="why">')
    assert "<p>yes</p>" in pieces[0]


def test_a_folded_region_and_another_element_come_whole():
    popover = '<div popover id="w" data-region><script type="text/html">{}</script></div>'
    assert between(popover.format("a"), popover.format("b")) == (
        [[[], "all", 0]],
        [f"<div>{popover.format('b')}</div>"],
    )
    assert between("<p id='x'>1</p>", "<b id='x'>1</b>")[0] == [[[], "all", 0]]


@pytest.mark.parametrize(
    "wrong",
    [
        "<p>one<p>two",
        "<p>one</b></p>",
        "<p>one</p><p>two</p>",
        "<p><!-- said aside --></p>",
        "<p><svg></p>",
        "<div><table><tr><td><table></table></td></tr></table></div>",
        "words",
        "",
    ],
)
def test_html_that_is_not_as_ours_comes_whole(wrong):
    assert between("<p>one</p>", wrong) == ([[[], "all", 0]], [f"<div>{wrong}</div>"])


def test_pieces_of_many_regions_are_counted_on():
    edits = Edits()
    assert edits.of("<p>1</p>", "<p>1<b>2</b></p>") == [[[], "children", 1, 1, 0, 0]]
    assert edits.of("<i>1</i>", "<i><b>2</b>1</i>") == [[[], "children", 1, 0, 0, 1]]
    assert edits.pieces == ["<div><b>2</b></div>", "<div><b>2</b></div>"]
