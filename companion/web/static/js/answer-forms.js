// Forms for answers other than a choice from a list: a subset, a number, tokens on places, dice results.
// A draft answer is kept here and restored to its form after a live update of the page.
import { loadScript } from "./send.js";
import { say } from "./words.js";
import { step } from "./taps.js";

// Form id to draft value
const drafts = new Map();
// Form id to the table's number from which on the accepted answer is part of the table
const acceptedAt = new Map();
// Form id to when its owner was asked whether nothing at all is meant
const askedEmpty = new Map();
// A second tap that comes sooner, in milliseconds, belongs to the first: it confirms nothing.
const DOUBLE_TAP = 500;

export function startAnswerForms() {
  document.addEventListener("input", onInput);
  document.addEventListener("click", onClick);
  document.addEventListener("submit", onSubmit);
  document.addEventListener("keydown", onKey);
  restoreAnswers();
}

/** Called after each update of the page: restores drafts and drops those whose question is gone. */
export function restoreAnswers() {
  const forms = new Map([...document.querySelectorAll("form[data-answer-form]")].map((form) => [form.id, form]));
  for (const id of drafts.keys()) if (!forms.has(id)) forgetDraft(id);
  for (const id of acceptedAt.keys()) if (!forms.has(id)) acceptedAt.delete(id);
  for (const id of askedEmpty.keys()) if (!forms.has(id)) askedEmpty.delete(id);
  for (const [id, form] of forms) {
    const kind = kindOf(form);
    if (!kind) continue;
    if (acceptedAt.get(id) <= Number(document.getElementById("live").dataset.number)) {
      acceptedAt.delete(id);
      // The next question of the same kind uses the same form and must start empty.
      if (!("changeable" in form.dataset)) emptyForm(form);
    }
    const kept = drafts.has(id) ? drafts.get(id) : kind.restore?.(form);
    if (kept !== undefined) drafts.set(id, kept);
    if (drafts.has(id)) kind.put(form, drafts.get(id));
    else kind.draw?.(form);
    updateState(form);
  }
  openOver();
}

// On the table's page a form may lie over it, in a popover: what must be told opens by itself, once for each question, and
// what is asked anew begins at its top.
let opened = "", begun = "";

function openOver() {
  const form = document.querySelector("[popover] form[data-opens]");
  const question = form ? `${document.getElementById("live")?.dataset.number}:${form.id}` : "";
  // A lesson that waits for its reader comes before the form.
  if (!form || question === opened || document.querySelector("#lesson [data-waits=tap]")) return;
  opened = question;
  const over = form.closest("[popover]"), asked = over.querySelector("h2").textContent;
  if (!over.matches(":popover-open")) over.showPopover();
  if (asked !== begun) for (const it of [over, form, ...form.children]) it.scrollTop = 0;
  begun = asked;
  form.elements.name?.focus();
}

function emptyForm(form) {
  forgetDraft(form.id);
  form.reset();
  form.dataset.refused = "";
  if (form.querySelector("[data-place]")) kindOf(form).put(form, []);
}

function forgetDraft(id) {
  drafts.delete(id);
  askedEmpty.delete(id);
  KINDS.steps?.keep(id, null);
}

function updateState(form) {
  const kind = kindOf(form);
  const problem = kind.problem(form);
  const asked = askedEmpty.has(form.id);
  const sure = asked && !problem ? say("Nothing is laid. Tap again to answer with nothing.") : "";
  const state = [sure || kind.state(form), problem, form.dataset.unanswered].filter(Boolean).join(" ");
  const words = form.querySelector(".answer-state");
  if (words.textContent !== state) words.textContent = state;
  // Not `disabled`: the button stays reachable by keyboard, and the reason is shown when it is pressed.
  const refused = String(Boolean(problem) || (!asked && Boolean(kind.empty?.(form))));
  for (const button of form.querySelectorAll("[type=submit]:not([data-later])")) button.setAttribute("aria-disabled", refused);
}

function saveDraft(form) {
  const kind = kindOf(form);
  drafts.set(form.id, kind.value(form));
  kind.keep?.(form.id, drafts.get(form.id));
  askedEmpty.delete(form.id);
  delete form.dataset.unanswered;
  updateState(form);
}

// What was touched while what runs its form is on its way: it is done when that has come.
const early = [];

/** The form that an event is about; none, while what runs it is on its way: `again` is then called when it is there. */
function formOf(event, again) {
  const form = event.target.closest?.("form[data-answer-form]");
  if (!form || kindOf(form)) return form;
  early.push(() => form.isConnected && again(event));
  return null;
}

function onInput(event) {
  const form = formOf(event, onInput);
  if (!form) return;
  kindOf(form).input?.(form, event.target);
  saveDraft(form);
}

function onClick(event) {
  const form = formOf(event, onClick);
  const button = event.target.closest?.("button[type=button]");
  const label = event.target.closest?.("[data-why]");
  if (form && label) kindOf(form).told?.(form, label);
  if (!form || !button) return;
  kindOf(form).click?.(form, button);
  saveDraft(form);
}

function onKey(event) {
  const form = formOf(event, () => {});
  if (form) kindOf(form).key?.(form, event);
}

async function onSubmit(event) {
  if (event.target.closest?.("form[data-answer-form]")) event.preventDefault();
  const form = formOf(event, onSubmit);
  if (!form) return;
  const kind = kindOf(form);
  kind.submitted?.(form, event.submitter);
  const { id } = form;
  if (kind.problem(form)) return pointAtState(form);
  if (kind.empty?.(form) && !isSure(id)) {
    if (!askedEmpty.has(id)) askedEmpty.set(id, performance.now());
    updateState(form);
    return pointAtState(form);
  }
  const value = kind.value(form);
  const player = form.dataset.player === undefined ? null : Number(form.dataset.player);
  const answer = await (form.dataset.answerForm === "roll"
    ? step("draws", { numbers: value })
    : step("answers", { question: form.dataset.question, player, value }, null, form.dataset.answerForm === "telling"));
  if (answer && answer.status !== 200) refuse(document.getElementById(id), answer.data);
  if (answer?.status !== 200) return;
  forgetDraft(id);
  acceptedAt.set(id, answer.data.number);
  // The live update may have arrived before this answer
  restoreAnswers();
}

// Why it was refused stands in the form, too, until it is changed.
function refuse(form, { sentence = "", remedy = "" }) {
  if (!form) return;
  form.dataset.unanswered = [sentence, remedy].filter(Boolean).join(" ");
  updateState(form);
  pointAtState(form);
}

/** Whether its owner was asked about an empty answer, long enough ago to have read it. */
const isSure = (id) => askedEmpty.has(id) && performance.now() - askedEmpty.get(id) > DOUBLE_TAP;

function pointAtState(form) {
  const state = form.querySelector(".answer-state");
  const { top, bottom } = state.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) state.scrollIntoView({ block: "center" });
  state.classList.remove("again");
  requestAnimationFrame(() => state.classList.add("again"));
}

// --- a subset of several things

const subset = {
  value: (form) => [...form.querySelectorAll("[name=item]:checked")].map((box) => box.value),
  put(form, value) {
    for (const box of form.querySelectorAll("[name=item]")) box.checked = !("refused" in box.dataset) && value.includes(box.value);
    this.draw(form);
  },
  input(form) {
    this.draw(form);
  },
  /** Of a tree: what needs others can be chosen once they are, and goes when they go. */
  draw(form) {
    form.dataset.why = "";
    const boxes = [...form.querySelectorAll("[data-needs]")];
    for (let before = -1; before !== this.value(form).length;) {
      const chosen = this.value(form);
      before = chosen.length;
      for (const box of boxes) {
        const met = JSON.parse(box.dataset.needs).every(([count, ids]) => ids.filter((id) => chosen.includes(id)).length >= count);
        box.disabled = "refused" in box.dataset || !met;
        box.checked &&= met;
      }
    }
  },
  told(form, label) {
    if (!label.querySelector("input").disabled) return;
    form.dataset.why = label.dataset.why;
    updateState(form);
  },
  sum: (form) => [...form.querySelectorAll("[name=item]:checked")].reduce((sum, box) => sum + Number(box.dataset.value), 0),
  sumProblem(form) {
    const { sumWords: what, sumLeast: least, sumMost: most } = form.dataset;
    const total = this.sum(form);
    if (total < Number(least ?? -Infinity)) return say("{what}: {total}; at least {least}.", { what, total, least });
    return total > Number(most ?? Infinity) ? say("{what}: {total}; at most {most}.", { what, total, most }) : "";
  },
  /** What is chosen so far, and before anything is, that nothing need be; what still has to be is the problem. */
  state(form) {
    const { why, sumWords: what, sumMost, most } = form.dataset;
    if (why) return why;
    const count = this.value(form).length, total = this.sum(form);
    if (!count) return this.problem(form) ? "" : what ? say("{what}: up to {most}, or none.", { what, most: sumMost ?? most }) : say("Up to {most}, or none.", { most });
    const sum = !what || this.sumProblem(form) ? "" : sumMost ? say("{what}: {total} of {most}.", { what, total, most: sumMost }) : say("{what}: {total}.", { what, total });
    // Where each counts as one, the sum says how many there are.
    return sum && !form.querySelector("[name=item]:not([data-value='1'])") ? sum : [say("Chosen: {count}.", { count }), sum].filter(Boolean).join(" ");
  },
  problem(form) {
    const { least, most, sumWords: what } = form.dataset;
    const count = this.value(form).length;
    if (count > Number(most)) return say("No more than {most}.", { most });
    if (count && count < Number(least)) return say("Choose {count} more.", { count: least - count });
    if (count >= Number(least)) return this.sumProblem(form);
    if (least !== most) return say("Choose {least} to {most}.", { least, most });
    return what ? say("{what}: choose {count}.", { what, count: most }) : say("Choose {count}.", { count: most });
  },
};

// --- a number

const amount = {
  value: (form) => (form.elements.amount.value === "" ? null : Number(form.elements.amount.value)),
  put(form, value) {
    // The field being typed in is not changed.
    if (form.elements.amount !== document.activeElement) form.elements.amount.value = value ?? "";
    if (value !== null) form.elements.slider.value = value;
  },
  input(form, field) {
    if (field.name === "slider") form.elements.amount.value = field.value;
    else if (field.value !== "") form.elements.slider.value = field.value;
  },
  click(form, button) {
    if (!button.dataset.step) return;
    const { lowest, highest } = form.dataset;
    const next = Math.min(Number(highest), Math.max(Number(lowest), Number(form.elements.amount.value) + Number(button.dataset.step)));
    form.elements.amount.value = form.elements.slider.value = next;
  },
  state: () => "",
  problem(form) {
    const { lowest, highest } = form.dataset;
    const value = this.value(form);
    return Number.isInteger(value) && value >= Number(lowest) && value <= Number(highest) ? "" : say("Answer with a number from {lowest} to {highest}.", { lowest, highest });
  },
};

const KINDS = { subset, amount };
// Tokens on places and dice are rare, and a box that has been told asks nothing more: what runs such a form comes with the first.
const LATER = [
  [() => loadScript("./token-forms.js"), ["allocation", "single", "steps"]],
  [() => loadScript("./dice-forms.js"), ["roll"]],
  [() => loadScript("./telling-forms.js"), ["telling", "naming"]],
];

/** What runs a form; nothing, while it is on its way. */
function kindOf(form) {
  const name = form.dataset.answerForm;
  if (!(name in KINDS)) {
    const [load, names] = LATER.find((part) => part[1].includes(name));
    for (const one of names) KINDS[one] = null;
    load().then((loaded) => {
      for (const one of names) KINDS[one] = loaded[one];
      restoreAnswers();
      for (const act of early.splice(0)) act();
    // Tried again at a touch
    }, () => { for (const one of names) delete KINDS[one]; });
  }
  return KINDS[name];
}
