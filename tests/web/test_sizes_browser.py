"""Every page at the sizes that it is used at: nothing wider than the screen, nothing too small to touch."""

from __future__ import annotations

import re

import pytest

from tests.default_run import first_by_default
from tests.web.conftest import PATHS, SIZES, Device
from tests.web.layout import resizer_without_paint

pytestmark = pytest.mark.browser

TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

CUT_OFF_TEXTS_JS = """() => [...document.querySelectorAll("button, .chip, .choice, .tab, h1, h2, summary")]
    .filter(e => e.checkVisibility() && !e.closest(".hidden-visually"))
    .filter(e => {
      const { overflowX, textOverflow, display } = getComputedStyle(e);
      return e.scrollWidth > e.clientWidth + 1 && overflowX !== "visible" && textOverflow !== "ellipsis"
          && display !== "inline";
    })
    .map(e => e.textContent.trim().slice(0, 60))"""
"""Texts that are cut off where they stand."""

CUT = """() => [...document.querySelectorAll("body *")].filter((it) => {
  const style = getComputedStyle(it), hides = (how) => how === "hidden" || how === "clip";
  const cut = (hides(style.overflowX) && it.scrollWidth > it.clientWidth + 1)
    || (hides(style.overflowY) && it.scrollHeight > it.clientHeight + 1);
  // The words come last: they are read of all that it holds.
  return cut && style.clipPath === "none" && it.clientWidth > 1
    && it.checkVisibility({ visibilityProperty: true })
    && !it.closest("svg, select, .hidden-visually, [popover]:not(:popover-open)") && it.innerText?.trim();
}).map((it) => `${it.tagName}.${it.className}: ${it.innerText.slice(0, 50)}`)"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("code", "sizes"),
    [
        pytest.param("de", ("phone",), id="de-phone"),
        *(pytest.param(it, tuple(SIZES), id=it, marks=pytest.mark.slow) for it in ("de", "fr", "es")),
    ],
)
def test_nothing_is_wider_than_the_screen_and_large_text_loses_nothing(browser, full_table, code, sizes):
    """At these sizes; and on a phone with text at 200 %, where everything can still be reached and no words
    are cut off or hidden behind three dots. German words are the longest; English is looked at in
    test_accessible_browser.py."""
    serving, table = full_table
    one = Device(browser, serving.address, SIZES["phone"], locale=code)
    wide, cut = [], []
    resize = resizer_without_paint(one)
    for path in PATHS:
        page = one.open(path.format(id=table.id))
        assert page.get_attribute("html", "lang") == code
        for size in sizes:
            resize(*SIZES[size])
            if (by := page.evaluate(TOO_WIDE)) > 0:
                wide.append(f"{path} is {by} px wider than a {size}")
            cut += [f"{path} cuts off on a {size}: {text}" for text in page.evaluate(CUT_OFF_TEXTS_JS)]
        resize(*SIZES["phone"])
        page.evaluate("document.documentElement.dataset.text = '2'")
        if (by := page.evaluate(TOO_WIDE)) > 0:
            wide.append(f"{path} is {by} px wider than a phone at 200 %")
        cut += [f"{path}: {what}" for what in page.evaluate(CUT)]
    assert not wide, "\n".join(wide)
    assert not cut, "\n".join(cut)
    assert not one.errors
    one.close()


def test_a_phone_reads_the_signs_and_the_wall_as_they_stand(browser, full_table):
    """The signs' table went on beside the screen, and the wall's smallest words were 9 pixels high."""
    serving, table = full_table
    one = Device(browser, serving.address, SIZES["phone"])
    page = one.open(f"/t/{table.id}/legend")
    assert page.evaluate(
        "[...document.querySelectorAll('.scroll')].map((it) => it.scrollWidth - it.clientWidth)"
    ) == [0]
    page = one.open("/staff/wall")
    sizes = """[...document.querySelectorAll(".wall-row *")]
      .filter((it) => it.innerText?.trim()).map((it) => parseFloat(getComputedStyle(it).fontSize))"""
    assert min(page.evaluate(sizes)) >= 12
    one.close()


def test_the_tables_tools_are_in_sight_at_every_width(browser, full_table):
    """Between a phone and a tablet too: a small tablet, a window beside another one, the demo's frame."""
    serving, table = full_table
    one = Device(browser, serving.address, SIZES["phone"])
    page = one.open(f"/t/{table.id}/")
    out = []
    for width in (320, 390, 480, 566, 700, 758, 759, 760, 999, 1000, 1180):
        page.set_viewport_size({"width": width, "height": 820})
        menu = page.locator("[popovertarget=table-menu]").bounding_box()
        if menu["x"] < 0 or menu["x"] + menu["width"] > width or menu["y"] > 820:
            out.append(f"at {width} px: the menu is at {menu}")
    assert not out, "\n".join(out)
    one.close()


HIDDEN_WORDS = """() => [...document.querySelectorAll(
  ".answer-words, .answer-note, .question-text > span, .action-tile > span"
)].filter((it) => it.checkVisibility()).filter((it) => {
  const words = document.createRange();
  words.selectNodeContents(it);
  const said = words.getBoundingClientRect();
  // Half a line more than there is room for is a line that nobody reads.
  return [it, it.closest("button") ?? it].map((within) => within.getBoundingClientRect()).some((box) =>
    said.bottom > box.bottom + 8 || said.top < box.top - 8 || said.right > box.right + 2);
}).map((it) => `${it.className || it.tagName}: ${it.innerText.slice(0, 60)}`)"""


@pytest.mark.parametrize(
    "language", ["de", *(pytest.param(it, marks=pytest.mark.slow) for it in ("en", "fr", "es"))]
)
def test_no_words_of_the_table_are_hidden_on_a_tablet_or_a_laptop(browser, full_table, language):
    serving, table = full_table
    one = Device(browser, serving.address, SIZES["tablet"], locale=language)
    page = one.open(f"/t/{table.id}/")
    hidden = []
    for size in ("tablet", "upright", "laptop"):
        page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
        hidden += [f"{size}: {what}" for what in page.evaluate(HIDDEN_WORDS)]
    assert not hidden, "\n".join(hidden)
    one.close()


@pytest.mark.parametrize("scheme", first_by_default(["dark", "light"]))
def test_the_score_sheet_is_printed_black_on_white(browser, full_table, scheme):
    serving, table = full_table
    one = Device(browser, serving.address, SIZES["laptop"], color_scheme=scheme)
    page = one.open(f"/t/{table.id}/score")
    page.emulate_media(media="print")
    ground, ink = page.evaluate(
        "[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color]"
    )
    assert (ground, ink) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")
    one.close()


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_what_is_touched_is_large_enough(browser, full_table, size):
    """Buttons of the live pages are 44 px and more each way (48 by design, less a hairline's rounding)."""
    serving, table = full_table
    path = f"/t/{table.id}/" if size == "tablet" else f"/t/{table.id}/seat/{table.questions[0].player}"
    one = Device(browser, serving.address, SIZES[size])
    page = one.open(path)
    small = page.evaluate(
        """() => [...document.querySelectorAll(
            ".answer, .bar-tools button, .question-tools button, .tab, .card button, " +
            ".page-seat .tally > summary")]
            .map(e => [e.textContent.trim().slice(0, 30), e.getBoundingClientRect()])
            .filter(([, b]) => b.width > 0 && (b.width < 44 || b.height < 44))
            .map(([text, b]) => `${text} ${Math.round(b.width)}x${Math.round(b.height)}`)"""
    )
    assert small == []
    one.close()


def test_no_page_is_heavier_than_the_budget(full_table):
    """150 KB a page as it is sent, with its scripts and styles, without pictures and the font."""
    squeezed = {"Accept-Encoding": "gzip"}
    serving, table = full_table
    client, sizes = serving.app.test_client(), {}
    for path in PATHS:
        page = client.get(path.format(id=table.id), headers=squeezed)
        plain = client.get(path.format(id=table.id))
        total = len(page.data)
        assets = set(re.findall(r'(?:href|src)="(/static/(?:css|js-\w+)/[^"]+)"', plain.text))
        sizes |= {one: len(client.get(one, headers=squeezed).data) for one in assets - sizes.keys()}
        total += sum(sizes[one] for one in assets)
        assert total < 150_000, f"{path}: {total} bytes"
