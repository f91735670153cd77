// A scan's pages: changes are sent at once, and the page follows the changes of other phones.
import { plainDigits } from "./digits.js";
import { isGuarded, noteTouch, guardedUpdate } from "./guard.js";
import { morphInside } from "./morph.js";
import { newKey, send } from "./send.js";
import { startPhotos } from "./scan-photos.js";
import { say } from "./words.js";
import { toast } from "./toast.js";

const POLL_MS = 1500;
// Steps of a number within this time are one change
const TYPING_DEBOUNCE_MS = 450;
const SLIP_MS = 400;

const scan = document.getElementById("scan");
// Changes are sent one after the other, each based on the result of the one before
let changeQueue = Promise.resolve();
// A number that is not sent yet: {field, timer}
let pendingNumber = null;
let isLeaving = false;
// Changes that are not answered yet: only after the last of them the page is updated
let queued = 0;
// Whether the last update left the list of tiles to be added as it was; those added or taken
// away in the last SLIP_MS
let listStayed = true;
const turned = new Set();

document.addEventListener("pointerdown", noteTouch, true);
document.addEventListener("click", onClick);
document.addEventListener("submit", onSubmit);
document.addEventListener("change", onChange);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("[data-zoom]")) event.target.classList.toggle("near");
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) poll(); });
startPhotos(follow);
window.addEventListener("pageshow", () => { isLeaving = false; });
setInterval(poll, POLL_MS);
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

function onClick(event) {
  const { target } = event;
  const button = target.closest("button");
  if (!button) {
    const picture = target.closest("[data-zoom]");
    if (picture) picture.classList.toggle("near");
    return;
  }
  if (button.dataset.post) {
    event.preventDefault();
    if (isAdding(button) ? turned.has(button) : isGuarded(event, button)) return toast(say("That button has just changed: tap again if you mean it."));
    sendChange(JSON.parse(button.dataset.post), button, button.dataset.then);
    if (button.closest("#offers")) turnAround(button);
  } else if (button.dataset.move) {
    event.preventDefault();
    sendChange(null, button);
  } else if (button.dataset.step) {
    event.preventDefault();
    step(button);
  }
}

// --- adding

// Adding has nothing that may have just changed, as long as the list stayed: only the same tile at once again is a slip.
const isAdding = (button) => listStayed && button.closest("#offers") !== null;

// A tile that was added stays in its place, marked; touched again it is taken away.
function turnAround(button) {
  turned.add(button);
  setTimeout(() => turned.delete(button), SLIP_MS);
  const change = JSON.parse(button.dataset.post);
  button.setAttribute("aria-pressed", String(change.role !== ""));
  button.dataset.role ??= change.role;
  button.dataset.post = JSON.stringify({ ...change, role: change.role ? "" : button.dataset.role });
}

// --- numbers

function step(button) {
  const field = button.closest(".stepper").querySelector("input");
  field.value = Math.max(0, (Number(field.value) || 0) + Number(button.dataset.step));
  saveNumberLater(field);
}

function saveNumberLater(field) {
  if (pendingNumber && pendingNumber.field !== field) saveNumberNow();
  clearTimeout(pendingNumber?.timer);
  pendingNumber = { field, timer: setTimeout(saveNumberNow, TYPING_DEBOUNCE_MS) };
}

/** Sends the number that was being typed. */
function saveNumberNow() {
  if (!pendingNumber) return changeQueue;
  const { field, timer } = pendingNumber;
  clearTimeout(timer);
  pendingNumber = null;
  const text = plainDigits(field.value).trim();
  if (text === field.dataset.was) return changeQueue;
  const of = field.closest("[data-name]");
  const value = text === "" ? null : /^\d{1,4}$/.test(text) ? Number(text) : text;
  field.dataset.was = text;
  return sendChange({ do: "number", player: Number(of.dataset.numberOf), name: of.dataset.name, value });
}

function onChange(event) {
  const { target } = event;
  if (target.closest("[data-numbers]")) {
    saveNumberLater(target);
    saveNumberNow();
  }
}

function onSubmit(event) {
  const form = event.target;
  if ("numbers" in form.dataset) {
    event.preventDefault();
    document.activeElement?.blur?.();
    saveNumberNow();
  } else if (form.querySelector("[data-leave]") && !isLeaving) {
    // The score is requested once everything typed has arrived.
    event.preventDefault();
    isLeaving = true;
    saveNumberNow();
    changeQueue.then(() => form.submit());
  }
}

// --- sending and following

/** Sends a change, or for null the button's undo or redo; then the page follows, or the page `then` opens. */
function sendChange(change, button = null, then = "") {
  if (!change) saveNumberNow();
  button?.setAttribute("aria-busy", "true");
  queued += 1;
  changeQueue = changeQueue.then(async () => {
    const body = { seen: Number(scan.dataset.number), key: newKey(), ...(change ? { change } : {}) };
    const { status, data } = await send(scan.dataset[change ? "say" : button.dataset.move], body).finally(() => { queued -= 1; });
    button?.removeAttribute("aria-busy");
    if (status !== 200) {
      const late = status === 409 && data.news?.length && say("The table has moved on: {news}. Look again.", { news: data.news.join("; ") });
      toast(late || data.sentence || say("That did not work: load the page again."), "bad");
      return follow();
    }
    if (then) return location.assign(then);
    // After a tile was chosen the search is cleared.
    let searched = false;
    for (const find of document.querySelectorAll("[data-filter]")) {
      searched ||= find.value !== "";
      find.value = "";
    }
    scan.dataset.number = data.number;
    if (queued) return null;
    return follow(button?.closest("#offers"), searched);
  }).catch(() => toast(say("That did not work: load the page again."), "bad"));
  return changeQueue;
}

async function poll() {
  if (document.hidden || pendingNumber || queued || isLeaving) return;
  try {
    const answer = await fetch(scan.dataset.state, { headers: { Accept: "application/json" } });
    const { number } = await answer.json();
    if (number !== Number(scan.dataset.number)) await follow();
  } catch {
    // Retried at the next poll
  }
}

/** Updates the page to its current state on the server. A list from which something was just added stays as it is: a
    quick next tap finds what it was aimed at. */
export async function follow(kept = null, searched = false) {
  if (pendingNumber) return;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (answer.status === 404) return location.assign("../scan");
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = fresh.getElementById("scan");
  if (!now || pendingNumber || queued) return;
  listStayed = kept !== null && !searched;
  if (kept) now.querySelector(`#${kept.id}`)?.setAttribute("data-kept", "");
  // A sheet is updated together with the text above it.
  const whole = "whole" in scan.dataset;
  guardedUpdate(() => {
    morphInside(whole ? document.getElementById("content") : scan, whole ? fresh.getElementById("content").innerHTML : now.innerHTML);
  });
  const here = document.getElementById("scan");
  here.dataset.number = now.dataset.number;
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
  // Filters of lists are applied again.
  for (const find of document.querySelectorAll("[data-filter]")) find.dispatchEvent(new Event("input", { bubbles: true }));
  document.dispatchEvent(new Event("followed"));
}
