// We played on: while it looks for what was done, the page says so; and it looks further by itself.
const looking = document.querySelector("[data-looking]");

addEventListener("submit", () => {
  looking.hidden = false;
});

// Back from the next page: nothing is looked for.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) looking.hidden = true;
});

document.querySelector("form[data-further]")?.requestSubmit();
