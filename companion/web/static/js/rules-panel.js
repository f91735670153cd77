// A page number or a tile's rules, touched on a live page, opens the paragraphs over it; without scripts it is a link.
import { say } from "./words.js";
import { toast } from "./toast.js";

const panel = () => document.getElementById("rules-panel");

export function startRules() {
  document.addEventListener("toggle", ({ target, newState }) => {
    if (newState === "open" && target.id.startsWith("words-") && hasRules()) link(target);
  }, true);
  document.addEventListener("click", (event) => {
    // A touch of the question itself opens its rules too: its page number is small.
    const asked = event.target.closest(".question-text > span")?.querySelector("a[data-rules]");
    const link = event.target.closest("a[data-rules]") || asked;
    if (!link || !panel() || "correcting" in document.documentElement.dataset) return;
    event.preventDefault();
    const said = link.closest("li"); // a reason why not
    const address = new URL(link.href);
    if (said) address.searchParams.set("about", said.textContent.trim().slice(0, 200));
    show(address);
  });
}

// The words of a tile, a popover called "words-<tile>", end with a link to its rules; made when they are opened, for
// there are many of them on a page.
function link(words) {
  if (words.querySelector("[data-rules]")) return;
  const address = new URL(panel().dataset.address, location.href);
  address.searchParams.set("tile", words.id.slice("words-".length));
  const rules = document.createElement("a");
  rules.href = address;
  rules.dataset.rules = "";
  rules.textContent = say("Its rules");
  words.append(rules);
}

/** Whether this page's game has rules to be looked up. */
export const hasRules = () => Boolean(panel());

/** Opens what the rules say on a page of the rulebook about a sentence. */
export function showPage(page, about) {
  const address = new URL(panel().dataset.address, location.href);
  address.searchParams.set("page", page);
  address.searchParams.set("about", about);
  show(address);
}

async function show(address) {
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
