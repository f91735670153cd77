// What a page asks the companion for: requests, repeated until they are answered (a key makes repetitions one step), and
// parts of pages and scripts that come when something wants them.
import { say } from "./words.js";

const RETRY_FOR_MS = 20_000;
// A request that has had no answer for so long gets none
const ANSWER_MS = 8000;

export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

/** Posts JSON. Returns {status, data}. Without a connection it retries for RETRY_FOR_MS, then returns status 0. */
export async function send(address, body, waiting = () => {}) {
  const until = performance.now() + RETRY_FOR_MS;
  for (;;) {
    try {
      const answer = await fetch(address, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json", ...deviceHeader() },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      return { status: answer.status, data: await answer.json() };
    } catch (wrong) {
      if (performance.now() > until) {
        return { status: 0, data: { sentence: whyUnanswered(wrong) } };
      }
      waiting();
      await new Promise((go) => setTimeout(go, 500));
    }
  }
}

/** The HTML that an address gives. Throws where it does not come. */
export async function fetchHtml(address) {
  const ask = () => fetch(address, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(ANSWER_MS) });
  // What takes long the first time, as rules that nobody has asked yet, is ready the second time
  const answer = await ask().catch(ask);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

/** What became of a request, by the error that it ended with. One that timed out may never have left: a browser has few
 * connections, and other pages may hold them all. Where the page's stream goes on, that is it; else nobody can tell. */
export function whyUnanswered(wrong) {
  if (!["AbortError", "TimeoutError"].includes(wrong?.name)) return say("There is no connection to the companion: is this device in its network?");
  return document.getElementById("live") && !document.documentElement.dataset.line
    ? say("The companion is heard, but gives no answer: close other pages of it in this browser, then tap again.")
    : say("The companion gives no answer: is this device in its network? If so, close other pages of it in this browser.");
}

/** Asks, until there is an answer, whether the step with this key was done: {done, words}. A request may have arrived
 * although its answer was lost. */
export async function fetchStepOutcome(table, key, seat) {
  for (;;) {
    await new Promise((go) => setTimeout(go, 1000));
    try {
      const answer = await fetch(`${table}steps/${key}${seat ? `?seat=${seat}` : ""}`, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(ANSWER_MS) });
      if (answer.ok) return await answer.json();
    } catch {
      // Not yet
    }
  }
}

// A browser keeps that a script did not come, and gives the same answer for its address until the page is loaded anew: so
// it is wanted again under another address.
const misses = new Map();

/** The module of this name in this folder ("./x.js"). Throws where it does not come, and may then be wanted again. */
export async function loadScript(name) {
  const missed = misses.get(name) ?? 0;
  try {
    return await import(missed ? `${name}?again=${missed}` : name);
  } catch (wrong) {
    misses.set(name, missed + 1);
    if (missed) await loadPageAgain(new URL(name, import.meta.url).href);
    throw wrong;
  }
}

// What a script imports itself is kept as missed under its own address: only a new page asks for that. Once at most, since
// the script may be one that this browser cannot run.
async function loadPageAgain(address) {
  if (sessionStorage.getItem("loadedAgain") === address || !(await fetch(address).catch(() => null))?.ok) return;
  sessionStorage.setItem("loadedAgain", address);
  location.reload();
}

// A page that was opened from a seat's names its player, too. Headers are ASCII only.
function deviceHeader() {
  const person = document.querySelector("[data-person]:not(button)")?.dataset.person;
  const phone = /^[\x20-\x7e]+$/.test(person) ? `${person}'s phone` : "a phone";
  return { "X-Device": person ? phone : "the tablet" };
}
