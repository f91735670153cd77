// Nothing is done by a tap that was aimed at what stood there before: for 300 ms after an update, a button
// that is new, means something else or has moved takes no tap.
const GUARD_MS = 300;
const ACTING_BUTTONS = "[data-decision], [data-post], [data-answer]";

// What buttons meant and where they stood before each update of the last moment
let recentUpdates = [];
// What was under the finger when it went down
let lastTouch = null;

const meaning = (button) =>
  button.dataset.decision || (button.dataset.post ?? "") + (button.dataset.body ?? "") + (button.dataset.answer ?? "");

function placeKey(button) {
  const { left, top } = button.getBoundingClientRect();
  return `${meaning(button)}@${Math.round(left)},${Math.round(top)}`;
}

/** Runs an update of the page. Where buttons stand is looked at before it, when that costs nothing. */
export function guardedUpdate(update) {
  const places = new Set([...document.getElementsByTagName("button")].filter((button) => button.matches(ACTING_BUTTONS)).map(placeKey));
  update();
  const at = performance.now();
  recentUpdates = [...recentUpdates.filter((one) => at - one.at < 2 * GUARD_MS), { at, places }];
}

export function noteTouch(event) {
  const button = event.target.closest?.(ACTING_BUTTONS);
  lastTouch = { button, meaning: button && meaning(button), fresh: button && justChanged(button) };
}

/** True for a tap that may have been meant for something else. The keyboard's clicks have no finger. */
export function isGuarded(event, button) {
  const finger = event.detail > 0 && lastTouch;
  if (!finger) return justChanged(button);
  if (lastTouch.button && (lastTouch.button !== button || lastTouch.meaning !== meaning(button))) return true;
  return lastTouch.button ? lastTouch.fresh : justChanged(button);
}

// It did not stand like this before one of the updates of the last moment.
function justChanged(button) {
  const now = performance.now();
  const here = placeKey(button);
  return recentUpdates.some((one) => now - one.at < GUARD_MS && !one.places.has(here));
}
