// Counts the score up by category, in step on every device; a touch shows the end.
import { figure } from "./words.js";

const root = document.querySelector(".finale");
// From the end of the game to the first category; per category; pause before the winner is shown.
const [LEAD_MS, STEP_MS, REVEAL_MS] = root.dataset.times.split(" ").map(Number);
const counting = root.querySelector("[data-counting]");
const skip = root.querySelector("[data-skip]");
const again = root.querySelector("[data-again]");
const sources = [...root.querySelectorAll(".finale-key [data-source]")];
const columns = [...root.querySelectorAll(".finale-column")];
const reducedMotion = () => document.documentElement.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

let timer = 0;

// A hand that this phone kept (own-hand.js) is gone with its game.
try {
  const hands = `hand:${location.pathname.replace(/finale$/, "")}`;
  for (const name of Object.keys(localStorage)) if (name.startsWith(hands)) localStorage.removeItem(name);
} catch {
  // A browser that keeps nothing
}

again.addEventListener("click", () => count(0));
root.addEventListener("click", (event) => { if (root.dataset.counting && !event.target.closest("a")) skipCount(); });
again.hidden = reducedMotion();
if (reducedMotion()) showEnd();
else count(Number(root.dataset.ago) * 1000 - LEAD_MS);

/** Continues the count from `since` ms after its start. */
function count(since) {
  const begin = performance.now() - since;
  const last = sources.length * STEP_MS + REVEAL_MS;
  if (since >= last) { showEnd(); return; }
  root.dataset.counting = "yes";
  skip.hidden = false;
  const tick = () => {
    const at = performance.now() - begin;
    if (at >= last) { showEnd(); return; }
    show(Math.min(sources.length - 1, Math.floor(at / STEP_MS)));
    timer = setTimeout(tick, at < 0 ? -at : STEP_MS - (at % STEP_MS));
  };
  tick();
}

// Shows the count with the categories up to number `now`.
function show(now) {
  counting.textContent = sources[now]?.textContent ?? "\u00a0";
  sources.forEach((it, n) => it.classList.toggle("counted", n <= now));
  for (const column of columns) {
    let sum = 0;
    for (const part of column.querySelectorAll(".finale-part")) {
      const counted = Number(part.dataset.source) <= now;
      part.classList.toggle("counted", counted);
      if (counted) sum += Number(part.dataset.vp);
    }
    column.querySelector("[data-sum]").textContent = figure(sum);
  }
}

// Skipping on the table's page also skips the lamps; on a player's phone it affects that phone only.
function skipCount() {
  showEnd();
  if (root.dataset.skipped) fetch(root.dataset.skipped, { method: "POST", keepalive: true }).catch(() => {});
}

function showEnd() {
  clearTimeout(timer);
  show(sources.length - 1);
  delete root.dataset.counting;
  counting.textContent = "";
  skip.hidden = true;
  for (const column of columns) column.querySelector("[data-sum]").textContent = column.dataset.total;
}
