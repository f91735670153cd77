// Turns a tap on an answer into one step of the table; taps meant for what was there before are ignored (guard.js).
import { isGuarded, noteTouch } from "./guard.js";
import { newKey, send, fetchStepOutcome, loadScript } from "./send.js";
import { sayNoConnection, toast } from "./toast.js";
import { say } from "./words.js";

// The element that carries data-table and data-number
let live;
let busy = null;

export function startTaps(element) {
  live = element;
  document.addEventListener("pointerdown", noteTouch, true);
  document.addEventListener("click", onClick);
}

const seenNumber = () => Number(live.dataset.number);
// An undo, a jump or a correction names the seat that asks for it, unless the table's own page does.
const seatOf = (what) => (live.dataset.seat && ["undo", "jump", "corrections"].includes(what) ? { seat: Number(live.dataset.seat) } : {});
const tableAddress = () => live.dataset.table;

function onClick(event) {
  const button = event.target.closest("button");
  if (!button || button.disabled) return;
  if (button.dataset.decision) {
    tryStep(event, button, "decisions", { decision: JSON.parse(button.dataset.decision) });
  } else if (button.dataset.post) {
    tryStep(event, button, button.dataset.post, JSON.parse(button.dataset.body || "{}"));
  } else if (button.dataset.answer) {
    answerProposal(event, button);
  } else if ("turn" in button.dataset) {
    document.documentElement.toggleAttribute("data-turned", document.body.classList.toggle("table-turned"));
  }
}

function tryStep(event, button, what, body) {
  if (isGuarded(event, button)) {
    toast(say("That button has just changed: tap again if you mean it."));
    return;
  }
  step(what, body, button);
}

/** Sends a step on the table as this device sees it: `what` is "decisions", "undo", "draws" and so on. */
export async function step(what, body, button = null, tells = false) {
  if (busy) return null;
  busy = what;
  button?.setAttribute("aria-busy", "true");
  let told = null;
  try {
    let key = newKey();
    body = { ...seatOf(what), ...body };
    const waiting = () => { told ||= toast(say("No answer yet; the step is sent again by itself."), "bad"); };
    let answer = await send(tableAddress() + what, { ...body, seen: seenNumber(), key }, waiting);
    if (answer.status === 409 && answer.data.still_asked && (what === "decisions" || what === "answers")) {
      // Others answered meanwhile and this question is unchanged: the answer is sent again on the new state.
      toast(say("Meanwhile: {news}.", { news: answer.data.news.join("; ") }));
      key = newKey();
      answer = await send(tableAddress() + what, { ...body, seen: answer.data.number, key }, waiting);
    }
    report(answer, what, body, tells);
    if (!answer.status) reportOutcome(key);
    return answer;
  } finally {
    told?.();
    busy = null;
    button?.removeAttribute("aria-busy");
  }
}

function report({ status, data }, what, body = {}, tells = false) {
  if (status === 200) {
    document.dispatchEvent(new CustomEvent("stepped", { detail: { what, data } }));
    if ("acts" in live.dataset) location.reload();
    return;
  }
  if (status === 409) {
    const news = data.news?.length ? data.news.join("; ") : say("something changed");
    if (tells && data.news?.length) {
      // Two people told the same piece: the first one's facts stand, and can be taken back.
      toast(say("It is told already: {news}.", { news }), "good", { words: say("Undo"), act: () => step("undo", {}) });
      return;
    }
    const words = data.done ? say("That was done already: {news}.", { news }) : say("The table has moved on: {news}. Look again.", { news });
    toast(words, data.done ? "good" : "bad");
    if ("acts" in live.dataset) setTimeout(() => location.reload(), 2500);
    return;
  }
  if (status === 428) {
    // Undoing another player's step needs a second tap, on a button that names it.
    toast(data.sentence, "bad", { words: say("Take it back"), act: () => step(what, { ...body, confirm: data.confirm }) });
    return;
  }
  const { sentence: why = say("That did not work: load the page again."), page, remedy } = data;
  const sentence = remedy ? `${why} ${remedy}` : why;
  if (page && hasRules()) toast(sentence, "bad", { words: say("rulebook p. {page}", { page }), act: () => rules((it) => it.showPage(page, sentence)) });
  else toast(page ? say("{sentence} (rulebook p. {page})", { sentence, page }) : sentence, "bad");
}

const hasRules = () => Boolean(document.getElementById("rules-panel"));
const rules = (use) => loadScript("./rules-panel.js").then(use, sayNoConnection);

/** Page numbers and links to a tile's rules open the paragraphs over the page; without scripts they are links. */
export function startRules() {
  startAsking();
  document.addEventListener("toggle", ({ target, newState }) => {
    if (newState === "open" && target.id.startsWith("words-") && hasRules()) rules((it) => it.linkRules(target));
  }, true);
  document.addEventListener("click", (event) => {
    // A touch on the question opens its rules too, since its page number is small.
    const asked = event.target.closest(".question-text > span")?.querySelector("a[data-rules]");
    const link = event.target.closest("a[data-rules]") || asked;
    if (!link || !hasRules() || "correcting" in document.documentElement.dataset) return;
    event.preventDefault();
    // A reason why an answer is not allowed
    const said = link.closest("li");
    const address = new URL(link.href);
    if (said) address.searchParams.set("about", said.textContent.trim().slice(0, 200));
    rules((it) => it.showRules(address, link));
  });
}

// A question opens its answer over a live page. It may be asked aloud where the browser recognises speech.
function startAsking() {
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-ask]");
    if (!form || !hasRules()) return;
    event.preventDefault();
    const address = new URL(form.action);
    for (const [name, value] of new FormData(form)) address.searchParams.set(name, value);
    rules((it) => it.showRules(address));
  });
  if (!isSecureContext || !(globalThis.SpeechRecognition || globalThis.webkitSpeechRecognition)) return;
  for (const button of document.querySelectorAll("[data-speak]")) {
    button.hidden = false;
    button.addEventListener("click", () => rules((it) => it.listen(button)));
  }
}

// A step without an answer may have been done: reports it as soon as it is known.
async function reportOutcome(key) {
  const { done, words } = await fetchStepOutcome(tableAddress(), key, live.dataset.seat);
  if (!done) toast(say("Your last tap had no connection and did nothing: tap again if you still want it."), "bad");
  else toast(say("Your last tap arrived after all: {words}.", { words }), "good");
  if (done && "acts" in live.dataset) setTimeout(() => location.reload(), 2500);
}

async function answerProposal(event, button) {
  const card = button.closest("[data-proposal]");
  if (isGuarded(event, button)) {
    toast(say("That card has just changed: tap again if you mean it."));
    return;
  }
  const key = newKey();
  const answer = await send(card.dataset.proposal, { ...JSON.parse(button.dataset.answer), key });
  if (answer.status !== 200) report(answer);
  if (!answer.status && JSON.parse(button.dataset.answer).do === "take") reportOutcome(key);
}
