// Outlines the elements that a lesson points at, by a style sheet of its own that updates of the page do not undo.
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
let now = "";

/** Called after each update: `data-points` of the lesson names the elements by their `data-point`. */
export function markPoints() {
  const points = document.getElementById("lesson")?.dataset.points ?? "";
  if (points === now) return;
  now = points;
  const marked = points.split(" ").map((point) => `.live [data-point~="${CSS.escape(point)}"]`);
  sheet.replaceSync(points ? `${marked.join(", ")} { outline: 3px solid var(--focus); outline-offset: 1px; }` : "");
}
