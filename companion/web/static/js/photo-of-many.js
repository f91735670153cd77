// A photo of all tiles that lie open: what was read of each is shown, to be looked through and sent as a form.
import { plainName } from "./lists.js";
import { near } from "./near.js";
import { readPhoto } from "./photo.js";
import { sayNoConnection } from "./toast.js";
import { say } from "./words.js";

// The longer side: about a dozen tiles share one photo
const MAX_SIDE_PX = 4000;
const MOST_OFFERED = 2;

for (const input of document.querySelectorAll("[data-many]")) input.addEventListener("change", () => read(input));

// What one tap agrees to: facts of a piece, or its name. A name that was typed stays, and no other is proposed.
const BOXES = "[data-photographed] [type=checkbox]";

function agree(box, right) {
  box.checked = right;
  if (!box.dataset.names) return;
  const name = document.getElementById(box.dataset.names);
  if (name.value === (right ? "" : box.value)) name.value = right ? box.value : "";
  offerNames(name);
}

// Known names of its sort that are nearly what is typed, which is none of them: a touch writes one.
function offerNames(input) {
  const place = input.parentElement.querySelector("[data-offers]"), known = JSON.parse(input.closest("[data-known]").dataset.known);
  const names = known.some((name) => plainName(name) === plainName(input.value)) ? [] : near(input.value, known).slice(0, MOST_OFFERED);
  const buttons = names.map((name) => Object.assign(document.createElement("button"), { type: "button", className: "button", value: name, textContent: say("{name}?", { name }) }));
  place.replaceChildren(...buttons);
}

document.querySelector("[data-photographed]").addEventListener("click", ({ target }) => {
  if (!target.parentElement.matches("[data-offers]")) return;
  const input = target.closest(".field").querySelector("input");
  input.value = target.value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
});

document.querySelector("[data-photographed]").addEventListener("input", ({ target }) => {
  if (target.list) offerNames(target);
  if (target.dataset.names) return agree(target, target.checked);
  const box = document.querySelector(`[data-names="${target.id}"]`);
  if (!box) return;
  box.checked = target.value === box.value;
  box.closest("label").hidden = Boolean(target.value) && !box.checked;
});

// A refusal is said where the button is, and nothing that was looked through is lost.
document.querySelector("[data-found]").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  if (event.submitter?.matches("[data-all-right]")) for (const box of form.querySelectorAll(BOXES)) agree(box, true);
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "application/json" } });
    if (answer.redirected) location.assign(answer.url);
    else form.querySelector("[role=status]").textContent = (await answer.json()).sentence;
  } catch (wrong) {
    sayNoConnection(wrong);
  }
});

async function read(input) {
  const data = await readPhoto(input, input.dataset.many, MAX_SIDE_PX);
  if (!data) return;
  const form = document.querySelector("[data-found]");
  form.querySelector("[data-photographed]").innerHTML = data.html;
  form.querySelector("[data-all-right]").hidden = !form.querySelector(BOXES);
  form.hidden = false;
  form.scrollIntoView({ block: "start" });
}
