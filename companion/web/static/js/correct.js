// Correction by touch: a touch on a number opens its fact, unless the touch has another effect; a number with reasons
// has the correction beside them. In correction mode every element with data-fact opens its fact.
import { step } from "./taps.js";
import { fetchHtml } from "./send.js";
import { sayNoConnection, toast } from "./toast.js";
import { say } from "./words.js";

const root = document.documentElement;
const FACT = "[data-fact]";
const OPENERS = "a, button, summary, input, select, label, details, [popover], [role=button], #question, #cards";
// Elements of several facts are tiles and their places, whose touch opens their words
const MANY_FACTS = /[*= ]/;

let page;

export function startCorrecting(element) {
  page = element;
  // Capturing: in correction mode a touch opens the fact before any other handler runs.
  document.addEventListener("click", onClick, true);
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("toggle", onToggle, true);
  document.addEventListener("stepped", onStepped);
  addEventListener("resize", placeBar);
}

/** Called after each update: makes new facts reachable by keyboard. */
export function markFacts() {
  if (!isCorrecting()) return;
  for (const it of page.querySelectorAll(FACT)) if (it.tabIndex < 0) it.tabIndex = 0;
}

const panel = () => document.getElementById("fact-panel");
const isCorrecting = () => "correcting" in root.dataset;
// Only pages with the right to correct have a button for correction mode.
const mayCorrect = () => document.querySelector("[data-correct-here]") !== null;

function setCorrecting(wanted) {
  if (wanted) root.dataset.correcting = "";
  else delete root.dataset.correcting;
  document.getElementById("correcting").hidden = !wanted;
  placeBar();
  if (wanted) markFacts();
  else for (const it of page.querySelectorAll(`${FACT}[tabindex]`)) it.removeAttribute("tabindex");
}

/** Lays the bar over the question of a page that fills the window. */
function placeBar() {
  const bar = document.getElementById("correcting"), question = document.getElementById("question");
  const over = isCorrecting() && question && getComputedStyle(question).position === "absolute";
  bar.classList.toggle("over-question", over);
  bar.removeAttribute("style");
  if (!over) return;
  const { left, top, width, height } = question.getBoundingClientRect();
  for (const [name, value] of Object.entries({ left, top, width, height })) bar.style[name] = `${value}px`;
}

function onClick(event) {
  const { target } = event;
  if (target.closest("[data-correct-here]")) {
    event.preventDefault();
    for (const open of document.querySelectorAll(":popover-open")) open.hidePopover();
    setCorrecting(true);
    document.querySelector("[data-correct-done]").focus();
  } else if (target.closest("[data-correct-done]")) {
    setCorrecting(false);
  } else if (isCorrecting() && (page.contains(target) || panel().contains(target))) {
    const fact = target.closest(FACT);
    if (fact) openFact(event, fact);
  } else if (target.closest("[data-correct-this]")) {
    openFacts(target.closest(FACT).dataset.fact.split(" "), event.detail === 0);
  } else if (mayCorrect() && page.contains(target) && !target.closest(OPENERS)) {
    const fact = target.closest(FACT)?.dataset.fact;
    if (fact && !MANY_FACTS.test(fact)) openFacts([fact], false);
  }
}

// The opened reasons of a number get a button to correct it.
function onToggle({ target }) {
  const terms = target.open && !isCorrecting() && mayCorrect() && target.matches(`${FACT}.tally`) && target.querySelector(".tally-terms");
  if (!terms || terms.querySelector("[data-correct-this]")) return;
  const item = document.createElement("li");
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: say("Correct") });
  button.dataset.correctThis = "";
  item.append(button);
  terms.append(item);
}

function onKey(event) {
  if (!isCorrecting()) return;
  if (event.key === "Escape" && !document.querySelector(":popover-open")) setCorrecting(false);
  const fact = event.target.closest?.(FACT);
  if (fact && (event.key === "Enter" || event.key === " ")) openFact(event, fact);
}

function openFact(event, fact) {
  event.preventDefault();
  event.stopImmediatePropagation();
  openFacts(fact.dataset.fact.split(" "), event.type === "keydown");
}

async function openFacts(paths, byKey) {
  const address = new URL(panel().dataset.facts, location.href);
  for (const path of paths) address.searchParams.append("path", path);
  try {
    panel().innerHTML = await fetchHtml(address);
  } catch (wrong) {
    sayNoConnection(wrong);
    return;
  }
  if (!panel().matches(":popover-open")) panel().showPopover();
  panel().scrollTop = 0;
  // Focus in a field would raise a phone's keyboard: after a touch a button gets the focus.
  const field = byKey && panel().querySelector("input");
  (field || panel().querySelector("button:not(:disabled), summary, a")).focus();
  if (field) field.select();
}

function onStepped({ detail: { what, data } }) {
  if (what !== "corrections" || !(isCorrecting() || panel().matches(":popover-open"))) return;
  panel().hidePopover();
  toast(data.words, "good", { words: say("Undo"), act: () => undo(data.number) });
}

// Undoes this correction only if nothing was done after it.
function undo(number) {
  if (Number(page.dataset.number) === number) step("undo", {});
  else toast(say("Something else was done since: go back in the history."), "bad");
}
