// One sentence at the lower edge for a few seconds, read aloud by screen readers.
const MIN_TOAST_SECONDS = 6;

/** Places `box` over the board where the table's page fills the window, so that it covers no figures, question or answers.
    Elsewhere the style sheet places it. */
export function positionToasts(box) {
  const asking = document.querySelector(".around .asking");
  const filled = asking && getComputedStyle(asking).containerType === "size";
  const board = filled && document.querySelector(".around .board").getBoundingClientRect();
  Object.assign(box.style, board ? { top: `${board.top}px`, bottom: "auto", left: `${board.left}px`, right: `${innerWidth - board.right}px` } : { top: "", bottom: "", left: "", right: "" });
}

/** Shows a sentence. kind: "", "good" or "bad". button: {words, act} or null. Returns a function that closes it. */
export function toast(sentence, kind = "", button = null) {
  const box = document.getElementById("toasts");
  const item = document.createElement("div");
  item.className = `toast ${kind}`.trim();
  const words = document.createElement("p");
  words.textContent = sentence;
  item.append(words);
  const end = () => item.remove();
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
  while (box.childElementCount > 2) box.firstElementChild.remove();
  positionToasts(box);
  box.append(item);
  setTimeout(end, (MIN_TOAST_SECONDS + sentence.length / 15 + (button ? 4 : 0)) * 1000);
  return end;
}
