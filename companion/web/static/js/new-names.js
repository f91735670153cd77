// On pages with a searched list of pieces: a name that the list lacks is offered as a new piece's, beside those that are
// nearly it.
import { plainName } from "./lists.js";
import { near } from "./near.js";

// A list has a piece by its number and its name.
const named = (item) => item.dataset.words.replace(/^\S*\d\S* /, "");

document.addEventListener("input", ({ target }) => {
  const form = document.querySelector(`[data-new-for="${target.dataset.filter}"]`);
  if (!form) return;
  const name = target.value.trim().replace(/\s+/g, " ");
  const list = document.getElementById(target.dataset.filter), items = [...list.querySelectorAll("[data-words]")];
  form.hidden = !name || items.some((item) => plainName(named(item)) === plainName(name));
  form.elements.name.value = name;
  for (const words of form.querySelectorAll("[data-new-words]")) words.textContent = name;
  // After lists.js, which hides what does not have these letters
  setTimeout(() => showNear(name, items));
});

function showNear(name, items) {
  if (!name || items.some((item) => !item.hidden)) return;
  const nearly = near(name, items.map(named));
  for (const item of items.filter((it) => nearly.includes(named(it)))) {
    item.hidden = false;
    item.closest("[data-fold]")?.setAttribute("open", "");
  }
}
