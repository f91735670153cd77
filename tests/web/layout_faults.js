// What is wrong with the layout of a table's page: a sentence each. Run by test_table_layout_browser.py.
() => {
  const found = [];
  const name = (it) => `${it.tagName.toLowerCase()}.${it.className?.baseVal ?? it.className} "${(it.innerText || it.getAttribute("aria-label") || "").trim().slice(0, 40)}"`;
  const seen = (it) => it.checkVisibility({ visibilityProperty: true }) && !it.closest("[popover]:not(:popover-open), .hidden-visually")
    && getComputedStyle(it).clipPath === "none";
  const box = (it) => it.getBoundingClientRect();
  const inside = (a) => a.left >= -1 && a.top >= -1 && a.right <= innerWidth + 1 && a.bottom <= innerHeight + 1;
  if (document.documentElement.scrollHeight > innerHeight + 1) found.push(`the page is ${document.documentElement.scrollHeight} high`);
  const controls = [...document.querySelectorAll(".around button, .around summary, .around a")].filter((it) => seen(it) && box(it).width > 0);
  for (const it of controls) {
    if (!inside(box(it)) && !it.closest(".answers, .choices, [data-draw]")) found.push(`outside: ${name(it)}`);
  }
  // Answers and tools of the question cover nothing of one another.
  const answers = controls.filter((it) => it.matches(".answer, .question-tools *, .bar-tools *, .action-tile, .why-not > summary"));
  answers.forEach((one, n) => answers.slice(n + 1).forEach((other) => {
    if (one.contains(other) || other.contains(one)) return;
    const a = box(one), b = box(other);
    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
      found.push(`covered: ${name(one)} and ${name(other)}`);
  }));
  for (const it of document.querySelectorAll(".around .answer")) {
    const a = box(it);
    if (seen(it) && Math.min(a.width, a.height) < 46) found.push(`small: ${name(it)} ${Math.round(a.width)}x${Math.round(a.height)}`);
  }
  // Words: within the box that holds them, and over no words beside them.
  const words = [...document.querySelectorAll(".answer-words, .question-text > span, .action-tile > span, .empire-name .who, .stat > b, .stat > summary > b, .goods span, .gauge-value")].filter(seen);
  // The box of a line is higher than its letters (and lies on its side where the text does).
  const slack = (a) => 0.2 * Math.min(a.width, a.height) + 1;
  const said = (it) => { const range = document.createRange(); range.selectNodeContents(it); return range.getBoundingClientRect(); };
  for (const it of words) {
    const holder = it.closest("button, .area, .question, .board");
    const a = said(it), h = box(holder), by = slack(a);
    if (a.right > h.right + by || a.left < h.left - by || a.bottom > h.bottom + by || a.top < h.top - by) found.push(`cut: ${name(it)} in ${name(holder)}`);
  }
  words.forEach((one, n) => words.slice(n + 1).forEach((other) => {
    const a = said(one), b = said(other);
    if (!a.width || !b.width) return;
    const by = 1.5 * Math.min(slack(a), slack(b));
    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > by && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by)
      found.push(`over each other: ${name(one)} and ${name(other)}`);
  }));
  // What lies in an empire stays within its area.
  for (const area of document.querySelectorAll(".area")) {
    const h = box(area);
    for (const it of area.querySelectorAll(".tile, .stat")) {
      const a = box(it);
      if (seen(it) && (a.right > h.right + 1 || a.left < h.left - 1 || a.bottom > h.bottom + 1 || a.top < h.top - 1)) found.push(`out of its area: ${name(it)} of ${area.id}`);
    }
  }
  return [...new Set(found)];
}
