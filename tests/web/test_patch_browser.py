"""A page patched with new HTML is that HTML, whatever both are; and what a person has there stays."""

from __future__ import annotations

from random import Random

import pytest

from companion.web.edits import Edits

pytestmark = pytest.mark.browser

RANDOM = """async (seed) => {
  const main = document.querySelector("script[type=module]").src;
  const { patchInside } = await import(main.replace("main.js", "patch.js"));
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
    patchInside(box, after);
    box.normalize();
    whole.normalize();
    if (!box.isEqualNode(whole)) wrong.push([before, after, box.innerHTML]);
  }
  box.remove();
  return wrong.slice(0, 2);
}"""


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whatever_was_there_becomes_what_is_said(device, table, seed):
    one = device("/")
    assert one.page.evaluate(RANDOM, seed) == []


def test_what_a_person_has_there_stays(device, table):
    one = device("/")
    kept = one.page.evaluate(
        """async () => {
          const main = document.querySelector("script[type=module]").src;
          const { patchInside } = await import(main.replace("main.js", "patch.js"));
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
          patchInside(box, html(2));
          return [details.open, scrolls.scrollTop, typed.value, document.activeElement === button,
            button.textContent, pop.matches(":popover-open"), pop.textContent, details.isConnected];
        }"""
    )
    assert kept == [True, 50, "half a wo", True, "2", True, "2", True]


EDIT = """async (pairs) => {
  const main = document.querySelector("script[type=module]").src;
  const { edit, parsed } = await import(main.replace("main.js", "patch.js"));
  const wrong = [];
  const [box, whole] = [0, 1].map(() => document.createElement("div"));
  document.body.append(box);
  for (const [before, after, edits, pieces] of pairs) {
    box.innerHTML = before;
    whole.innerHTML = after;
    edit(box.firstChild, edits, [...parsed(pieces).children]);
    if (!box.isEqualNode(whole)) wrong.push([before, after, edits, pieces, box.innerHTML]);
  }
  box.remove();
  return wrong.slice(0, 2);
}"""


def inside(rng: Random, depth: int, ids: list[str]) -> str:
    """Some HTML, in which no text stands beside text."""
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
            within = inside(rng, depth - 1, ids) if depth else rng.choice(["", "w", "z"])
            html += f"<{kind}{own}{of}>{within}</{kind}>"
    return html


@pytest.mark.parametrize("seed", range(4))
def test_edits_make_of_what_was_there_what_is_said(device, table, seed):
    rng, pairs = Random(seed), []
    for _ in range(250):
        before, after = (
            f'<section id="r" class="{rng.choice("mn")}">{inside(rng, 3, list("ijklm"))}</section>'
            for _ in range(2)
        )
        edits = Edits()
        made = edits.of(before, after)
        pairs.append((before, after, made, "".join(edits.pieces)))
        assert made != [[[], "all", 0]]
    assert device("/").page.evaluate(EDIT, pairs) == []


def test_what_is_open_is_brought_up_to_date_and_what_is_closed_is_text(device, table):
    one = device(f"/t/{table.id}/")
    found = one.page.evaluate(
        """async () => {
          const main = document.querySelector("script[type=module]").src;
          const { patchInside } = await import(main.replace("main.js", "patch.js"));
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
          patchInside(box, html(2));
          note();
          document.getElementById("p").hidePopover();
          patchInside(box, html(3));
          note();
          document.getElementById("d").open = false;
          const opened = document.getElementById("e");
          opened.open = true;
          await new Promise((go) => opened.addEventListener("toggle", () => setTimeout(go)));
          patchInside(box, html(4));
          note();
          const shown = document.querySelector("#e .in").checkVisibility();
          box.remove();
          return [...said, shown];
        }"""
    )
    assert found == ["", "1,1", "2,2", "3", "4", True]
