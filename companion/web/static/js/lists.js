// Lists that are searched while somebody types, on pages that have one.

/** The same for all ways to write one name, as companion/games/contract/piece_names.py says it. */
export const plainName = (name) =>
  name
    .replace(/["`´ʹʺʼˈ′″＂＇‚„\p{Pi}\p{Pf}]/gu, "'")
    .replace(/[\p{Pd}−]/gu, "-")
    .replace(/\p{Cf}/gu, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();

const some = (place) => place.querySelector("[data-words]:not([hidden])") !== null;

function search(field) {
  const wanted = plainName(field.value), list = document.getElementById(field.dataset.filter);
  for (const item of list.querySelectorAll("[data-words]")) item.hidden = !plainName(item.dataset.words).includes(wanted);
  const none = document.querySelector(`[data-none-of="${field.dataset.filter}"]`);
  if (none) none.hidden = some(list);
  for (const fold of list.querySelectorAll("[data-fold]")) fold.open = Boolean(wanted) && some(fold);
}

document.addEventListener("input", ({ target }) => target.dataset.filter && search(target));
// What was typed before this came
if (document.activeElement?.dataset.filter && document.activeElement.value) search(document.activeElement);
