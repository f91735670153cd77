// What is wrong with the layout of a page: a sentence each. Every text's lines and every drawing lie within what
// holds them and over no others, every control is in sight, large enough, reached by a touch and beside the others,
// and every answer has letters that are read. Run by layout.py in whatever browser. A page that fills its window does
// not scroll; another may be longer than its window, and what lies below is held against all the rest, too. A part that
// scrolls within a page is cut, but for lists of answers on a page that marks them (answers-scroll).
() => {
  const filled = getComputedStyle(document.querySelector(".around .asking") ?? document.body).containerType === "size";
  const scrolls = !filled;
  const found = new Set();
  const all = (what, where = document) => [...where.querySelectorAll(what)];
  const live = document.querySelector("#live") ?? document.body;
  const said = (it) => (it.innerText || it.getAttribute?.("aria-label") || it.textContent || "").replace(/\s+/g, " ").trim().slice(0, 40);
  const name = (it) => it.nodeType === Node.TEXT_NODE ? `“${it.textContent.trim().slice(0, 30)}” in ${name(it.parentElement)}`
    : `${it.tagName.toLowerCase()}${it.id ? `#${it.id}` : ""}.${it.getAttribute("class") ?? ""} “${said(it)}”`;
  const styles = new Map();
  const style = (it) => styles.get(it) ?? styles.set(it, getComputedStyle(it)).get(it);
  const seen = (it) => it.checkVisibility({ visibilityProperty: true }) && !it.closest("[popover]:not(:popover-open), .hidden-visually, [hidden]")
    && !hidden(it);
  // What only a screen reader is told is a pixel of a clipped box.
  const hides = new Map();
  const hidden = (it) => {
    if (!it || it === document.documentElement) return false;
    if (!hides.has(it)) hides.set(it, style(it).clipPath.startsWith("inset(50%") || hidden(it.parentElement));
    return hides.get(it);
  };
  // Nothing moves while it is looked at.
  const boxes = new Map();
  const box = (it) => boxes.get(it) ?? boxes.set(it, it.getBoundingClientRect()).get(it);
  const over = (a, b) => [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
  // Every two of a list whose boxes share some height: from above, each with those that begin before it ends.
  const pairs = (list, rect, meet) => {
    const from = list.map((it) => ({ it, rect: rect(it) })).sort((a, b) => a.rect.top - b.rect.top);
    from.forEach((one, n) => {
      for (let m = n + 1; m < from.length && from[m].rect.top < one.rect.bottom; m++) meet(one.it, from[m].it);
    });
  };
  const past = (a, h) => Math.max(h.left - a.left, a.right - h.right, h.top - a.top, a.bottom - h.bottom);

  // What cuts off what hangs out of it, from the inside outwards.
  const cutters = (it) => {
    const list = [];
    for (let at = it; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position, textOverflow } = style(at);
      // A name that ends in dots has the whole as its title.
      if ((overflowX !== "visible" || overflowY !== "visible") && !(textOverflow === "ellipsis" && at.title)) list.push(at);
      if (position === "fixed") break;
    }
    return list;
  };
  const cuts = new Map();
  const cutBy = (it) => cuts.get(it) ?? cuts.set(it, cutters(it)).get(it);
  // Where answers are lists that scroll, what lies outside its list is not checked; some answers must be in sight.
  const lists = document.querySelector(".answers-scroll") !== null;
  const scrolledOut = (it, rect) => {
    const list = lists && it.closest(".answers");
    return Boolean(list) && past(rect, box(list)) > 1;
  };
  if (lists) for (const list of all(".answers", live).filter(seen)) {
    const answers = all(".answer", list).filter(seen), inSight = answers.filter((it) => !scrolledOut(it, box(it)));
    if (inSight.length < Math.min(2, answers.length)) found.add(`few answers in sight: ${name(list)}`);
  }
  const page = { left: 0, right: innerWidth, top: scrolls ? -1e6 : 0, bottom: scrolls ? 1e6 : innerHeight };

  if (!scrolls && document.documentElement.scrollHeight > innerHeight + 1) found.add(`the page is ${document.documentElement.scrollHeight} high`);
  if (document.documentElement.scrollWidth > innerWidth + 1) found.add(`the page is ${document.documentElement.scrollWidth} wide`);

  // Lines of text and drawings. The box of a line is higher than its letters (and lies on its side where the text
  // does), a drawing has air around it.
  // A text whose names are marked for browsers that translate is one text, not a word, a name and a dot.
  const drawn = [], marked = new Set();
  const walker = document.createTreeWalker(live, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, it = text.parentElement.closest("kept-names") ?? text;
    if (!text.textContent.trim() || marked.has(it) || text.parentElement.closest("svg, script, style, select, option, datalist") || !seen(it.parentElement)) continue;
    if (it !== text) marked.add(it);
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of (it === text ? range : it).getClientRects()) if (rect.width > 1 && rect.height > 1 && !scrolledOut(it.parentElement, rect)) drawn.push({ it, holder: it.parentElement, disk: it.parentElement.closest(".disk"), rect, air: 0.2 * Math.min(rect.width, rect.height) + 1 });
  }
  for (const it of all("svg", live)) {
    const rect = box(it);
    if (rect.width > 1 && seen(it) && !scrolledOut(it, rect)) drawn.push({ it, holder: it.parentElement, disk: it.parentElement.closest(".disk"), rect, air: 0.15 * Math.min(rect.width, rect.height) + 1 });
  }
  // Answers that fill a window shrink until they fit, and scroll before they cannot be read.
  for (const { it, holder } of drawn) {
    const letters = parseFloat(style(holder).fontSize).toFixed(1);
    if (filled && letters < 14 && it.localName !== "svg" && holder.closest(".answers, .question:not(.closed) > .question-text")) found.add(`letters of ${letters} px: ${name(it)}`);
  }
  for (const { it, holder, rect, air } of drawn) {
    if (past(rect, page) > air) found.add(`outside: ${name(it)}`);
    // Letters may stand over their own line's box; what holds several lines cuts.
    const by = cutBy(holder).find((at) => past(rect, box(at)) > air);
    if (by) found.add(`cut: ${name(it)} by ${name(by)}`);
    const button = holder.closest("button, a.button, .area, .question");
    if (button && past(rect, box(button)) > air) found.add(`out of: ${name(it)} of ${name(button)}`);
  }
  pairs(drawn, (one) => one.rect, (one, other) => {
    if (one.it === other.it || one.disk && other.disk) return;
    const by = 1.5 * Math.min(one.air, other.air), [x, y] = over(one.rect, other.rect);
    if (x > by && y > by) found.add(`over each other: ${name(one.it)} and ${name(other.it)}`);
  });

  const controls = all("button, summary, a[href], input, select, textarea", live).filter((it) => seen(it) && box(it).width > 0 && !scrolledOut(it, box(it)));
  for (const it of controls) {
    const a = box(it);
    if (past(a, page) > 1) found.add(`outside: ${name(it)}`);
    const by = cutBy(it.parentElement).find((at) => past(a, box(at)) > 1.5);
    if (by) found.add(`cut: ${name(it)} by ${name(by)}`);
    if (it.matches(".answer, .tab") && Math.min(a.width, a.height) < 46) found.add(`small: ${name(it)} ${Math.round(a.width)}x${Math.round(a.height)}`);
    const [x, y] = [a.left + a.width / 2, a.top + a.height / 2];
    const hit = document.elementFromPoint(x, y), top = hit?.closest("kept-names")?.parentElement ?? hit;
    if (top && !it.contains(top) && !top.contains(it) && !it.disabled && !(scrolls && top.closest(".tabs, .bar, .seat-strip, .declines")))
      found.add(`covered: ${name(it)} by ${name(top)}`);
  }
  pairs(controls, box, (one, other) => {
    if (one.contains(other) || other.contains(one)) return;
    const [x, y] = over(box(one), box(other));
    if (x > 2 && y > 2 && !(scrolls && [one, other].some((it) => it.closest(".tabs, .bar, .seat-strip, .declines")))) found.add(`over each other: ${name(one)} and ${name(other)}`);
  });
  return [...found];
}
