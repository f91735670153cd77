// Names in what scripts write into a page that its browser may translate, as toasts are: marked as those of the page itself are
// (companion/web/transport/kept_names.py). Pages for other browsers do without this script.

const MARKED = "bdi[translate=no]";
const KEPT = "[translate=no], script, style, textarea, svg";
// What has no marks in it is kept as a whole
const PLAIN = "option, title";

const known = new Set();
let names = null;

function learn() {
  const before = known.size;
  for (const { textContent } of document.querySelectorAll(MARKED)) if (textContent) known.add(textContent);
  if (known.size === before) return;
  const longestFirst = [...known].sort((a, b) => b.length - a.length);
  const any = longestFirst.map((it) => it.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|");
  names = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${any})(?![\\p{L}\\p{N}_])`, "gu");
}

function marked(name) {
  const mark = document.createElement("bdi");
  mark.translate = false;
  mark.textContent = name;
  return mark;
}

function keep(text) {
  const { data, parentElement } = text;
  if (!parentElement || parentElement.closest(KEPT)) return;
  const parts = [];
  let at = 0;
  for (const { 0: name, index } of data.matchAll(names)) {
    parts.push(data.slice(at, index), marked(name));
    at = index + name.length;
  }
  if (!parts.length) return;
  if (parentElement.matches(PLAIN)) return void (parentElement.translate = false);
  parts.push(data.slice(at));
  if (known.has(data.trim())) return text.replaceWith(...parts);
  // Where a style lays out the parts of a row, the text stays one.
  const around = document.createElement("kept-names");
  around.append(...parts);
  text.replaceWith(around);
}

function keepWithin(node) {
  if (node.nodeType === Node.TEXT_NODE) return keep(node);
  const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), texts = [];
  while (walk.nextNode()) texts.push(walk.currentNode);
  texts.forEach(keep);
}

learn();
new MutationObserver((changes) => {
  learn();
  if (names) for (const { type, target, addedNodes } of changes) (type === "characterData" ? [target] : addedNodes).forEach(keepWithin);
}).observe(document.documentElement, { childList: true, characterData: true, subtree: true });
