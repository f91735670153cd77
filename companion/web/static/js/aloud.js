// What a screen reader is told: one live region that stays, and of what changed only what is new. The elements that are asked
// in come and go with each update, and a live region that is replaced says nothing.
import { say } from "./words.js";

// What is read of each part of the page, as it was last
const read = new Map();

function wordsOf(element) {
  if (!element) return "";
  const words = (element.querySelector(":scope > span") ?? element).cloneNode(true);
  for (const aside of words.querySelectorAll(".rule-page, [aria-hidden=true]")) aside.remove();
  return words.textContent.trim().replace(/\s+/g, " ");
}

function news() {
  const asked = document.querySelector("#question [data-aloud]");
  const own = document.querySelector("#live[data-seat]") && asked && !asked.closest(".waiting") && asked.closest("[data-colour]");
  const parts = {
    question: own ? say("Your turn: {question}", { question: wordsOf(asked) }) : wordsOf(asked),
    counts: wordsOf(document.querySelector("#counts [data-aloud]")),
    lesson: wordsOf(document.querySelector("#lesson [data-aloud]")),
  };
  const said = [];
  for (const [part, words] of Object.entries(parts)) {
    if (words && words !== read.get(part)) said.push(words);
    read.set(part, words);
  }
  return said;
}

/** What the page shows as it is opened is read with the page. */
export function startAloud() {
  news();
}

/** Called after each update. */
export function readAloud() {
  const said = news();
  const region = document.getElementById("said");
  if (said.length && region) region.textContent = said.join(" ");
}
