// On the table's page all answers get smaller together, step by step, until none is cut.
const STEPS = [1, 0.92, 0.85, 0.78, 0.7, 0.62, 0.55];

// Letters reach a little over their line, which cuts nothing: words are held against the button around them.
const cut = (it) => it.matches(".answer-words")
  ? it.scrollWidth > it.clientWidth + 1 || it.offsetHeight > it.parentElement.clientHeight + 1
  : it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1;

// The size stands in a style sheet of its own: no update of the page undoes it, and only the question is styled anew.
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
let now = 0;

function set(step) {
  if (step === now) return;
  now = step;
  sheet.replaceSync(step === 0 ? "" : `.around .asking { --fit: ${STEPS[step]}; }`);
}

// Edges whose areas are crowded get more room; classes, for it is costly to look with :has() at each update.
const CROWDED = {
  "crowd-sides": ":is(.edge-w, .edge-e) .crowd",
  "crowd-three": ".edge[data-count='3'] .crowd",
  "crowd-two": ":is(.edge-n, .edge-s)[data-count='2'] .crowd",
};

/** Fits the questions and the edges of the table's page. */
export function fit() {
  for (const [name, crowded] of Object.entries(CROWDED)) document.documentElement.classList.toggle(name, Boolean(document.querySelector(crowded)));
  const around = document.querySelector(".around .asking");
  if (!around) return;
  const parts = [...around.querySelectorAll(".answer, .answer-words, .question-text")];
  set(0);
  if (!parts.some(cut)) return;
  // The largest that fits, found by halves: each look costs a layout.
  let [fits, tried] = [STEPS.length - 1, 0];
  while (fits - tried > 1) {
    const step = (fits + tried) >> 1;
    set(step);
    if (parts.some(cut)) tried = step; else fits = step;
  }
  set(fits);
}

export function startFit() {
  if (!document.querySelector(".around")) return;
  fit();
  addEventListener("resize", fit);
  document.fonts?.ready.then(fit);
}
