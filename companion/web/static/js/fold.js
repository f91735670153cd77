// Folded content comes as text and becomes elements when it is opened: parsing all reasons and the words of every tile
// would cost more at each update than everything else.
import { markFacts } from "./correct.js";
import { unfold } from "./morph.js";

const EDGE = 4;

export function startFolds() {
  // On click, before the first painted frame: a <details> fires `toggle` only after it has opened.
  document.addEventListener("click", ({ target }) => {
    const summary = target.closest("summary");
    if (summary) unfoldAndMark(summary.parentElement);
  }, true);
  for (const name of ["beforetoggle", "toggle"]) {
    document.addEventListener(name, ({ target, newState }) => { if (newState === "open" || target.open) unfoldAndMark(target); }, true);
  }
  document.addEventListener("toggle", ({ target }) => {
    if (target.matches?.(".tally[open]")) requestAnimationFrame(() => keepInWindow(target));
    for (let region = target.closest?.("[data-region]"); region; region = region.parentElement.closest("[data-region]")) markOpened(region);
  }, true);
}

/** Called after each update: a region that no longer holds anything open is no longer marked. */
export function updateOpened() {
  for (const region of document.querySelectorAll("[data-opened]")) markOpened(region);
}

// The style sheet raises a marked region above later ones.
function markOpened(region) {
  region.toggleAttribute("data-opened", region.querySelector(region.id === "question" ? "details[open]" : ".tally[open]") !== null);
}

function unfoldAndMark(element) {
  unfold(element);
  markFacts();
}

// The reasons of a number near an edge of the window, on a page that may be turned towards any player, are moved into it
// and beside their number.
function keepInWindow(tally) {
  const terms = tally.querySelector(":scope > .tally-terms");
  if (!terms || getComputedStyle(terms).position !== "absolute") return;
  const at = (x, y) => { terms.style.translate = `${x}px ${y}px`; return terms.getBoundingClientRect(); };
  const { left, top, width, height } = at(0, 0), own = terms.previousElementSibling.getBoundingClientRect();
  const low = Math.max(innerHeight, document.scrollingElement.scrollHeight - scrollY);
  const within = ([x, y]) => [
    Math.max(EDGE, Math.min(x, innerWidth - EDGE - width)),
    Math.max(EDGE - scrollY, Math.min(y, low - EDGE - height)),
  ];
  const apart = ([x, y]) => x >= own.right - 1 || x + width <= own.left + 1 || y >= own.bottom - 1 || y + height <= own.top + 1;
  const places = [[left, top], [left, own.bottom], [left, own.top - height], [own.right, top], [own.left - width, top]].map(within);
  const [x, y] = places.find(apart) ?? places[0], dx = x - left, dy = y - top;
  // Where a step along its own axes leads on the screen
  const along = at(1, 0), down = at(0, 1);
  const [ax, ay, bx, by] = [along.left - left, along.top - top, down.left - left, down.top - top];
  const whole = ax * by - ay * bx;
  at((dx * by - dy * bx) / whole, (dy * ax - dx * ay) / whole);
}
