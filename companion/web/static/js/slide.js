// Slides elements that have moved from their old place to the new one.
// A transition in the styles has the page make four more pictures itself, most of them just before it ends, and
// costs more than the update. Of a slide that holds still at its end until it is taken away the browser makes
// every picture beside the page.
const root = document.documentElement;
const HELD = 10; // a slide's whole time, in times of its moving

const known = new WeakMap(); // what slides to how it was placed and where that was

const place = (it) => getComputedStyle(it).translate;
const placed = (it) => `${it.getAttribute("style")} ${it.parentElement.className}`;

function learn() {
  for (const it of document.querySelectorAll("[data-slides]")) known.set(it, { as: placed(it), at: place(it) });
}

export function startSlides() {
  // Looked at when nobody waits; what stood elsewhere before the window changed its size did not move.
  requestAnimationFrame(() => setTimeout(learn));
  window.addEventListener("resize", () => requestAnimationFrame(() => setTimeout(learn)));
}

/** Called after each update: what bears data-slides, and is placed by its style or its parent's class, slides. */
export function slide() {
  const moved = [];
  for (const it of document.querySelectorAll("[data-slides]")) {
    const was = known.get(it);
    if (was?.as !== placed(it)) moved.push([it, was]);
  }
  const time = moved.length && parseFloat(getComputedStyle(root).getPropertyValue("--quick"));
  // Where all are is asked before any is touched: once.
  const slides = moved.map(([it, was]) => {
    const now = { as: placed(it), at: place(it) };
    known.set(it, now);
    return [it, was?.at ?? now.at, now.at];
  }).filter(([, from, to]) => time && from !== to).map(([it, from, to]) =>
    it.animate([{ translate: from, easing: "ease-in-out" }, { translate: to, offset: 1 / HELD }, { translate: to }], time * HELD));
  if (slides.length) setTimeout(() => { for (const one of slides) one.cancel(); }, time + 20);
}
