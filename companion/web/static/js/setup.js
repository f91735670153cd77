// The setup wizard: pieces appear as the camera sees them, and a name can be drawn only once. The form's steps and seats
// are in setup-steps.js.
import { isGuarded, noteTouch, guardedUpdate } from "./guard.js";
import { morphInside } from "./morph.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

// While something changes
const POLL_MS = 700;
// When nothing has changed for a while
const MAX_POLL_MS = 2800;
// When the camera has no picture
const NO_PICTURE_POLL_MS = 10_000;

for (const place of document.querySelectorAll("[data-laid]")) {
  // The result of the unchanged form is already shown above it.
  if ("onceChanged" in place.dataset) place.closest("form").addEventListener("input", () => follow(place), { once: true });
  else follow(place);
}
document.addEventListener("pointerdown", noteTouch, true);
document.addEventListener("click", onClick);
document.addEventListener("change", onChange);

async function follow(place) {
  const form = place.closest("form");
  let rest = POLL_MS;
  let wake = () => {};
  const soon = () => { rest = POLL_MS; wake(); };
  form.addEventListener("input", soon);
  document.addEventListener("visibilitychange", soon);
  for (;;) {
    if (!document.hidden) {
      rest = Math.min(rest * 1.5, MAX_POLL_MS);
      try {
        const address = `${place.dataset.laid}?${new URLSearchParams(new FormData(form))}`;
        const answer = await fetch(address, { signal: AbortSignal.timeout(5000) });
        const html = answer.status === 200 ? await answer.text() : "";
        if (place.shown !== html) {
          guardedUpdate(() => morphInside(place, html));
          rest = POLL_MS;
        }
        place.shown = html;
        if (answer.status === 204) rest = NO_PICTURE_POLL_MS;
      } catch {
        // Retried at the next poll
      }
    }
    // A hidden page waits until it is visible again.
    await new Promise((go) => { wake = go; if (!document.hidden) setTimeout(go, rest); });
  }
}

function onClick(event) {
  const button = event.target.closest("button");
  if (button?.name === "laid" && isGuarded(event, button)) {
    event.preventDefault();
    toast(say("That button has just changed: tap again if you mean it."));
  }
}

function onChange({ target }) {
  const all = target.closest("[data-each-once]");
  if (!all) return;
  const rows = [...all.querySelectorAll("[role=radiogroup], select")];
  for (const row of rows) if (!row.contains(target) && selectedName(row) === target.value) selectName(row, "");
  const open = rows.filter((row) => !selectedName(row));
  if ("all" in all.dataset && open.length === 1) {
    const drawn = new Set(rows.map(selectedName));
    selectName(open[0], names(open[0]).find((name) => !drawn.has(name)));
  }
}

const radios = (row) => [...row.querySelectorAll("input")];
const selectedName = (row) => (row.matches("select") ? row.value : (radios(row).find((it) => it.checked)?.value ?? ""));
const names = (row) => (row.matches("select") ? [...row.options] : radios(row)).map((it) => it.value).filter(Boolean);

function selectName(row, name) {
  if (row.matches("select")) row.value = name;
  else for (const it of radios(row)) it.checked = it.value === name;
}
