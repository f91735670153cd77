// What is seen only once somebody opens it comes as text, and becomes the page's elements when it is opened: to
// read all the reasons why not, and the words of every tile, would cost more at each update than all the rest.
import { markFacts } from "./correct.js";
import { unfold } from "./morph.js";

export function startFolds() {
  // In time for its first picture: a <details> says that it opens only when it has.
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
