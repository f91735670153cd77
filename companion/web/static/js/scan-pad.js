// Scoring by numbers: a touch of the pad tells a number and goes on to the next one. A "?" may be counted on the
// spot: the VP for each thing, then how many there are, until all its conditions are counted.
import { say } from "./words.js";

const pad = document.getElementById("pad");
const scan = document.getElementById("scan");
const what = pad.querySelector("[data-pad-what]");
const why = pad.querySelector("[data-pad-why]");
const skip = pad.querySelector("[data-pad-skip]");
const each = pad.querySelector("[data-pad-each]");
const sum = pad.querySelector("[data-pad-sum]");
const higher = pad.querySelector("[data-pad-higher]");
const numbers = [...pad.querySelectorAll("[data-pad-number]")];
const SHOWN = numbers.length;
// The field that the next touch tells; the lowest number shown; the VP for each thing; what was counted so far
let current = null, lowest = 0, worth = 0, counted = [];
let closed = false;
// All is told: a number that the last one brings, as the one that parts a tie, is asked for when it appears
let waiting = false;

const cells = () => [...scan.querySelectorAll(".pad-cell")].filter((cell) => !cell.hidden);
const field = (cell) => cell.querySelector("input");
const isEmpty = (cell) => field(cell).value.trim() === "";

pad.addEventListener("click", onClick);
scan.addEventListener("focusin", ({ target }) => {
  const cell = target.closest(".pad-cell");
  if (cell && cell.id !== current) choose(cell);
});
scan.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.(".pad-cell");
  if (!cell || event.key !== "Enter") return;
  event.preventDefault();
  next(cell);
});
document.addEventListener("followed", () => {
  const asked = waiting && firstEmpty();
  if (asked) choose(asked);
  else mark();
});
const first = cells().find((cell) => isEmpty(cell) && !("optional" in cell.dataset));
if (first) choose(first);

function onClick(event) {
  const button = event.target.closest("button");
  const cell = document.getElementById(current);
  if (!button || !cell) return;
  const { padNumber, padVp } = button.dataset;
  if (padNumber !== undefined) told(cell, Number(padNumber) + lowest);
  else if (padVp !== undefined) setWorth(Number(padVp) === worth ? 0 : Number(padVp));
  else if (button === higher) shift(lowest ? 0 : SHOWN);
  else if (button === skip) skipSeries(cell);
  else {
    closed = true;
    hide();
    field(cell).focus();
  }
}

function told(cell, number) {
  if (worth) {
    counted.push(`${worth}\u00a0×\u00a0${number}`);
    put(cell, (counted.length > 1 ? Number(field(cell).value) || 0 : 0) + worth * number);
    sum.textContent = `${counted.join(" + ")} = ${field(cell).value}`;
    setWorth(0);
    skip.querySelector("span").textContent = say("That is all");
    return;
  }
  put(cell, number);
  next(cell);
}

function put(cell, number) {
  field(cell).value = number;
  field(cell).dispatchEvent(new Event("change", { bubbles: true }));
}

/** Goes on after a cell: to the next one if that is still to be told, or is the next of its series. */
function next(cell) {
  const later = cell.nextElementSibling;
  if (cell.dataset.series && later?.dataset.series === cell.dataset.series) later.hidden = false;
  const all = cells();
  goTo(all[all.indexOf(cell) + 1]);
}

function skipSeries(cell) {
  if (counted.length) return next(cell);
  const all = cells();
  goTo(all.slice(all.indexOf(cell) + 1).find((one) => one.dataset.series !== cell.dataset.series || one.dataset.numberOf !== cell.dataset.numberOf));
}

const firstEmpty = () => cells().find((cell) => isEmpty(cell) && !("optional" in cell.dataset));

// A number that was told already is never the next: a quick touch would replace it.
function goTo(cell) {
  const to = cell && isEmpty(cell) ? cell : firstEmpty();
  if (to) return choose(to);
  hide();
  waiting = true;
  document.getElementById("pad-done").focus();
}

function choose(cell) {
  current = cell.id;
  waiting = false;
  counted = [];
  setWorth(0);
  shift(0);
  sum.textContent = "";
  const name = cell.closest(".scan-seat").querySelector(".who").textContent;
  what.textContent = say("{what}: {chosen}", { what: name, chosen: cell.dataset.words });
  why.textContent = cell.dataset.why;
  each.hidden = !cell.dataset.series;
  skip.disabled = !("optional" in cell.dataset);
  skip.querySelector("span").textContent = cell.dataset.series ? say("No more") : say("Skip");
  pad.hidden = closed;
  mark();
  if (document.activeElement !== field(cell)) field(cell).focus({ preventScroll: true });
  // Above the pad, which covers the foot of the screen
  const { top, bottom } = cell.getBoundingClientRect();
  const end = pad.hidden ? innerHeight : pad.getBoundingClientRect().top;
  if (bottom > end || top < 0) scrollBy(0, (top + bottom - end) / 2);
}

// The pad writes: a touch of a field needs no keyboard beside it.
function mark() {
  for (const cell of scan.querySelectorAll(".pad-cell")) {
    cell.classList.toggle("current", !pad.hidden && cell.id === current);
    field(cell).inputMode = closed ? "numeric" : "none";
  }
}

function hide() {
  pad.hidden = true;
  mark();
}

function setWorth(vp) {
  worth = vp;
  for (const button of each.querySelectorAll("[data-pad-vp]")) button.setAttribute("aria-pressed", String(Number(button.dataset.padVp) === vp));
}

function shift(to) {
  lowest = to;
  numbers.forEach((button, n) => { button.textContent = n + lowest; });
  higher.textContent = say("{number} and more", { number: lowest ? 0 : SHOWN });
}
