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
}

function unfoldAndMark(element) {
  unfold(element);
  markFacts();
}
