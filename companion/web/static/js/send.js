// Sends a request of the page's own, the same one again until it is answered: its key makes it one step.
import { say } from "./words.js";

const RETRY_FOR_MS = 20_000;

export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

/** Posts JSON; gives {status, data}. Without a line it tries again for 20 s; status 0: it gave up. */
export async function send(address, body, waiting = () => {}) {
  const until = performance.now() + RETRY_FOR_MS;
  for (;;) {
    try {
      const answer = await fetch(address, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json", ...deviceHeader() },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(8000),
      });
      return { status: answer.status, data: await answer.json() };
    } catch (wrong) {
      if (performance.now() > until) {
        return { status: 0, data: { sentence: say("There is no connection to the companion: is this device in its network?") } };
      }
      waiting();
      await new Promise((go) => setTimeout(go, 500));
    }
  }
}

/** Whether the step with this key was done after all, asked until there is an answer: {done, words}. A request
 * may have arrived though nothing came back, just before the sending was given up. */
export async function fetchStepOutcome(table, key) {
  for (;;) {
    await new Promise((go) => setTimeout(go, 1000));
    try {
      const answer = await fetch(`${table}steps/${key}`, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(8000) });
      if (answer.ok) return await answer.json();
    } catch { /* not yet */ }
  }
}

function deviceHeader() {
  const person = document.getElementById("live")?.dataset.person;
  return { "X-Device": person ? asciiOnly(person) : "the tablet" };
}

// A header holds plain letters only; a name with others is left to the seat it answers for.
const asciiOnly = (text) => (/^[\x20-\x7e]+$/.test(text) ? `${text}'s phone` : "a phone");
