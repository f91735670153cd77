// The rules' page: searches while a question is typed, leaves out its words by a touch, and opens the topic of the
// paragraph in the address.
import { onTopOf } from "./rules-panel.js";

const TYPING_DEBOUNCE_MS = 250;

const form = document.querySelector("[data-rules-search]");
const found = document.getElementById("rules-found");
let debounceTimer = 0;
let request = null;
let asked = new URL(location.href);

form.addEventListener("input", () => {
  clearTimeout(debounceTimer);
  debounceTimer = setTimeout(find, TYPING_DEBOUNCE_MS);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(debounceTimer);
  find();
});

found.addEventListener("click", (event) => {
  const word = event.target.closest("[data-leave-out], [data-count-again]");
  if (!word) return;
  event.preventDefault();
  clearTimeout(debounceTimer);
  ask(onTopOf(asked, new URL(word.href), word));
});

function find() {
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form)) address.searchParams.set(name, value);
  ask(address);
}

async function ask(address) {
  request?.abort();
  request = new AbortController();
  asked = new URL(address);
  const shown = asked;
  address.searchParams.set("part", "1");
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: request.signal });
    if (!answer.ok) return;
    found.innerHTML = await answer.text();
    history.replaceState(null, "", shown);
  } catch {
    // Aborted by newer input, or no connection: the next key searches again
  }
}

function openNamedTopic() {
  const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const topic = named && named.closest("details");
  if (!topic) return;
  topic.open = true;
  named.scrollIntoView();
}

addEventListener("hashchange", openNamedTopic);
openNamedTopic();
