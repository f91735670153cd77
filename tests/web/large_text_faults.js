// What cannot be read of a page whose letters are large, a sentence each: with all its folds open, and in each panel and
// dialog. A word that would fit in a line of its own stands on several; one is cut, or out of the window and of whatever
// scrolls; a field shows less than is in it; what one goes to by keyboard is covered (covered_focus.js). Run by
// test_large_text_browser.py.
async (covered) => {
  const found = new Set(), range = document.createRange();
  const drawn = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))));
  const name = (it) => `${it.localName}${it.id ? `#${it.id}` : ""}.${it.getAttribute("class") ?? ""}`;
  const clipped = (it) => it !== null && (getComputedStyle(it).clipPath.startsWith("inset(50%") || clipped(it.parentElement));
  const seen = (it) => it.checkVisibility({ visibilityProperty: true }) && !clipped(it);
  const across = (it) => getComputedStyle(it).overflowX;
  const scrolls = (it) => it !== null && (["auto", "scroll"].includes(across(it)) || scrolls(it.parentElement));
  const cutBy = (it, { left, right }) => {
    for (let at = it; at && at !== document.body; at = at.parentElement) {
      const box = at.getBoundingClientRect();
      if (["hidden", "clip"].includes(across(at)) && (left < box.left - 2 || right > box.right + 2)) return at;
    }
    return null;
  };
  // Whether the browser knows where this page's language divides words: Chromium as Debian has it does not
  const probe = Object.assign(document.createElement("div"), { textContent: "Entwicklungen", lang: "de" });
  probe.style.cssText = "position: absolute; width: 1px; hyphens: auto; overflow-wrap: normal";
  document.body.append(probe);
  const divides = probe.offsetHeight > 1.5 * parseFloat(getComputedStyle(probe).lineHeight || 16);
  probe.remove();
  // Between syllables, into two or three
  const divided = (it, boxes) => divides && getComputedStyle(it).hyphens === "auto" && boxes.length < 4 && boxes.every((box) => box.width > 0.8 * box.height);
  // WebKit gives a field's own style for its placeholder's, which is in smaller letters
  const field = document.body.appendChild(document.createElement("input"));
  const tells = getComputedStyle(field, "::placeholder").color !== getComputedStyle(field).color;
  field.remove();
  const words = function* (root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      // An address is broken anywhere; what lies over a camera's picture ends with it
      const holder = node.parentElement;
      if (node.data.includes("://") || holder.closest("script, style, svg, option, datalist, textarea, .eye-words") || !seen(holder)) continue;
      for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const boxes = [...range.getClientRects()].filter((it) => it.width > 0.5);
        if (boxes.length) yield { word, boxes, holder, whole: range.getBoundingClientRect() };
      }
    }
  };
  const look = (root, where) => {
    for (const { word, boxes, holder, whole } of words(root)) {
      const wide = boxes.reduce((sum, it) => sum + it.width, 0), [{ top, height }] = boxes;
      if (boxes.some((it) => it.top - top > height / 2) && wide < 0.5 * innerWidth && !divided(holder, boxes)) found.add(`${where}: “${word}” on several lines in ${name(holder)}`);
      // The demo's table is a drawing, which ends at its edge
      const by = holder.closest(".demo-table") ? null : cutBy(holder, whole);
      if (by) found.add(`${where}: “${word}” cut by ${name(by)}`);
      else if ((whole.right > innerWidth + 2 || whole.left < -2) && !scrolls(holder))
        found.add(`${where}: “${word}” out of the window in ${name(holder)}`);
    }
  };
  const FIELDS = "input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=file], [type=color])";
  const fields = (root, where) => {
    for (const field of root.querySelectorAll(FIELDS)) {
      if (!seen(field)) continue;
      const was = field.value, shown = field.type === "number" ? "" : field.placeholder;
      if (!was && shown && tells) {
        // A value may be written otherwise, as a code's letters are
        const { fontSize, letterSpacing, textTransform } = getComputedStyle(field, "::placeholder");
        Object.assign(field.style, { fontSize, letterSpacing, textTransform });
        field.value = shown;
      }
      if (field.scrollWidth > field.clientWidth + 2) found.add(`${where}: “${field.value}” is ${field.scrollWidth} px of ${field.clientWidth} in ${name(field)}`);
      field.value = was;
      Object.assign(field.style, { fontSize: "", letterSpacing: "", textTransform: "" });
    }
  };
  for (const fold of document.querySelectorAll("details:not(.tally)")) fold.open = true;
  await drawn();
  look(document.body, "the page");
  fields(document.body, "the page");
  for (const it of covered()) found.add(`the page: ${it}`);
  for (const panel of document.querySelectorAll("[popover]:not(.toasts)")) {
    if (!document.querySelector(`[popovertarget="${panel.id}"]`)?.checkVisibility()) continue;
    panel.showPopover();
    await drawn();
    look(panel, `#${panel.id}`);
    fields(panel, `#${panel.id}`);
    panel.hidePopover();
  }
  for (const dialog of document.querySelectorAll("dialog:not([open])")) {
    dialog.showModal();
    await drawn();
    look(dialog, `#${dialog.id}`);
    fields(dialog, `#${dialog.id}`);
    dialog.close();
  }
  return [...found];
}
