// Where everybody sits: marks that are dragged to an edge of a drawn tablet, in sync with the radio buttons.
const form = document.getElementById("seating");
const tablet = form.querySelector(".drawn-tablet");
const edges = [...tablet.querySelectorAll("[data-edge]")];

form.addEventListener("change", placeMarks);
form.querySelector("[data-usual-edges]").addEventListener("click", () => {
  for (const usual of form.querySelectorAll("[data-usual]")) usual.checked = true;
  placeMarks();
});
for (const mark of tablet.querySelectorAll(".drawn-seat")) mark.addEventListener("pointerdown", drag);

// Places each mark at its chosen edge, in the order of the seats.
function placeMarks() {
  for (const chosen of form.querySelectorAll(".edges input:checked")) {
    const seat = chosen.name.slice("edge-".length);
    edgeNamed(chosen.value).append(tablet.querySelector(`[data-seat="${seat}"]`));
  }
}

const edgeNamed = (name) => edges.find((edge) => edge.dataset.edge === name);

// The edge nearest to a point.
function nearestEdge({ clientX, clientY }) {
  const away = (edge) => {
    const box = edge.getBoundingClientRect();
    return Math.hypot(Math.max(box.left - clientX, 0, clientX - box.right), Math.max(box.top - clientY, 0, clientY - box.bottom));
  };
  return edges.reduce((best, edge) => (away(edge) < away(best) ? edge : best));
}

function drag(begin) {
  const mark = begin.currentTarget;
  mark.setPointerCapture(begin.pointerId);
  mark.classList.add("held");
  const move = (now) => {
    mark.style.translate = `${now.clientX - begin.clientX}px ${now.clientY - begin.clientY}px`;
    for (const edge of edges) edge.classList.toggle("over", edge === nearestEdge(now));
  };
  const end = (last) => {
    for (const name of ["pointermove", "pointerup", "pointercancel"]) mark.removeEventListener(name, name === "pointermove" ? move : end);
    mark.classList.remove("held");
    mark.style.translate = "";
    for (const edge of edges) edge.classList.remove("over");
    if (last.type === "pointerup") {
      form.querySelector(`[name="edge-${mark.dataset.seat}"][value="${nearestEdge(last).dataset.edge}"]`).checked = true;
      placeMarks();
    }
  };
  mark.addEventListener("pointermove", move);
  mark.addEventListener("pointerup", end);
  mark.addEventListener("pointercancel", end);
}
