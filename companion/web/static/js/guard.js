// Nothing is done by a tap that was aimed at what stood there before: for 300 ms after an update, a button
// that is new, means something else or has moved takes no tap.
const MOMENT = 300;
const ACTING = "[data-decision], [data-post], [data-answer]";

let changedAt = -MOMENT;
let fresh = new WeakSet();
let touched = null; // what was under the finger when it went down

const meaning = (button) =>
  button.dataset.decision || (button.dataset.post ?? "") + (button.dataset.body ?? "") + (button.dataset.answer ?? "");

function places() {
  const found = new Map();
  for (const button of document.querySelectorAll(ACTING)) {
    const { left, top } = button.getBoundingClientRect();
    found.set(button, `${meaning(button)}@${Math.round(left)},${Math.round(top)}`);
  }
  return found;
}

/** Runs an update of the page and notes which buttons it changed. */
export function watched(update) {
  const before = new Set(places().values());
  update();
  let any = false;
  const now = performance.now();
  if (now - changedAt > MOMENT) fresh = new WeakSet();
  for (const [button, place] of places()) {
    if (!before.has(place)) {
      fresh.add(button);
      any = true;
    }
  }
  if (any) changedAt = now;
}

export function noteTouch(event) {
  const button = event.target.closest?.(ACTING);
  touched = button ? { button, meaning: meaning(button), at: performance.now() } : { button: null, at: performance.now() };
}

/** True for a tap that may have been meant for something else. The keyboard's clicks have no finger. */
export function guarded(event, button) {
  const finger = event.detail > 0 && touched;
  if (finger && touched.button && (touched.button !== button || touched.meaning !== meaning(button))) return true;
  const when = finger ? touched.at : performance.now();
  return fresh.has(button) && when - changedAt < MOMENT;
}
