// Folded content comes as text and becomes elements when it is opened: parsing all reasons and the words of every tile
// would cost more at each update than everything else.
import { markFacts } from "./correct.js";
import { unfold } from "./morph.js";

export function startFolds() {
  // On click, before the first painted frame: a <details> fires `toggle` only after it has opened.
  document.addEventListener("click", ({ target }) => {
    const summary = target.closest("summary");
    if (summary) unfoldAndMark(summary.parentElement);
  }, true);
  for (const name of ["beforetoggle", "toggle"]) {
    document.addEventListener(name, ({ target, newState }) => { if (newState === "open" || target.open) unfoldAndMark(target); }, true);
  }
  document.addEventListener("toggle", ({ target }) => {
    for (let region = target.closest?.("[data-region]"); region; region = region.parentElement.closest("[data-region]")) markOpened(region);
  }, true);
}

/** Called after each update: a region that no longer holds anything open is no longer marked. */
export function updateOpened() {
  for (const region of document.querySelectorAll("[data-opened]")) markOpened(region);
}

// The style sheet raises a marked region above later ones.
function markOpened(region) {
  region.toggleAttribute("data-opened", region.querySelector(region.id === "question" ? "details[open]" : ".tally[open]") !== null);
}

function unfoldAndMark(element) {
  unfold(element);
  markFacts();
}
