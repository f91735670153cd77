// The drawn pieces of a form that tells what is printed on them (templates/_telling.html): they are filled in as one taps,
// the part that is asked is lit, and of a piece alone what is told is folded to a line. One part after the other, or all
// at once.
const PACE = "telling-one-by-one";
const NARROW = 40;

const fieldOf = (form, name) => form.querySelector(`[data-field="${CSS.escape(name)}"]`);
const shown = (form) => [...form.querySelectorAll("[data-field]:not([hidden])")];
const isOpen = (field) => field.querySelector("[data-reopen]") && !field.querySelector("[data-tell]:checked");

// The picture of a value: its choice shows it, or its part keeps one for each sort, or one in which any words are written.
function picture(part, box) {
  const label = box.closest("label"), own = label?.querySelector(".saying > g");
  if (own) return own.cloneNode(true);
  const sort = label?.dataset.sort ?? box.value.split(":")[0].trim().toLowerCase();
  const kept = part.querySelector(`[data-sort="${CSS.escape(sort)}"]`) ?? part.querySelector("[data-sort=info]");
  const copy = (kept ?? part.querySelector("[data-written]"))?.cloneNode(true);
  if (copy && !kept) copy.querySelector(".words").textContent = label ? label.querySelector("span").textContent.trim() : box.value.replace(/^-/, "−");
  return copy;
}

/** Fills in what is chosen, and lights what is asked. */
export function drawPiece(form) {
  const asked = shown(form).find((field) => isOpen(field) || field.contains(document.activeElement))?.dataset.field;
  for (const part of form.querySelectorAll("[data-part]")) {
    const field = fieldOf(form, part.dataset.part);
    part.classList.toggle("asked", Boolean(part.dataset.part) && part.dataset.part === (asked ?? form.querySelector("[data-closing]")?.dataset.closing));
    if (!field) continue;
    const places = part.dataset.places.split(" ");
    // "That is all" is printed nowhere.
    const said = [...field.querySelectorAll("[data-tell]:checked:not([value='all:']), [data-line]")].filter((box) => box.value.trim()).map((box) => picture(part, box)).filter(Boolean);
    part.toggleAttribute("data-told", said.length > 0);
    part.querySelector(".drawn-said").replaceChildren(...said.slice(0, places.length).map((drawn, n) => {
      drawn.removeAttribute("hidden");
      drawn.removeAttribute("class");
      drawn.setAttribute("transform", `translate(${places[n]})`);
      return drawn;
    }));
  }
}

/** Folds what was chosen to a line, and where a page goes step by step hides what comes later. */
export function showSteps(form) {
  if (!form.querySelector(":scope > .drawn-piece")) return;
  const one = oneByOne();
  form.querySelector("[data-all-at-once]")?.setAttribute("aria-pressed", String(!one));
  let open = false;
  for (const field of shown(form)) {
    const box = field.querySelector("[data-tell]:checked"), words = field.querySelector("[data-told-words]");
    if (words) words.textContent = box ? box.closest("label").querySelector("span").textContent.trim() : "";
    if (!box) field.classList.remove("told");
    field.classList.toggle("later", one && open);
    open ||= Boolean(isOpen(field));
  }
  form.classList.toggle("not-yet", one && open);
}

export function reopen(form, field) {
  field.classList.remove("told");
  field.querySelector("[data-tell]:checked, [data-tell]")?.focus();
  drawPiece(form);
}

const oneByOne = () => {
  const chosen = localStorage.getItem(PACE);
  return chosen ? chosen === "yes" : innerWidth < NARROW * 16;
};

export function togglePace(form) {
  localStorage.setItem(PACE, oneByOne() ? "no" : "yes");
  showSteps(form);
}

// A touch on a part of the picture leads to its field.
document.addEventListener("click", ({ target }) => {
  const part = target.closest?.("[data-part]"), form = part?.closest("form");
  const field = form && fieldOf(form, part.dataset.part);
  if (!field) return;
  reopen(form, field);
  field.scrollIntoView({ block: "nearest" });
});
