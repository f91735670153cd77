// What is said of a refused answer, looked for in a page of which each answer is refused (test_refused_forms_browser.py):
// seen above whatever is open, and in the form where it has a place for it. Gives what is wrong, and what was tried.
async ({ scripts, sentence, values }, fill) => {
  const wrong = [], tried = [];
  const drawn = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))));
  const name = (it) => (it ? `${it.localName}${it.id ? `#${it.id}` : ""}.${it.getAttribute("class") ?? ""}` : "the window's edge");
  const seen = (it) => it.checkVisibility({ visibilityProperty: true }) && it.getBoundingClientRect().width > 1;
  const above = (words) => {
    // The first line: a box whose lines differ in length may be empty in its middle
    const { left, top, height, width } = words.getClientRects()[0] ?? {};
    const range = document.createRange();
    range.selectNodeContents(words);
    const line = [...range.getClientRects()].find((it) => it.width > 1) ?? { left, top, height, width };
    const at = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
    return at && (words.contains(at) || at.contains(words) && at.matches(".toast")) ? "" : `under ${name(at)}`;
  };
  const until = async (what) => {
    const end = performance.now() + 8000;
    for (let found; performance.now() < end; await new Promise((go) => setTimeout(go, 20))) if ((found = what())) return found;
    return null;
  };
  const toastOf = () => [...document.querySelectorAll("#toasts .toast p")].find((it) => it.textContent.includes(sentence));
  const quiet = () => document.querySelectorAll("#toasts .toast").forEach((it) => it.click());
  const open = (it) => {
    for (let at = it; at; at = at.parentElement) {
      if (at.matches("details:not([open])")) at.open = true;
      if (at.matches("[popover]:not(:popover-open)")) at.showPopover();
    }
  };

  async function look(what, press, own) {
    quiet();
    tried.push(what);
    press();
    const words = await until(toastOf);
    if (!words) return wrong.push(`${what}: nothing is said but “${own?.textContent}”`);
    await drawn();
    // A touch goes to what lies below: what is seen there is asked without that
    words.parentElement.style.pointerEvents = "auto";
    const box = words.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight + 1 || box.left < 0 || box.right > innerWidth + 1) wrong.push(`${what}: what is said is out of the window`);
    const under = above(words);
    if (under) wrong.push(`${what}: what is said lies ${under}`);
    quiet();
    if (!own) return;
    await drawn();
    if (!own.textContent.includes(sentence)) wrong.push(`${what}: the form says “${own.textContent}”`);
    else {
      const hidden = above(own);
      if (hidden) wrong.push(`${what}: the form's own words lie ${hidden}`);
    }
  }

  for (const it of document.querySelectorAll("[id]")) if (document.getElementById(it.id) !== it) wrong.push(`#${it.id} is there twice`);
  for (const form of document.querySelectorAll("#live form[data-answer-form]")) {
    const value = values[`${form.dataset.question}/${form.dataset.player ?? ""}`];
    if (value === undefined) continue;
    open(form);
    await drawn();
    if (!seen(form)) continue;
    await fill({ form, value, scripts });
    const state = form.querySelector(".answer-state");
    // Whoever answers has the form's end in sight
    state.parentElement.scrollIntoView({ block: "center", behavior: "instant" });
    const what = `${form.dataset.answerForm} of ${form.dataset.question}`;
    await look(what, () => form.requestSubmit(), state);
    document.querySelectorAll(":popover-open:not(.toasts)").forEach((it) => it.hidePopover());
  }
  for (const form of document.querySelectorAll("#live form[data-draw]")) {
    open(form);
    await drawn();
    const boxes = [...form.querySelectorAll("[name=drawn]")];
    for (const wanted of values.draw) {
      const box = boxes.find((it) => !it.checked && it.value === wanted);
      box.checked = true;
      box.dispatchEvent(new Event("change", { bubbles: true }));
    }
    await look("a draw", () => form.requestSubmit());
    document.querySelectorAll(":popover-open:not(.toasts)").forEach((it) => it.hidePopover());
  }
  // Answers that are buttons: the first, and the first in each panel and fold
  const places = new Set();
  await new Promise((go) => setTimeout(go, 320)); // What has just come takes no touch
  for (const button of document.querySelectorAll("#live button:is([data-decision], [data-post])")) {
    const place = button.closest("[popover], details, #question") ?? document.body;
    if (places.has(place) || button.disabled) continue;
    open(button);
    await drawn();
    if (!seen(button)) continue;
    places.add(place);
    button.scrollIntoView({ block: "nearest", behavior: "instant" });
    await look(`a button of ${name(place)}`, () => button.click());
    document.querySelectorAll(":popover-open:not(.toasts)").forEach((it) => it.hidePopover());
  }
  return { wrong, tried };
}
