// What is this card?: a photo is sent as soon as it is taken.
const form = document.querySelector("[data-what-photo]");

form.addEventListener("change", ({ target }) => {
  if (!target.files?.length) return;
  document.querySelector("[data-what-busy]").hidden = false;
  form.requestSubmit();
});

// Back from what was found: the form is as new.
addEventListener("pageshow", () => {
  document.querySelector("[data-what-busy]").hidden = true;
  form.reset();
});
