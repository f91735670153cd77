// The panel of the rules over a live page: loaded when it is first wanted (taps.js).
import { say } from "./words.js";
import { toast } from "./toast.js";

const panel = () => document.getElementById("rules-panel");

// The words of a tile, a popover called "words-<tile>", end with a link to its rules; made when they are opened, for
// there are many of them on a page.
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

/** Opens what the rules say on a page of the rulebook about a sentence. */
export function showPage(page, about) {
  const address = new URL(panel().dataset.address, location.href);
  address.searchParams.set("page", page);
  address.searchParams.set("about", about);
  showRules(address);
}

/** Opens what an address of the rules says. */
export async function showRules(address) {
  const wanted = new URL(address, location.href);
  // Where the link to all rules leads back.
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
  panel().querySelector("button").focus({ preventScroll: true });
}
