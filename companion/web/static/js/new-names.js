// On pages with a searched list of pieces: a name that the list lacks is offered as a new piece's.
document.addEventListener("input", ({ target }) => {
  const form = document.querySelector(`[data-new-for="${target.dataset.filter}"]`);
  if (!form) return;
  const name = target.value.trim().replace(/\s+/g, " ");
  form.hidden = !name;
  form.elements.name.value = name;
  for (const words of form.querySelectorAll("[data-new-words]")) words.textContent = name;
});
