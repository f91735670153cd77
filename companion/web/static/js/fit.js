// On the table's page all answers get smaller together, step by step, until none is cut.
const STEPS = [1, 0.92, 0.85, 0.78, 0.7, 0.62, 0.55];

// Letters reach a little over their line, which cuts nothing: words are held against the button around them.
const cut = (it) => it.matches(".answer-words")
  ? it.scrollWidth > it.clientWidth + 1 || it.offsetHeight > it.parentElement.clientHeight + 1
  : it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1;

const root = document.documentElement; // keeps the size, so that no update of the page undoes it

/** Fits the questions of the table's page. */
export function fit() {
  const around = document.querySelector(".around .asking");
  if (!around) return;
  const parts = [...around.querySelectorAll(".answer, .answer-words, .question-text")];
  for (const step of STEPS) {
    if (step === 1) root.style.removeProperty("--fit");
    else root.style.setProperty("--fit", step);
    if (!parts.some(cut)) break;
  }
}

export function startFit() {
  if (!document.querySelector(".around")) return;
  fit();
  addEventListener("resize", fit);
  document.fonts?.ready.then(fit);
}
