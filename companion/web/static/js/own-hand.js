// The own hand: kept in this browser alone, until the game is over. The server is asked about it and forgets it.
import { guardedUpdate } from "./guard.js";
import { morphInside } from "./morph.js";
import { postPhoto, sayReading } from "./photo.js";
import { newKey, send, whyUnanswered } from "./send.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const PREFIX = "hand:";
// A hand of a game that this phone did not see the end of
const OLD_MS = 24 * 3600 * 1000;

const live = document.getElementById("live");
const key = `${PREFIX}${live.dataset.table}${live.dataset.seat}`;
const slot = () => document.getElementById("own-hand");
const NOTHING = { cards: [], drawn: [], look: 0, keep: 0, discard: 0 };

// Each hand with the entry after which it was so, the newest last: an undo goes back to one of them
let hands = null;
let html = "", asks = 0, seen = [];
// What the coach says, and to which hand it was asked to say something
let advice = "", advised = "";

function load() {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(PREFIX) && name !== key && !(JSON.parse(localStorage[name]).kept > Date.now() - OLD_MS)) delete localStorage[name];
  }
  hands = key in localStorage ? JSON.parse(localStorage[key]).hands : null;
}

const save = () => { localStorage[key] = JSON.stringify({ kept: Date.now(), hands }); };

function forget() {
  hands = null;
  html = "";
  asks += 1;
  delete localStorage[key];
  for (const name of ["data-hand", "data-choosing"]) document.documentElement.removeAttribute(name);
  slot()?.replaceChildren();
  advice = advised = "";
  document.getElementById("hand-coach")?.replaceChildren();
  shadeAnswers();
}

const known = () => hands.at(-1)[1];

/** Changes the hand as it is now, and shows it. */
function change(changed) {
  hands[hands.length - 1] = [hands.at(-1)[0], { ...known(), ...changed }];
  save();
  refresh();
}

// A change that can be taken back for as long as its words are shown
function changeSaying(words, changed) {
  const before = structuredClone(hands);
  change(changed);
  toast(words, "good", { words: say("Take it back"), act: () => { hands = before; save(); refresh(); } });
}

function showAdvice() {
  const place = document.getElementById("hand-coach");
  // By its text: what a player opened stays open
  if (place && hands && (place.told !== advice || place.shown !== place.textContent)) {
    place.innerHTML = advice;
    place.told = advice;
    place.shown = place.textContent;
  }
  shadeAnswers();
}

// The coach's shade, its shape and word, on the button of each answer that it speaks of
function shadeAnswers() {
  const hints = new Map();
  for (const told of document.querySelectorAll("#hand-coach [data-for]")) {
    const hint = document.createElement("span");
    hint.className = "hint";
    for (const part of [...told.children].slice(0, 2)) hint.append(part.cloneNode(true));
    hints.set(told.dataset.for, hint);
  }
  const changes = [];
  for (const button of document.querySelectorAll("#question .answer[data-decision]")) {
    const old = button.querySelector(".hint"), hint = hints.get(button.dataset.decision);
    if (old?.outerHTML !== hint?.outerHTML) changes.push([button, old, hint]);
  }
  if (!changes.length) return;
  guardedUpdate(() => {
    for (const [button, old, hint] of changes) {
      old?.remove();
      if (hint) button.append(hint.cloneNode(true));
    }
  });
}

// The hand as it is now, and how much help its player has with it
const toAdvise = () => JSON.stringify([hands.at(-1), slot()?.querySelector(".own-hand")?.dataset.coach]);

// By itself where the player has help; `once` where the player asks
async function askCoach(once) {
  const asked = toAdvise();
  if (!once && asked === advised) return;
  advised = asked;
  advice = `<p class="quiet">${say("The coach is thinking …")}</p>`;
  showAdvice();
  const [since, cards] = hands.at(-1);
  const body = JSON.stringify({ since, ...cards });
  const data = await adviceFor(body);
  if (asked !== advised) return;
  advice = data.html ?? "";
  showAdvice();
  if (data.sentence) toast(data.sentence, "bad");
}

/** What the coach says to this hand, which takes its time (`send` would ask again); a `sentence` where there is no answer. */
async function adviceFor(body) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  try {
    return await (await fetch(`${slot().dataset.own}/help`, { method: "POST", headers, body, signal: AbortSignal.timeout(60_000) })).json();
  } catch (wrong) {
    return { sentence: whyUnanswered(wrong) };
  }
}

function show() {
  const place = slot();
  if (place && html && !(place.firstElementChild && place.shown === html)) {
    document.documentElement.dataset.hand ||= "kept";
    guardedUpdate(() => morphInside(place, html));
    place.shown = html;
    // Nothing else is answered before
    document.documentElement.toggleAttribute("data-choosing", !!place.querySelector("[data-chosen]"));
  }
  showAdvice();
}

async function refresh() {
  if (hands && document.getElementById("to-finale")) forget();
  const place = slot();
  // At a practice table the companion deals it
  if (!hands && place && "dealt" in place.dataset) return void begin();
  if (!hands || !place) return;
  const mine = (asks += 1);
  const [since, cards] = hands.at(-1);
  const { status, data } = await send(place.dataset.own, { since, seen, ...cards });
  if (mine !== asks) return;
  if (status !== 200) {
    if ([403, 404, 410].includes(status)) forget();
    if (status) toast(data.sentence, "bad");
    return;
  }
  if (data.over) return void forget();
  if (data.back !== null) {
    const left = hands.filter(([at]) => at && at <= data.back);
    hands = left.length ? left : [[0, hands[0][1]]];
    return refresh();
  }
  if (since !== data.at && since) hands.push([data.at, data.known]);
  else hands[hands.length - 1] = [data.at, data.known];
  save();
  ({ html } = data);
  show();
  const { coach } = slot()?.querySelector(".own-hand")?.dataset ?? {};
  if (coach && coach !== "once") askCoach();
  else if (toAdvise() !== advised) {
    advice = advised = "";
    showAdvice();
  }
}

function begin() {
  hands = [[0, NOTHING]];
  try {
    save();
  } catch {
    hands = null;
    return void toast(say("This browser keeps nothing: allow it to store data for this address."), "bad");
  }
  refresh();
}

// What is typed is in the hand; a picture of cards that were drawn shows those to choose from, too.
function add(cards, choosing = 0) {
  const { drawn, cards: held } = known();
  seen = seen.filter((card) => !cards.includes(card));
  change({ drawn: [...drawn, ...cards.slice(0, choosing)], cards: [...held, ...cards.slice(choosing)] });
}

/** These without one copy of each of those. */
function without(these, those) {
  const left = [...these];
  for (const one of those) if (left.includes(one)) left.splice(left.indexOf(one), 1);
  return left;
}

async function photograph(input) {
  const body = new FormData();
  body.append("photo", input.files[0]);
  input.value = "";
  const ended = sayReading();
  const { data } = await postPhoto(`${slot().dataset.own}/photo`, { body, headers: { Accept: "application/json" } });
  ended();
  if (data.sentence) return void toast(data.sentence, "bad");
  // The picture may show the whole hand: what this phone knows already is not new.
  const found = without(data.cards, [...known().cards, ...known().drawn]);
  const { unknown, look } = slot().querySelector(".own-hand").dataset;
  const wanted = Number(look) || Number(unknown);
  seen = found.length > wanted ? [...found, ...data.maybe] : data.maybe;
  if (found.length && found.length <= wanted) add(found, Number(look));
  else refresh();
  if (!found.length && !data.maybe.length) toast(say("The photo shows no card that is new."));
}

// At a practice table it is a step of the game, as any other: an answer to what its form asks, which may be over
async function sendChosen(form, cards) {
  const button = form.querySelector("button");
  button.disabled = true;
  const { status, data } = await send(`${slot().dataset.own}/chosen`, { seen: Number(form.dataset.chosen), key: newKey(), cards });
  button.disabled = false;
  if (status !== 200) toast(data.sentence, "bad");
}

function onSubmit(event) {
  const form = event.target.closest("[data-hand]");
  if (!form || form === document.documentElement) return;
  event.preventDefault();
  const chosen = [...form.querySelectorAll(":checked")].map((box) => box.value);
  const { least, most } = form.dataset;
  if (chosen.length < least || chosen.length > most) {
    const words = least === "0" ? say("Tap at most {most} of them.", { most }) : say("Tap {least} to {most} of them.", { least, most });
    return void toast(least === most ? say("Tap {most} of them.", { most }) : words, "bad");
  }
  if ("chosen" in form.dataset) return void sendChosen(form, chosen);
  const names = [...form.querySelectorAll(":checked + span")].map((words) => words.firstChild.textContent.trim()).join(", ");
  if (form.dataset.hand === "keep") changeSaying(say("Kept: {cards}.", { cards: names }), { cards: [...known().cards, ...chosen], drawn: [], look: 0, keep: 0 });
  else changeSaying(say("Discarded: {cards}.", { cards: names }), { cards: without(known().cards, chosen), discard: 0 });
}

function onClick({ target }) {
  const button = target.closest("button");
  if (!button) return;
  const { handAdd, handDrop } = button.dataset;
  if (handAdd) {
    const find = document.getElementById("hand-find");
    find.value = "";
    find.dispatchEvent(new Event("input", { bubbles: true }));
    add([handAdd]);
  } else if (handDrop) {
    changeSaying(say("It is no longer in the hand that this phone knows."), { cards: without(known().cards, [handDrop]) });
  } else if ("handBegin" in button.dataset) {
    button.closest("[popover]")?.hidePopover();
    if (hands) slot()?.scrollIntoView({ block: "start" });
    else begin();
  } else if ("handCoach" in button.dataset) {
    askCoach(true);
  } else if ("handOthers" in button.dataset) {
    document.documentElement.dataset.hand = "others";
  } else if ("handForget" in button.dataset) {
    const before = hands;
    forget();
    toast(say("This phone has forgotten your hand."), "good", { words: say("Take it back"), act: () => { hands = before; save(); refresh(); } });
  }
}

document.addEventListener("submit", onSubmit);
document.addEventListener("click", onClick);
document.addEventListener("change", ({ target }) => { if ("handPhoto" in target.dataset && target.files.length) photograph(target); });
// After each update of the page: its number changes (live.js)
new MutationObserver(() => { show(); refresh(); }).observe(document.documentElement, { attributeFilter: ["data-number"] });
try {
  load();
} catch {
  // A browser that keeps nothing
}
refresh();
