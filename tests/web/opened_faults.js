// What is wrong with the controls of a page, a sentence each: what one taps is what lies there, as the page comes and
// with each fold, number and panel of it opened alone. Run by layout.py; layout_faults.js looks at the rest.
async () => {
  const found = new Set(), live = document.getElementById("live");
  const CONTROLS = "button, summary, a[href], input, select, textarea";
  const said = (it) => (it.innerText || it.getAttribute("aria-label") || it.textContent).replace(/\s+/g, " ").trim().slice(0, 40);
  const name = (it) => `${it.localName}${it.id ? `#${it.id}` : ""}.${it.getAttribute("class") ?? ""} “${said(it)}”`;
  const seen = (it) => it.checkVisibility({ visibilityProperty: true }) && it.getBoundingClientRect().width > 1 && !clipped(it);
  // What only a screen reader is told is a pixel of a clipped box.
  const clipped = (it) => it !== null && (getComputedStyle(it).clipPath.startsWith("inset(50%") || clipped(it.parentElement));
  const controls = (where) => [...where.querySelectorAll(CONTROLS)].filter((it) => seen(it) && !it.disabled && !it.closest("[popover]:not(:popover-open)"));
  // A label is touched for its box.
  const held = (it, top) => it.contains(top) || top?.closest("label")?.contains(it);
  const reach = (it, when) => {
    it.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    // A link in a text may go over several lines: its first is touched.
    const { left, top, width, height } = it.matches("a") ? it.getClientRects()[0] : it.getBoundingClientRect(), at = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!held(it, at)) found.add(`${when}: ${name(it)} lies under ${at ? name(at) : "the window's edge"}`);
    if (it.matches(".answer, .choice, [type=submit]") && Math.min(width, height) < 44) found.add(`${when}: ${name(it)} is ${Math.round(width)} x ${Math.round(height)}`);
  };
  const small = (when) => {
    for (const it of live.querySelectorAll(".answer")) {
      const { width, height } = it.getBoundingClientRect();
      if (seen(it) && Math.min(width, height) < 44) found.add(`${when}: ${name(it)} is ${Math.round(width)} x ${Math.round(height)}`);
    }
  };
  controls(live).forEach((it) => reach(it, "closed"));
  const folds = [...live.querySelectorAll("details")].filter(seen);
  for (const fold of folds) {
    const was = fold.open, when = `open ${name(fold.querySelector("summary"))}`;
    fold.querySelector("summary").click();
    if (was) fold.querySelector("summary").click();
    small(when);
    // What explains a number lies over the page: all of it must be in the window.
    if (fold.matches(".tally")) await new Promise((go) => fold.addEventListener("toggle", () => requestAnimationFrame(() => setTimeout(go)), { once: true }));
    document.getElementById("toasts").replaceChildren();  // what is said for a moment moves aside by itself
    if (fold.matches(".tally")) for (const it of fold.querySelectorAll(":scope > :not(summary)")) {
      const { left, top, right, bottom } = it.getBoundingClientRect();
      if (seen(it) && (left < -1 || top < -1 - scrollY || right > innerWidth + 1)) found.add(`${when}: ${Math.round(left)}, ${Math.round(top)} to ${Math.round(right)}, ${Math.round(bottom)} is out of the window`);
    }
    controls(fold).forEach((it) => reach(it, when));
    if (!was) fold.open = false;
  }
  for (const panel of live.querySelectorAll("[popover]")) {
    if (!live.querySelector(`[popovertarget="${panel.id}"]`)?.checkVisibility()) continue;
    panel.showPopover();
    controls(panel).forEach((it) => reach(it, `panel ${panel.id}`));
    panel.hidePopover();
  }
  scrollTo(0, 0);
  return [...found];
}
