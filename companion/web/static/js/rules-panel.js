// The panel of the rules over a live page: loaded at its first use (taps.js).
import { say } from "./words.js";
import { fetchHtml } from "./send.js";
import { sayNoConnection, toast } from "./toast.js";

// The question asked last, though its answer may not have come
let asked = null;

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

/** The address to ask. Where `link` is a word that was touched before the last answer came, that word is left out of, or
 * counted again in, the question `asked` last, not the one that the link was made for. */
export function onTopOf(asked, wanted, link) {
  const { leaveOut, countAgain } = link?.dataset ?? {};
  if (!(leaveOut || countAgain) || asked?.searchParams.get("q") !== wanted.searchParams.get("q")) return wanted;
  const without = new Set(asked.searchParams.getAll("without"));
  if (leaveOut) without.add(leaveOut);
  without.delete(countAgain);
  wanted.searchParams.delete("without");
  for (const word of without) wanted.searchParams.append("without", word);
  return wanted;
}

/** Opens an address of the rules in the panel. link: the touched link, which may be a word of the question. */
export async function showRules(address, link = null) {
  const wanted = asked = onTopOf(asked, new URL(address, location.href), link);
  // Parameters that tell the link to all rules where to lead back.
  for (const [name, value] of new URL(panel().dataset.address, location.href).searchParams) wanted.searchParams.set(name, value);
  wanted.searchParams.set("part", "1");
  let found;
  try {
    found = await fetchHtml(wanted);
  } catch (wrong) {
    if (asked === wanted) sayNoConnection(wrong);
    return;
  }
  if (asked !== wanted) return; // Something newer was asked meanwhile
  panel().querySelector("[data-found]").innerHTML = found;
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
