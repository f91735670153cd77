// Ignores taps aimed at what was there before an update: for GUARD_MS after it, a button that is new, has moved or
// has another meaning takes no tap.
const GUARD_MS = 300;
const BUTTONS = "[data-decision], [data-post], [data-answer]";

// Meanings and positions of buttons before each recent update: {at: ms, places}
let recentUpdates = [];
// The button under the finger when it went down
let lastTouch = null;

const meaning = (button) =>
  button.dataset.decision || (button.dataset.post ?? "") + (button.dataset.body ?? "") + (button.dataset.answer ?? "");

function placeKey(button) {
  const { left, top } = button.getBoundingClientRect();
  return `${meaning(button)}@${Math.round(left)},${Math.round(top)}`;
}

/** Runs an update of the page. Positions are read before it, when no layout is pending. */
export function guardedUpdate(update) {
  const places = new Set([...document.getElementsByTagName("button")].filter((button) => button.matches(BUTTONS)).map(placeKey));
  update();
  const at = performance.now();
  recentUpdates = [...recentUpdates.filter((one) => at - one.at < 2 * GUARD_MS), { at, places }];
}

export function noteTouch(event) {
  const button = event.target.closest?.(BUTTONS);
  lastTouch = { button, meaning: button && meaning(button), fresh: button && justChanged(button) };
}

/** True for a tap that may have been meant for something else. Clicks by keyboard have no touch. */
export function isGuarded(event, button) {
  const finger = event.detail > 0 && lastTouch;
  if (!finger) return justChanged(button);
  if (lastTouch.button && (lastTouch.button !== button || lastTouch.meaning !== meaning(button))) return true;
  return lastTouch.button ? lastTouch.fresh : justChanged(button);
}

// Whether the button was absent, elsewhere or of another meaning before one of the recent updates.
function justChanged(button) {
  const now = performance.now();
  const here = placeKey(button);
  return recentUpdates.some((one) => now - one.at < GUARD_MS && !one.places.has(here));
}
