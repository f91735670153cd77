// The form of a whole piece, in the box and for a table: what is said so far is drawn, what follows is said before it is
// kept, and "Saved" stands at the form's end, where it hides nothing. See contract/piece_form.py.
import { send } from "./send.js";
import { telling } from "./telling-forms.js";
import { say } from "./words.js";

const WAIT_MS = 150;
const SAID = "said";
const form = document.querySelector("[data-piece-form]");
const $ = (what) => document.querySelector(what);
let asked = 0;
let begun = false;
let refused = false;

function show(words, kind = "") {
  const state = form.querySelector(".answer-state");
  state.textContent = words;
  state.className = `answer-state ${kind}`.trim();
}

// It stays until something else is said: what was being looked at meanwhile does not take it away.
function refuse(words) {
  refused = true;
  show(words, "bad");
}

function body(more = {}) {
  return { id: form.dataset.id, value: telling.value(form), table: form.dataset.table || null, ...more };
}

// --- while it is filled in

async function look() {
  const turn = ++asked;
  refused = false;
  form.dataset.fresh = "";
  await new Promise((go) => setTimeout(go, WAIT_MS));
  if (turn !== asked) return;
  const { status, data } = await send(form.dataset.look, body());
  if (turn !== asked) return;
  if (status !== 200) return show(data.sentence, "bad");
  inPlace(() => {
    // Faces are SVG made by the companion; what people typed is set as text below.
    if (!data.wrong) $("[data-faces]").innerHTML = data.faces.join("");
    $("[data-caption]").textContent = data.caption;
    $("[data-words-of-lines]").replaceChildren(...data.lines.map(({ words, plays }) => Object.assign(document.createElement("li"), { textContent: words, className: plays ? "" : "by-hand" })));
    const start = $("[data-start]");
    start.hidden = !data.usual.length;
    start.querySelector("[data-start-words]").textContent = data.usual_words;
    start.querySelector("[data-start-take]").value = JSON.stringify(data.usual);
    for (const [name, values] of Object.entries(data.likely)) bringForward(name, values);
  });
  if (begun && !refused) show(data.wrong, data.wrong && "bad");
  form.dataset.fresh = "yes";
}

// What comes and goes above the fields moves none of them under the finger.
function inPlace(change) {
  const field = [...form.querySelectorAll("[data-field]")].find((it) => it.getBoundingClientRect().bottom > 0);
  const before = field?.getBoundingClientRect().top;
  change();
  if (field) scrollBy({ top: field.getBoundingClientRect().top - before, behavior: "instant" });
}

// What is likely now is shown before the long list that it is in.
function bringForward(name, values) {
  const field = form.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const place = field?.querySelector("[data-typed]");
  for (const label of [...(place?.children ?? [])]) if ("moved" in label.dataset && !label.querySelector(":checked") && !values.includes(label.querySelector("input").value)) putBack(field, label);
  for (const box of field?.querySelectorAll(".fold [data-tell]") ?? []) {
    if (!values.includes(box.value)) continue;
    const label = box.closest("label");
    label.dataset.moved = label.parentElement.closest("[data-fold]").querySelector("summary").textContent;
    place.append(label);
  }
}

function putBack(field, label) {
  const fold = [...field.querySelectorAll("[data-fold]")].find((it) => it.querySelector("summary").textContent === label.dataset.moved);
  delete label.dataset.moved;
  fold.querySelector(".choices").append(label);
}

// --- keeping it

async function keep(follow = "") {
  const { status, data } = await send(form.dataset.keep, body({ follow }));
  if (status !== 200) return refuse(data.sentence);
  if (data.follows) return askFirst(data.follows);
  sessionStorage.setItem(SAID, data.words);
  location.assign(data.next);
}

// What follows at the table is said before it is kept.
function askFirst(follows) {
  const place = $("[data-follows]");
  for (const what of ["steps", "facts", "result", "result_now"]) {
    const list = place.querySelector(`[data-follows-list=${what}]`);
    list.replaceChildren(...follows[what].map(line));
    list.parentElement.hidden = !follows[what].length;
  }
  place.querySelector("[data-follows-why]").textContent = follows.why;
  place.querySelector("[value=as-if]").hidden = place.querySelector("[data-follows-change]").hidden = !follows.facts.length;
  form.hidden = true;
  place.hidden = false;
  place.querySelector("button:not([hidden])").focus();
}

const line = (words) => Object.assign(document.createElement("li"), { textContent: words });

function start() {
  form.addEventListener("input", (event) => {
    begun = true;
    telling.input(form, event.target);
    look();
  });
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[type=button]");
    if (!button) return;
    begun = true;
    telling.click(form, button);
    look();
  });
  form.addEventListener("keydown", (event) => telling.key(form, event));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    telling.submitted(form, event.submitter);
    const problem = form.dataset.saidLater ? "" : telling.problem(form);
    if (problem) refuse(problem);
    else keep();
  });
  $("[data-start-take]").addEventListener("click", ({ currentTarget }) => {
    telling.propose(form, JSON.parse(currentTarget.value));
    $("[data-start]").hidden = true;
  });
  $("[data-follows]").addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    $("[data-follows]").hidden = true;
    form.hidden = false;
    if (button.value) keep(button.value);
  });
  telling.draw(form);
  const said = sessionStorage.getItem(SAID), read = sessionStorage.getItem(`read-${form.dataset.id}`);
  sessionStorage.removeItem(SAID);
  sessionStorage.removeItem(`read-${form.dataset.id}`);
  if (said) show(said, "good");
  // Where the same piece is shown again, its end is where one was.
  if (said && document.referrer.split("?")[0] === location.href.split("?")[0]) form.querySelector(".form-end").scrollIntoView({ block: "end", behavior: "instant" });
  if (read) telling.propose(form, JSON.parse(read));
}

if (form) start();
