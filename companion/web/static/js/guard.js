// Nothing is done by a tap that was aimed at what stood there before: for 300 ms after an update, a button
// that is new, means something else or has moved takes no tap.
const MOMENT = 300;
const ACTING = "[data-decision], [data-post], [data-answer]";

// What buttons meant and where they stood before each update of the last moment
let before = [];
// What was under the finger when it went down
let touched = null;

const meaning = (button) =>
  button.dataset.decision || (button.dataset.post ?? "") + (button.dataset.body ?? "") + (button.dataset.answer ?? "");

function place(button) {
  const { left, top } = button.getBoundingClientRect();
  return `${meaning(button)}@${Math.round(left)},${Math.round(top)}`;
}

/** Runs an update of the page. Where buttons stand is looked at before it, when that costs nothing. */
export function watched(update) {
  const places = new Set([...document.getElementsByTagName("button")].filter((button) => button.matches(ACTING)).map(place));
  update();
  const at = performance.now();
  before = [...before.filter((one) => at - one.at < 2 * MOMENT), { at, places }];
}

export function noteTouch(event) {
  const button = event.target.closest?.(ACTING);
  touched = { button, meaning: button && meaning(button), fresh: button && fresh(button) };
}

/** True for a tap that may have been meant for something else. The keyboard's clicks have no finger. */
export function guarded(event, button) {
  const finger = event.detail > 0 && touched;
  if (!finger) return fresh(button);
  if (touched.button && (touched.button !== button || touched.meaning !== meaning(button))) return true;
  return touched.button ? touched.fresh : fresh(button);
}

// It did not stand like this before one of the updates of the last moment.
function fresh(button) {
  const now = performance.now();
  const here = place(button);
  return before.some((one) => now - one.at < MOMENT && !one.places.has(here));
}
