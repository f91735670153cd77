// On pages with a searched list of pieces: a name that the list lacks is offered as a new piece's, beside those that are
// nearly it.
import { near } from "./near.js";

document.addEventListener("input", ({ target }) => {
  const form = document.querySelector(`[data-new-for="${target.dataset.filter}"]`);
  if (!form) return;
  const name = target.value.trim().replace(/\s+/g, " ");
  form.hidden = !name;
  form.elements.name.value = name;
  for (const words of form.querySelectorAll("[data-new-words]")) words.textContent = name;
  // After lists.js, which hides what does not have these letters
  setTimeout(() => showNear(name, document.getElementById(target.dataset.filter)));
});

function showNear(name, list) {
  const items = [...list.querySelectorAll("[data-words]")];
  if (!name || items.some((item) => !item.hidden)) return;
  const named = (item) => item.dataset.words.replace(/^\S*\d\S* /, "");
  const nearly = near(name, items.map(named));
  for (const item of items.filter((it) => nearly.includes(named(it)))) {
    item.hidden = false;
    item.closest("[data-fold]")?.setAttribute("open", "");
  }
}
