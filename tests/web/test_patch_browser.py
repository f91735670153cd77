"""A page patched with new HTML is that HTML, whatever both are; and what a person has there stays."""

from __future__ import annotations

import pytest

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
