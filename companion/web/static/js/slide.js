// Slides elements that have moved from their old place to the new one.
// A transition in the styles has the page make four more pictures itself, most of them just before it ends, and
// costs more than the update. Of a slide that holds still at its end until it is taken away the browser makes
// every picture beside the page.
const root = document.documentElement;
// A slide's whole time, in times of its moving
const HELD = 10;

// Come in at once: a page that was away for long shows what is, and does not move all over
const MOST = 12;

// What slides to how it was placed and where that was
const known = new WeakMap();
// What bore data-arrives, by what it says and where: an update gives elements to other tiles
let lay;
// How long a move takes, as it was when last asked: to ask just after an update would cost a layout.
let time = 0;
// What this update has set moving
let moving = [];

const place = (it) => getComputedStyle(it).translate;
const placed = (it) => `${it.getAttribute("style")} ${it.parentElement.className}`;

function learn() {
  for (const it of document.querySelectorAll("[data-slides]")) known.set(it, { as: placed(it), at: place(it) });
}

const quick = () => parseFloat(getComputedStyle(root).getPropertyValue("--quick"));
const lying = () => [...document.querySelectorAll("[data-arrives]")].map((it) => [`${it.closest("[id]").id} ${it.dataset.arrives}`, it]);

export function startSlides() {
  lay = new Map(lying());
  time = quick();
  // Looked at when nobody waits; what stood elsewhere before the window changed its size did not move.
  requestAnimationFrame(() => setTimeout(learn));
  window.addEventListener("resize", () => requestAnimationFrame(() => setTimeout(learn)));
}

/** Called after each update, before its layout is asked for: what bears data-arrives and did not lie there
    falls into its place. */
export function arrive() {
  const now = lying(), came = now.filter(([what]) => !lay.has(what));
  lay = new Map(now);
  if (came.length <= MOST && root.dataset.motion !== "less") hold(came.map(([, it]) => [it, { opacity: 0, scale: 0.6, translate: "0 -0.75rem", easing: "ease-out" }, { opacity: 1, scale: 1, translate: "none" }]));
}

/** Called after each update: what bears data-slides, and is placed by its style or its parent's class, slides. */
export function slide() {
  const moved = [];
  for (const it of document.querySelectorAll("[data-slides]")) {
    const was = known.get(it);
    if (was?.as !== placed(it)) moved.push([it, was]);
  }
  // Where all are is asked before any is touched: once.
  const slides = moved.map(([it, was]) => {
    const now = { as: placed(it), at: place(it) };
    known.set(it, now);
    return [it, { translate: was?.at ?? now.at, easing: "ease-in-out" }, { translate: now.at }];
  });
  time = quick();
  hold(slides.filter(([, from, to]) => from.translate !== to.translate));
  const ended = moving;
  if (ended.length) setTimeout(() => { for (const one of ended) one.cancel(); }, time + 20);
  moving = [];
}

// Moves elements, each from how it was to how it is, in the time that the page gives to that: none for who wants none.
function hold(moves) {
  if (!time) return;
  moving.push(...moves.map(([it, from, to]) => it.animate([from, { ...to, offset: 1 / HELD }, to], time * HELD)));
}
