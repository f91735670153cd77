// The settings of a table, and the button that makes it the one of the camera and lights.
import { send } from "./send.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.settings) return;
  event.preventDefault();
  const values = {};
  // A number input formats numbers by the browser's language, not the page's: decimals are text fields.
  for (const [name, value] of new FormData(form)) values[name] = "decimal" in (form.elements[name].dataset ?? {}) ? Number(value.replace(",", ".") || NaN) : value;
  const { status, data } = await send(form.dataset.settings, values);
  toast(status === 200 ? say("Kept.") : data.sentence, status === 200 ? "good" : "bad");
});

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-activate]");
  if (!button) return;
  const { status, data } = await send(button.dataset.activate, {});
  if (status === 200) location.reload();
  else toast(data.sentence, "bad");
});
