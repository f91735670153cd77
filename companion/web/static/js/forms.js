// Forms that act on a table: a draw entered by hand, corrections.
import { step } from "./taps.js";
import { loadScript } from "./send.js";
import { say } from "./words.js";

// Digits of other scripts are taken in these (digits.js)
export const NUMBER_FIELDS = "input[type=number], input[inputmode=numeric], input[inputmode=decimal]";
// Draw form to the chosen names, in order
const chosenNames = new WeakMap();

export function startForms() {
  document.addEventListener("input", onInput);
  document.addEventListener("focusin", search);
  document.addEventListener("change", onChange);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("click", onClick);
}

const search = ({ target }) => target.dataset?.filter && loadScript("./lists.js").catch(() => {});

function onInput(event) {
  const { target } = event;
  search(event);
  const fact = target.closest("[data-correct]");
  if (fact) markChanged(fact);
}

function onChange(event) {
  const { target } = event;
  const draw = target.closest("[data-draw]");
  if (draw && target.name === "drawn") choose(draw, target);
  if ("playerColour" in target.dataset) target.closest("[data-colour]").dataset.colour = target.value;
}

function choose(form, box) {
  const names = (chosenNames.get(form) || []).filter((name) => name !== box.value);
  if (box.checked) names.push(box.value);
  chosenNames.set(form, names);
  const left = Number(form.dataset.count) - names.length;
  form.querySelector("[data-chosen]").textContent = left > 0 ? say("{number} to choose.", { number: left }) : left < 0 ? say("{number} too many.", { number: -left }) : say("That is all.");
  form.querySelector("[type=submit]").disabled = left !== 0;
}

function markChanged(form) {
  const field = form.querySelector("[data-was]");
  form.querySelector("[type=submit]").disabled = field.value === field.dataset.was || field.value === "" || !field.validity.valid;
}

function onClick(event) {
  // The reasons of a number on a score sheet lie over the page: a touch elsewhere closes them.
  for (const open of document.querySelectorAll(".sheet .tally[open]")) if (!open.contains(event.target)) open.open = false;
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.by) {
    const field = button.parentElement.querySelector("input");
    const low = field.min === "" ? -Infinity : Number(field.min);
    const high = field.max === "" ? Infinity : Number(field.max);
    field.value = Math.min(high, Math.max(low, Number(field.value) + Number(button.dataset.by)));
    markChanged(button.closest("[data-correct]"));
  }
}

function onSubmit(event) {
  const form = event.target;
  if ("draw" in form.dataset) {
    event.preventDefault();
    step("draws", { names: chosenNames.get(form) || [] });
  } else if ("correct" in form.dataset) {
    event.preventDefault();
    const field = form.querySelector("[data-was]");
    const value = field.type === "number" ? Number(field.value) : field.value;
    step("corrections", { path: form.dataset.path, value });
  }
}
