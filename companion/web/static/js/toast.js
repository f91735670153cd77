// One sentence at the lower edge for a few seconds, read aloud by screen readers; above all that is open (above.js).
import { above, keepAbove } from "./above.js";
import { whyUnanswered } from "./send.js";

const MIN_TOAST_SECONDS = 6;

/** Places `box` over the board where the table's page fills the window, so that it covers no figures, question or answers.
    Elsewhere the style sheet places it. */
export function positionToasts(box) {
  const asking = document.querySelector(".around .asking");
  const filled = asking && getComputedStyle(asking).containerType === "size";
  const board = filled && document.querySelector(".around .board").getBoundingClientRect();
  Object.assign(box.style, board ? { top: `${board.top}px`, bottom: "auto", left: `${board.left}px`, right: `${innerWidth - board.right}px` } : { top: "", bottom: "", left: "", right: "" });
}

// Whether it lies over anything that one may want to touch
function coversControls(item) {
  const box = item.getBoundingClientRect();
  return [...document.querySelectorAll("#live :is(button, summary, a[href], input, select, textarea, label, .question-text), .tabs")].some((it) => {
    if (!it.checkVisibility({ visibilityProperty: true })) return false;
    const { left, right, top, bottom } = it.getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  });
}

// Moves it to the free place that is nearest to the lower edge, and takes it away where there is none or as soon as
// something comes to lie there.
function keepAside(item, end) {
  Object.assign(item.style, { position: "fixed", inset: "auto 0.5rem 0 0.5rem", width: "fit-content", margin: "0 auto", animation: "none" });
  let free = false;
  for (let above = 4; !free && above < innerHeight - item.offsetHeight; above += 12) {
    item.style.bottom = `${above}px`;
    free = !coversControls(item);
  }
  const look = () => {
    if (item.isConnected && !coversControls(item)) return;
    clearInterval(watch);
    for (const name of ["resize", "scroll"]) removeEventListener(name, look);
    end();
  };
  const watch = setInterval(look, 200);
  for (const name of ["resize", "scroll"]) addEventListener(name, look);
  if (!free) end();
}

/** Shows a sentence. kind: "", "good" or "bad". button: {words, act} or null. aside: never over a control, so it may not be
    seen at all. Returns a function that closes it. */
export function toast(sentence, kind = "", button = null, aside = false) {
  const box = document.getElementById("toasts");
  const item = document.createElement("div");
  item.className = `toast ${kind} ${button ? "acts" : ""}`;
  const words = document.createElement("p");
  words.textContent = sentence;
  item.append(words);
  const end = () => {
    item.remove();
    if (!box.childElementCount) above(box);
  };
  // A touch closes it
  item.addEventListener("click", end);
  if (button) {
    const act = document.createElement("button");
    act.type = "button";
    act.className = "button";
    act.textContent = button.words;
    act.addEventListener("click", button.act);
    item.append(act);
  }
  // Who taps fast reads the last of a kind; what one may press stays until something else may be
  box.querySelector(`[class="${item.className}"]`)?.remove();
  box.append(item);
  keepAbove(box, positionToasts);
  // What lies over the page is needed whole
  if (aside && box.popover) end();
  else if (aside) keepAside(item, end);
  setTimeout(end, (MIN_TOAST_SECONDS + sentence.length / 15 + (button ? 4 : 0)) * 1000);
  return end;
}

/** A touch wanted something of the companion that did not come: what it shows, or the script that does it. */
export const sayNoConnection = (wrong) => toast(whyUnanswered(wrong), "bad");
