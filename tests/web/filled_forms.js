// Fills the form of an answer in with a value that the game takes for one, by the form's own scripts.
async ({ form, value, scripts }) => {
  const { telling, naming } = await import(`${scripts}telling-forms.js`);
  const { allocation, single, steps } = await import(`${scripts}token-forms.js`);
  const later = { telling, naming, allocation, single, steps };
  const kind = form.dataset.answerForm;
  if (later[kind]) {
    later[kind].put(form, value);
    if (kind === "naming") form.dataset.value = value[0];
  } else if (kind === "subset") {
    for (const box of form.querySelectorAll("[name=item]")) box.checked = value.includes(box.value);
  } else if (kind === "amount") form.elements.amount.value = value;
  else if (kind === "roll") {
    for (const field of form.querySelectorAll("[data-die]")) {
      const shown = value[Number(field.dataset.die)];
      if (field.type === "radio") field.checked = Number(field.value) === shown;
      else field.value = shown;
    }
  }
  if (kind === "steps") form.querySelector("[data-next]").click();
  if (kind !== "naming") form.dispatchEvent(new Event("input", { bubbles: true }));
}
