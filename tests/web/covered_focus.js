// What one goes to by keyboard and what stays at an edge of the window lies over, a sentence each. Run by
// test_large_text_browser.py and test_seat_layout_browser.py.
() => {
  const found = new Set();
  const name = (it) => `${it.localName}${it.id ? `#${it.id}` : ""}.${it.getAttribute("class") ?? ""}`;
  const clipped = (it) => it !== null && (getComputedStyle(it).clipPath.startsWith("inset(50%") || clipped(it.parentElement));
  const stays = (it) => it !== null && it !== document.body && (["fixed", "sticky"].includes(getComputedStyle(it).position) || stays(it.parentElement));
  const middle = (from, to, most) => (Math.max(from, 0) + Math.min(to, most)) / 2;
  for (const it of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    if (it.disabled || clipped(it) || !it.checkVisibility({ visibilityProperty: true })) continue;
    it.focus();
    if (document.activeElement !== it) continue;
    const { left, right, top, bottom } = it.getClientRects()[0];
    const over = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
    if (over && !it.contains(over) && !over.contains(it) && !over.closest("label")?.contains(it) && stays(over) && !over.closest(".toasts"))
      found.add(`${name(it)} lies under ${name(over)}`);
  }
  return [...found];
}
