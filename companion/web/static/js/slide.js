// Slides elements that have moved from their old place to the new one.
// A transition in the styles has the page make four more pictures itself, most of them just before it ends, and
// costs more than the update. Of a slide that holds still at its end until it is taken away the browser makes
// every picture beside the page.
const root = document.documentElement;
// A slide's whole time, in times of its moving
const HOLD_FACTOR = 10;

// Come in at once: a page that was away for long shows what is, and does not move all over
const MAX_ANIMATED_ARRIVALS = 12;

// What slides to how it was placed and where that was
const lastPlacements = new WeakMap();
// What bore data-arrives, by what it says and where: an update gives elements to other tiles
let arrivals;
// How long a move takes, as it was when last asked: to ask just after an update would cost a layout.
let quickMs = 0;
// What this update has set moving
let running = [];

const translateOf = (it) => getComputedStyle(it).translate;
const placementKey = (it) => `${it.getAttribute("style")} ${it.parentElement.className}`;

function recordPlacements() {
  for (const it of document.querySelectorAll("[data-slides]")) lastPlacements.set(it, { as: placementKey(it), at: translateOf(it) });
}

const readQuickMs = () => parseFloat(getComputedStyle(root).getPropertyValue("--quick"));
const elementsArriving = () => [...document.querySelectorAll("[data-arrives]")].map((it) => [`${it.closest("[id]").id} ${it.dataset.arrives}`, it]);

export function startSlides() {
  arrivals = new Map(elementsArriving());
  quickMs = readQuickMs();
  // Looked at when nobody waits; what stood elsewhere before the window changed its size did not move.
  requestAnimationFrame(() => setTimeout(recordPlacements));
  window.addEventListener("resize", () => requestAnimationFrame(() => setTimeout(recordPlacements)));
}

/** Called after each update, before its layout is asked for: what bears data-arrives and did not lie there
    falls into its place. */
export function arrive() {
  const now = elementsArriving(), came = now.filter(([what]) => !arrivals.has(what));
  arrivals = new Map(now);
  if (came.length <= MAX_ANIMATED_ARRIVALS && root.dataset.motion !== "less") animateMoves(came.map(([, it]) => [it, { opacity: 0, scale: 0.6, translate: "0 -0.75rem", easing: "ease-out" }, { opacity: 1, scale: 1, translate: "none" }]));
}

/** Called after each update: what bears data-slides, and is placed by its style or its parent's class, slides. */
export function slide() {
  const moved = [];
  for (const it of document.querySelectorAll("[data-slides]")) {
    const was = lastPlacements.get(it);
    if (was?.as !== placementKey(it)) moved.push([it, was]);
  }
  // Where all are is asked before any is touched: once.
  const slides = moved.map(([it, was]) => {
    const now = { as: placementKey(it), at: translateOf(it) };
    lastPlacements.set(it, now);
    return [it, { translate: was?.at ?? now.at, easing: "ease-in-out" }, { translate: now.at }];
  });
  quickMs = readQuickMs();
  animateMoves(slides.filter(([, from, to]) => from.translate !== to.translate));
  const ended = running;
  if (ended.length) setTimeout(() => { for (const one of ended) one.cancel(); }, quickMs + 20);
  running = [];
}

// Moves elements, each from how it was to how it is, in the time that the page gives to that: none for who wants none.
function animateMoves(moves) {
  if (!quickMs) return;
  running.push(...moves.map(([it, from, to]) => it.animate([from, { ...to, offset: 1 / HOLD_FACTOR }, to], quickMs * HOLD_FACTOR)));
}
