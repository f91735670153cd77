// The panel of the rules over a live page: loaded at its first use (taps.js).
import { say } from "./words.js";
import { toast } from "./toast.js";

const panel = () => document.getElementById("rules-panel");

// Adds a link to the rules to the words of a tile (popover "words-<tile>"), when they are opened: a page has many.
export function linkRules(words) {
  if (words.querySelector("[data-rules]")) return;
  const address = new URL(panel().dataset.address, location.href);
  address.searchParams.set("tile", words.id.slice("words-".length));
  const rules = document.createElement("a");
  rules.href = address;
  rules.dataset.rules = "";
  rules.textContent = say("Its rules");
  words.append(rules);
}

/** Opens the rules for a page of the rulebook, about a sentence. */
export function showPage(page, about) {
  const address = new URL(panel().dataset.address, location.href);
  address.searchParams.set("page", page);
  address.searchParams.set("about", about);
  showRules(address);
}

/** Opens an address of the rules in the panel. */
export async function showRules(address) {
  const wanted = new URL(address, location.href);
  // Parameters that tell the link to all rules where to lead back.
  for (const [name, value] of new URL(panel().dataset.address, location.href).searchParams) wanted.searchParams.set(name, value);
  wanted.searchParams.set("part", "1");
  const answer = await fetch(wanted, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) {
    toast(say("There is no connection to the companion: is this device in its network?"), "bad");
    return;
  }
  panel().querySelector("[data-found]").innerHTML = await answer.text();
  if (!panel().matches(":popover-open")) panel().showPopover();
  panel().scrollTop = 0;
  panel().querySelector("[popovertarget]").focus({ preventScroll: true });
}

/** Writes what is said into a button's field and sends it, by the browser's own recogniser. */
export function listen(button) {
  const recogniser = new (globalThis.SpeechRecognition || globalThis.webkitSpeechRecognition)();
  recogniser.lang = document.documentElement.lang;
  recogniser.onresult = ({ results }) => {
    const field = document.getElementById(button.dataset.speak);
    field.value = results[0][0].transcript;
    field.form.requestSubmit();
  };
  recogniser.onerror = () => toast(say("Nothing was understood: type the question."), "bad");
  recogniser.onend = () => button.removeAttribute("aria-pressed");
  button.setAttribute("aria-pressed", "true");
  recogniser.start();
}
