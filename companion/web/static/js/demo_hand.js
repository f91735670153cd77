// The hand of the demo: it comes from its player's edge, moves the tile, and leaves.
const LEAVE_MS = 420;
// Longest wait for the camera to see the tile
const MAX_WAIT_MS = 2500;

// The hand's position in mm; null: off the table
let handPosition = null;
// Moves the hand off the table
let removeHand = () => {};

/** Called when the camera has seen the tile: the hand leaves 700 ms later. */
export const releaseHand = () => setTimeout(removeHand, 700);

/** from, to: places in mm, null: the bag. area: the player's, or null. ms: time until the hand lets go. */
export function drawHand({ surface, node, from, to, ms, size, area, drawn }) {
  const scale = surface.clientWidth / size[0];
  const above = area !== null && !("near" in area.dataset);
  const home = [(area ? area.offsetLeft + area.offsetWidth * 0.6 : surface.clientWidth * 0.7) / scale, above ? -0.25 * size[1] : 1.3 * size[1]];
  const [first, last] = [from ?? home, to ?? home];
  const start = handPosition ?? home;
  // Fraction of the time in which the hand reaches the tile
  const reach = from || handPosition ? 0.4 : 0;
  const stays = from && to && from[0] === to[0] && from[1] === to[1];
  const px = ([x, y]) => `${x * scale}px ${y * scale}px`;

  drawn.hidden = false;
  drawn.classList.toggle("from-above", above);
  if (area) drawn.dataset.colour = area.dataset.colour; else delete drawn.dataset.colour;
  for (const running of drawn.getAnimations()) running.cancel();
  const hand = (a, b, more) => drawn.animate([{ translate: px(a) }, { translate: px(b) }], { fill: "forwards", easing: "ease-in-out", ...more });
  if (reach) hand(start, first, { duration: ms * reach });
  hand(first, last, { duration: ms * (1 - reach), delay: ms * reach });
  if (!stays) {
    const place = to ?? from;
    const way = ([x, y]) => `translate(${(x - place[0]) * scale}px, ${(y - place[1]) * scale}px)`;
    node.style.zIndex = 3;
    node.animate(
      [{ transform: way(first) }, { transform: way(first), offset: reach, easing: "ease-in-out" }, { transform: way(last) }],
      { duration: ms, fill: to ? "none" : "forwards" },
    ).finished.then(() => { node.style.zIndex = ""; }, () => {});
  }
  handPosition = last;
  const number = (drawn.dataset.number = String(Number(drawn.dataset.number ?? 0) + 1));
  const leave = () => {
    if (drawn.dataset.number !== number || handPosition === null) return;
    handPosition = null;
    hand(last, home, { duration: LEAVE_MS, easing: "ease-in" }).finished.then(() => { if (drawn.dataset.number === number) drawn.hidden = true; }, () => {});
  };
  const laid = performance.now() + ms;
  removeHand = () => { if (performance.now() >= laid) leave(); };
  setTimeout(leave, ms + MAX_WAIT_MS);
}
