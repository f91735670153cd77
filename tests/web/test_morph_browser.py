"""Browser tests of morphing: a page becomes any new HTML, and what a person entered or opened stays."""

from __future__ import annotations

from random import Random

import pytest

from tests.default_run import first_by_default

pytestmark = pytest.mark.browser

MORPH_RANDOM_JS = """async (seed) => {
  const main = document.querySelector("script[type=module]").src;
  const { morphInside } = await import(main.replace("main.js", "morph.js"));
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const pick = (all) => all[Math.floor(next() * all.length)];
  const made = (depth, ids) => {
    let html = "";
    for (let n = Math.floor(next() * 5); n > 0; n--) {
      const kind = pick(["text", "p", "div", "button", "svg", "details", "input"]);
      const own = next() < 0.4 ? ids.splice(Math.floor(next() * ids.length), 1)[0] : undefined;
      const id = own ? ` id="${own}"` : "";
      const of = next() < 0.5 ? ` class="${pick(["a", "b", "c d"])}"` : ` data-x="${pick([1, 2, 3])}"`;
      if (kind === "text") html += pick(["one", "two ", " &amp; three", "\\n"]);
      else if (kind === "input") html += `<input${id}${of} value="${pick(["x", "y"])}">`;
      else if (kind === "svg") html += `<svg${id}${of}><use href="#${pick(["k", "l"])}"></use></svg>`;
      else html += `<${kind}${id}${of}>${depth ? made(depth - 1, ids) : ""}</${kind}>`;
    }
    return html;
  };
  const wrong = [];
  const [box, whole] = [0, 1].map(() => document.createElement("div"));
  document.body.append(box);
  for (let n = 0; n < 400; n++) {
    const [before, after] = [0, 1].map(() => made(3, ["i", "j", "k", "l", "m"]));
    box.innerHTML = before;
    whole.innerHTML = after;
    morphInside(box, after);
    box.normalize();
    whole.normalize();
    if (!box.isEqualNode(whole)) wrong.push([before, after, box.innerHTML]);
  }
  box.remove();
  return wrong.slice(0, 2);
}"""


@pytest.mark.parametrize("seed", first_by_default([1, 2, 3]))
def test_whatever_was_there_becomes_what_is_said(device, table, seed):
    one = device("/")
    assert one.page.evaluate(MORPH_RANDOM_JS, seed) == []


def test_what_a_person_has_there_stays(device, table):
    one = device("/")
    kept = one.page.evaluate(
        """async () => {
          const main = document.querySelector("script[type=module]").src;
          const { morphInside } = await import(main.replace("main.js", "morph.js"));
          const box = document.createElement("div");
          document.body.append(box);
          const html = (n) => `<p>${n}</p><details id="d" data-n="${n}"><summary>s</summary>${n}</details>
            <div id="scrolls" style="height:20px;overflow:auto"><p style="height:200px">${n}</p></div>
            <input id="typed"><button id="b" data-n="${n}">${n}</button><div id="pop" popover>${n}</div>`;
          box.innerHTML = html(1);
          const [details, scrolls, typed, button, pop] = ["d", "scrolls", "typed", "b", "pop"]
            .map((id) => document.getElementById(id));
          details.open = true;
          scrolls.scrollTop = 50;
          typed.value = "half a wo";
          pop.showPopover();
          button.focus();
          morphInside(box, html(2));
          return [details.open, scrolls.scrollTop, typed.value, document.activeElement === button,
            button.textContent, pop.matches(":popover-open"), pop.textContent, details.isConnected];
        }"""
    )
    assert kept == [True, 50, "half a wo", True, "2", True, "2", True]


def test_what_was_opened_for_a_player_is_closed_for_the_next(device, table):
    one = device("/")
    opened = one.page.evaluate(
        """async () => {
          const main = document.querySelector("script[type=module]").src;
          const { morphInside } = await import(main.replace("main.js", "morph.js"));
          const box = document.createElement("div");
          document.body.append(box);
          const html = (player, words) => `<details id="d" data-of="${player}"><summary>s</summary>
            <script type="text/html"><p>${words}</p></script></details>`;
          box.innerHTML = html(1, "a");
          const details = box.firstElementChild;
          details.open = true;
          const seen = [];
          for (const [player, words] of [[1, "b"], [2, "c"]]) {
            morphInside(box, html(player, words));
            seen.push([details.isConnected, details.open, details.querySelector("p")?.textContent ?? null]);
          }
          return seen;
        }"""
    )
    assert opened == [[True, True, "b"], [True, False, None]]


MORPH_REGIONS_JS = """async (pairs) => {
  const main = document.querySelector("script[type=module]").src;
  const { morphRegions } = await import(main.replace("main.js", "morph.js"));
  const wrong = [];
  const [box, whole] = [0, 1].map(() => document.createElement("div"));
  document.body.append(box);
  for (const [before, after] of pairs) {
    box.innerHTML = before.join("");
    whole.innerHTML = after.join("");
    const stays = [...box.children];
    morphRegions({ first: after[0], third: after[2] });
    box.children[1].replaceWith(whole.children[1].cloneNode(true));
    box.normalize();
    whole.normalize();
    if (!box.isEqualNode(whole) || box.children[0] !== stays[0]) wrong.push([before, after, box.innerHTML]);
  }
  box.remove();
  return wrong.slice(0, 2);
}"""


def random_html(rng: Random, depth: int, ids: list[str]) -> str:
    """Random HTML in which no text node is next to another."""
    html, before = "", ""
    for _ in range(rng.randrange(6)):
        kind = rng.choice(["text", "div" if depth else "button", "svg", "details", "input", "span"])
        if kind == before == "text":
            continue
        before = kind
        own = f' id="{ids.pop(rng.randrange(len(ids)))}"' if ids and rng.random() < 0.3 else ""
        of = rng.choice(["", ' class="a"', ' class="b c"', ' title="&lt;x&gt; &amp; &#34;y&#34;"', " hidden"])
        if kind == "text":
            html += rng.choice(["one", "two ", " &amp; three", "\n"])
        elif kind == "input":
            html += f'<input{own}{of} value="{rng.choice("xy")}">'
        elif kind == "svg":
            html += f'<svg{own}{of} viewBox="0 0 9 {rng.choice("89")}"><path d="M0 0"/></svg>'
        elif kind == "details":
            html += f"<details{own}{of}><summary>s</summary>"
            html += f'<script type="text/html"><p>{rng.choice("uv")}</p></script></details>'
        else:
            within = random_html(rng, depth - 1, ids) if depth else rng.choice(["", "w", "z"])
            html += f"<{kind}{own}{of}>{within}</{kind}>"
    return html


@pytest.mark.parametrize("seed", first_by_default(range(4)))
def test_regions_become_what_is_said_and_stay_the_elements_they_are(device, table, seed):
    rng, pairs = Random(seed), []
    for _ in range(150):
        pair = []
        for _which in range(2):
            ids = list("ijklm")
            pair.append(
                [
                    f'<section id="{name}" class="{rng.choice("mn")}">{random_html(rng, 3, ids)}</section>'
                    for name in ("first", "second", "third")
                ]
            )
        pairs.append(pair)
    assert device("/").page.evaluate(MORPH_REGIONS_JS, pairs) == []


MORPH_KEPT_JS = """async () => {
  const main = document.querySelector("script[type=module]").src;
  const { morphRegions } = await import(main.replace("main.js", "morph.js"));
  const box = document.createElement("div");
  document.body.append(box);
  box.innerHTML = `<ul id="o" class="a"><li id="x">one <b>bold</b></li><li id="y">two</li>
    <li id="z"><svg id="d"><path d="M0 0"/></svg></li></ul>`;
  const [x, d] = ["x", "d"].map((id) => document.getElementById(id));
  morphRegions({ o: `<ul id="o" class="b"><li id="w">new</li><li id="x" data-kept></li>
    <li id="z" class="c"><svg id="d" data-kept></svg></li></ul>` });
  const stay = [x, d].map((it) => document.getElementById(it.id) === it);
  const found = [box.innerHTML.replace(/\\s+/g, " "), ...stay];
  let missed = false;
  try { morphRegions({ o: `<ul id="o"><li id="y" data-kept></li></ul>` }); } catch { missed = true; }
  box.remove();
  return [...found, missed];
}"""


def test_what_is_kept_stays_the_element_it_is(device, table):
    """Among elements that come and go; if one is missing, the whole page is loaded again (live.js)."""
    html = (
        '<ul id="o" class="b"><li id="w">new</li><li id="x">one <b>bold</b></li> '
        '<li id="z" class="c"><svg id="d"><path d="M0 0"></path></svg></li></ul>'
    )
    assert device("/").page.evaluate(MORPH_KEPT_JS) == [html, True, True, True]


def test_what_is_open_is_brought_up_to_date_and_what_is_closed_is_text(device, table):
    one = device(f"/t/{table.id}/")
    found = one.page.evaluate(
        """async () => {
          const main = document.querySelector("script[type=module]").src;
          const { morphInside } = await import(main.replace("main.js", "morph.js"));
          const box = document.createElement("div");
          document.body.prepend(box);
          const folded = (n) => `<script type="text/html"><p class="in">${n}</p></${"script"}>`;
          const html = (n) => `<details id="d"><summary>s</summary>${folded(n)}</details>
            <div popover id="p">${folded(n)}</div><details id="e"><summary>t</summary>${folded(n)}</details>`;
          box.innerHTML = html(1);
          const said = [];
          const note = () => said.push([...box.querySelectorAll(".in")].map((p) => p.textContent).join());
          note();
          document.querySelector("#d summary").click();
          document.getElementById("p").showPopover();
          note();
          morphInside(box, html(2));
          note();
          document.getElementById("p").hidePopover();
          morphInside(box, html(3));
          note();
          document.getElementById("d").open = false;
          const opened = document.getElementById("e");
          opened.open = true;
          await new Promise((go) => opened.addEventListener("toggle", () => setTimeout(go)));
          morphInside(box, html(4));
          note();
          const shown = document.querySelector("#e .in").checkVisibility();
          box.remove();
          return [...said, shown];
        }"""
    )
    assert found == ["", "1,1", "2,2", "3", "4", True]
