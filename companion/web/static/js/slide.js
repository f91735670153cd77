// Slides elements that have moved from their old place to the new one.
// A CSS transition makes the main thread draw four more frames, most of them just before its end, and costs more than
// the update. An animation runs on the compositor, and its end costs a frame of its own, which makes the page's layers
// anew: so it holds still at its end until the next update, which draws a frame anyway, or for 2 s; not longer, since
// beside a layer of its own small letters are less sharp.
const root = document.documentElement;
// Duration of an animation as a multiple of its movement
const HOLD_FACTOR = 12;

// Beyond this number a page that was away for long shows the new state without movement
const MAX_ARRIVALS = 12;

// Sliding element to its last placement: {as: placement key, at: translate}
const placements = new WeakMap();
// Elements with data-arrives by place and value, since an update reuses elements for other tiles
let arrivals;
// Cached duration of a move: reading it just after an update would cost a layout
let quickMs = 0;
// Animations of the last update
let running = [];

const translateOf = (it) => getComputedStyle(it).translate;
const placementKey = (it) => `${it.getAttribute("style")} ${it.parentElement.className}`;

function record() {
  for (const it of document.querySelectorAll("[data-slides]")) placements.set(it, { as: placementKey(it), at: translateOf(it) });
}

const readQuickMs = () => parseFloat(getComputedStyle(root).getPropertyValue("--quick"));
const findArrivals = () => [...document.querySelectorAll("[data-arrives]")].map((it) => [`${it.closest("[id]").id} ${it.dataset.arrives}`, it]);

export function startSlides() {
  arrivals = new Map(findArrivals());
  quickMs = readQuickMs();
  // Read after the frame; places changed by a resize of the window are not movements.
  requestAnimationFrame(() => setTimeout(record));
  addEventListener("resize", () => requestAnimationFrame(() => setTimeout(record)));
}

/** Called after each update, before its layout is read: new elements with data-arrives fall into their place. */
export function arrive() {
  for (const one of running) one.cancel();
  running = [];
  const now = findArrivals(), came = now.filter(([what]) => !arrivals.has(what));
  arrivals = new Map(now);
  if (came.length <= MAX_ARRIVALS && root.dataset.motion !== "less") animate(came.map(([, it]) => [it, { opacity: 0, scale: 0.6, translate: "0 -0.75rem", easing: "ease-out" }, { opacity: 1, scale: 1, translate: "none" }]));
}

/** Called after each update: slides the elements with data-slides, which are placed by their style or their parent's
    class. */
export function slide() {
  const moved = [];
  for (const it of document.querySelectorAll("[data-slides]")) {
    const was = placements.get(it);
    if (was?.as !== placementKey(it)) moved.push([it, was]);
  }
  // All positions are read before any animation starts: one layout.
  const slides = moved.map(([it, was]) => {
    const now = { as: placementKey(it), at: translateOf(it) };
    placements.set(it, now);
    return [it, difference(was?.at ?? now.at, now.at)];
  });
  quickMs = readQuickMs();
  // By `transform`, which is free: what holds at the end is no place in pixels, so that the page may change its size.
  animate(slides.filter(([, [x, y]]) => x || y).map(([it, [x, y]]) => [it, { transform: `translate(${x}px, ${y}px)`, easing: "ease-in-out" }, { transform: "none" }]));
}

/** How far [x, y] `from` is from `to`, two computed values of `translate`, in px. */
function difference(from, to) {
  const [[x, y], [newX, newY]] = [from, to].map((at) => [0, 1].map((n) => parseFloat(at.split(" ")[n]) || 0));
  return [x - newX, y - newY];
}

// Animates elements from their old to their new state within quickMs; 0 with reduced motion.
function animate(moves) {
  if (!quickMs) return;
  const startTime = document.timeline.currentTime;
  for (const [it, from, to] of moves) {
    const animation = it.animate([from, { ...to, offset: 1 / HOLD_FACTOR }, to], quickMs * HOLD_FACTOR);
    // Without a start time the browser makes one more frame when the compositor has started it.
    animation.startTime = startTime;
    running.push(animation);
  }
}
