// Forms for answers other than a choice from a list: a subset, a number, tokens on places, dice results.
// A draft answer is kept here and restored to its form after a live update of the page.
import { say } from "./words.js";
import { step } from "./taps.js";

// Form id to draft value
const drafts = new Map();
// Form id to the table's number from which on the accepted answer is part of the table
const acceptedAt = new Map();

export function startAnswerForms() {
  document.addEventListener("input", onInput);
  document.addEventListener("click", onClick);
  document.addEventListener("submit", onSubmit);
  restoreAnswers();
}

/** Called after each update of the page: restores drafts and drops those whose question is gone. */
export function restoreAnswers() {
  const forms = new Map([...document.querySelectorAll("form[data-answer-form]")].map((form) => [form.id, form]));
  for (const id of drafts.keys()) if (!forms.has(id)) forgetDraft(id);
  for (const id of acceptedAt.keys()) if (!forms.has(id)) acceptedAt.delete(id);
  for (const [id, form] of forms) {
    const kind = KINDS[form.dataset.answerForm];
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
}

function emptyForm(form) {
  forgetDraft(form.id);
  form.reset();
  form.dataset.refused = "";
  if (form.querySelector("[data-place]")) KINDS[form.dataset.answerForm].put(form, []);
}

function forgetDraft(id) {
  drafts.delete(id);
  steps.keep(id, null);
}

function updateState(form) {
  const kind = KINDS[form.dataset.answerForm];
  const problem = kind.problem(form);
  const state = [kind.state(form), problem].filter(Boolean).join(" ");
  const words = form.querySelector(".answer-state");
  if (words.textContent !== state) words.textContent = state;
  // Not `disabled`: the button stays reachable by keyboard, and the reason is shown when it is pressed.
  form.querySelector("[type=submit]").setAttribute("aria-disabled", String(Boolean(problem)));
}

function saveDraft(form) {
  const kind = KINDS[form.dataset.answerForm];
  drafts.set(form.id, kind.value(form));
  kind.keep?.(form.id, drafts.get(form.id));
  updateState(form);
}

const formOf = (event) => event.target.closest?.("form[data-answer-form]");

function onInput(event) {
  const form = formOf(event);
  if (!form) return;
  KINDS[form.dataset.answerForm].input?.(form, event.target);
  saveDraft(form);
}

function onClick(event) {
  const form = formOf(event);
  const button = event.target.closest?.("button[type=button]");
  if (!form || !button) return;
  KINDS[form.dataset.answerForm].click?.(form, button);
  saveDraft(form);
}

async function onSubmit(event) {
  const form = formOf(event);
  if (!form) return;
  event.preventDefault();
  const kind = KINDS[form.dataset.answerForm];
  if (kind.problem(form)) {
    const state = form.querySelector(".answer-state");
    state.classList.remove("again");
    requestAnimationFrame(() => state.classList.add("again"));
    return;
  }
  const { id } = form;
  const value = kind.value(form);
  const player = form.dataset.player === undefined ? null : Number(form.dataset.player);
  const answer = await (form.dataset.answerForm === "roll"
    ? step("draws", { numbers: value })
    : step("answers", { question: form.dataset.question, player, value }));
  if (answer?.status !== 200) return;
  forgetDraft(id);
  acceptedAt.set(id, answer.data.number);
  // The live update may have arrived before this answer
  restoreAnswers();
}

const numberOr = (text, otherwise) => (text === undefined ? otherwise : Number(text));

// --- a subset of several things

const subset = {
  value: (form) => [...form.querySelectorAll("[name=item]:checked")].map((box) => box.value),
  put(form, value) {
    for (const box of form.querySelectorAll("[name=item]")) box.checked = !box.disabled && value.includes(box.value);
  },
  sum: (form) => [...form.querySelectorAll("[name=item]:checked")].reduce((sum, box) => sum + Number(box.dataset.value), 0),
  state(form) {
    const count = this.value(form).length;
    const what = form.dataset.sumWords;
    return what ? say("Chosen: {count}. {what}: {total}.", { count, what, total: this.sum(form) }) : say("Chosen: {count}.", { count });
  },
  problem(form) {
    const { least, most, sumWords: what } = form.dataset;
    const count = this.value(form).length;
    if (count < Number(least) || count > Number(most)) {
      return least === most ? say("Choose {count}.", { count: most }) : say("Choose {least} to {most}.", { least, most });
    }
    const total = this.sum(form);
    const [low, high] = [numberOr(form.dataset.sumLeast, -Infinity), numberOr(form.dataset.sumMost, Infinity)];
    if (total < low) return say("{what}: {total}; at least {least}.", { what, total, least: low });
    if (total > high) return say("{what}: {total}; at most {most}.", { what, total, most: high });
    return "";
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

// --- tokens onto places

const tokensOn = (place) => JSON.parse(place.dataset.now || "{}");
const totalCount = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

const allocation = {
  places: (form) => [...form.querySelectorAll("[data-place]")],
  tokens: (form) => [...form.querySelectorAll("[name=token]")],
  value(form) {
    return this.places(form).flatMap((place) => Object.entries(tokensOn(place)).map(([token, count]) => [token, place.dataset.place, count]));
  },
  put(form, value) {
    for (const place of this.places(form)) {
      place.dataset.now = "{}";
      for (const [token, on, count] of value) if (on === place.dataset.place) this.add(form, place, token, count);
    }
    this.draw(form);
  },
  left(form, token) {
    const used = this.value(form).reduce((sum, [id, , count]) => sum + (id === token.value ? count : 0), 0);
    return Number(token.dataset.count) - used;
  },
  /** The reason why a token cannot be laid on a place, or "". */
  refused(form, place, token) {
    const accepts = JSON.parse(place.dataset.accepts);
    const words = place.dataset.words;
    if (accepts.length && !accepts.includes(token.value)) return say("{token} cannot lie on {place}.", { token: token.dataset.words, place: words });
    if (totalCount(tokensOn(place)) >= numberOr(place.dataset.highest, Infinity)) return say("{place} takes {count} at most.", { place: words, count: place.dataset.highest });
    if (this.left(form, token) < 1) return say("There are only {count} of {token}.", { count: token.dataset.count, token: token.dataset.words });
    return "";
  },
  add(form, place, id, count) {
    const token = this.tokens(form).find((one) => one.value === id);
    for (let n = 0; token && n < count && !this.refused(form, place, token); n += 1) {
      const now = tokensOn(place);
      now[id] = (now[id] ?? 0) + 1;
      place.dataset.now = JSON.stringify(now);
    }
  },
  click(form, button) {
    const place = button.closest("[data-place]");
    if (!place) return;
    form.dataset.refused = "";
    const now = tokensOn(place);
    if (button.dataset.take) {
      now[button.dataset.take] -= 1;
      if (!now[button.dataset.take]) delete now[button.dataset.take];
      place.dataset.now = JSON.stringify(now);
      place.querySelector("[data-lay]").focus();
    } else {
      const token = form.querySelector("[name=token]:checked");
      form.dataset.refused = token ? this.refused(form, place, token) : "";
      if (token) this.add(form, place, token.value, 1);
      // The next kind with tokens left is selected automatically.
      if (token && !this.left(form, token)) {
        const next = this.tokens(form).find((one) => this.left(form, one) > 0);
        if (next) next.checked = true;
      }
    }
    this.draw(form);
  },
  draw(form) {
    const words = Object.fromEntries(this.tokens(form).map((token) => [token.value, token.dataset.words]));
    for (const token of this.tokens(form)) token.closest(".choice").querySelector("[data-left]").textContent = this.left(form, token);
    for (const place of this.places(form)) {
      place.querySelector("[data-laid]").replaceChildren(...Object.entries(tokensOn(place)).map(([id, count]) => {
        const out = document.createElement("button");
        out.type = "button";
        out.className = "button laid-token";
        out.dataset.take = id;
        out.textContent = say("{count} × {token}", { count, token: words[id] });
        out.setAttribute("aria-label", say("{count} × {token} on {place}: take one away", { count, token: words[id], place: place.dataset.words }));
        return out;
      }));
    }
  },
  state(form) {
    const count = this.value(form).reduce((sum, [, , many]) => sum + many, 0);
    return [say("Laid: {count}.", { count }), form.dataset.refused].filter(Boolean).join(" ");
  },
  problem(form) {
    const { least, most } = form.dataset;
    const count = this.value(form).reduce((sum, [, , many]) => sum + many, 0);
    return count < Number(least) || count > Number(most) ? say("Place {least} to {most}.", { least, most }) : "";
  },
};

// --- dice results

const roll = {
  dice: (form) => new Set([...form.querySelectorAll("[data-die]")].map((field) => field.dataset.die)),
  shown(form, die) {
    const fields = [...form.querySelectorAll(`[data-die="${die}"]`)];
    const field = fields[0].type === "radio" ? fields.find((one) => one.checked) : fields[0];
    return field && field.value !== "" && field.validity.valid ? Number(field.value) : null;
  },
  value(form) {
    return [...this.dice(form)].map((die) => this.shown(form, die));
  },
  put(form, value) {
    for (const field of form.querySelectorAll("[data-die]")) {
      const shown = value[Number(field.dataset.die)];
      if (field.type === "radio") field.checked = Number(field.value) === shown;
      else if (field !== document.activeElement) field.value = shown ?? "";
    }
  },
  state: () => "",
  problem(form) {
    const left = this.value(form).filter((one) => one === null).length;
    return left ? say("Dice still to enter: {count}.", { count: left }) : "";
  },
};

// --- tokens onto places, step by step

// Tokens laid survive a reload of the page
const STORAGE_PREFIX = `laid ${location.pathname} `;
// Form id to its current step
const currentSteps = new Map();

const steps = {
  ...allocation,
  value: allocation.value,
  restore(form) {
    try {
      return JSON.parse(sessionStorage.getItem(STORAGE_PREFIX + form.id)) ?? undefined;
    } catch {
      return undefined;
    }
  },
  keep(id, value) {
    if (value === null) {
      sessionStorage.removeItem(STORAGE_PREFIX + id);
      currentSteps.delete(id);
    } else sessionStorage.setItem(STORAGE_PREFIX + id, JSON.stringify(value));
  },
  sums: (form) => [...form.querySelectorAll("[data-sum]")],
  sum(form, sum) {
    const weights = JSON.parse(sum.dataset.weights);
    return this.value(form).reduce((all, [token, , count]) => all + (weights[token] ?? 0) * count, 0);
  },
  /** The reason why a whole lot cannot be laid on a place, or "". */
  tooMuch(form, place, token) {
    const lot = Number(place.dataset.lot);
    if (totalCount(tokensOn(place)) + lot > numberOr(place.dataset.highest, Infinity)) return this.refused(form, place, token) || " ";
    if (this.left(form, token) < lot) return say("There are only {count} of {token}.", { count: token.dataset.count, token: token.dataset.words });
    for (const sum of this.sums(form)) {
      const all = this.sum(form, sum) + lot * (JSON.parse(sum.dataset.weights)[token.value] ?? 0);
      if (all > Number(sum.dataset.most)) return say("{what}: {total}; at most {most}.", { what: sum.dataset.sum, total: all, most: sum.dataset.most });
    }
    return "";
  },
  set(place, id, count) {
    const now = tokensOn(place);
    now[id] = count;
    if (count < 1) delete now[id];
    place.dataset.now = JSON.stringify(now);
  },
  click(form, button) {
    const step = currentSteps.get(form.id) ?? 0;
    form.dataset.refused = "";
    if (button.dataset.go) currentSteps.set(form.id, Number(button.dataset.go));
    else if ("next" in button.dataset) currentSteps.set(form.id, step + 1);
    else if ("back" in button.dataset) currentSteps.set(form.id, step - 1);
    else this.touch(form, button.closest("[data-place]"), button.dataset.token, button.dataset.take);
    this.draw(form);
    if (step !== (currentSteps.get(form.id) ?? 0)) form.closest(".question")?.scrollIntoView({ block: "nearest" });
  },
  touch(form, place, lay, take) {
    const id = lay ?? take;
    const had = tokensOn(place);
    const lot = Number(place.dataset.lot);
    if (take || ("one" in place.dataset && had[id])) return this.set(place, id, (had[id] ?? 0) - lot);
    // Where only one token is allowed, a new one replaces it.
    if ("one" in place.dataset) place.dataset.now = "{}";
    const token = this.tokens(form).find((one) => one.value === id);
    form.dataset.refused = this.tooMuch(form, place, token).trim();
    if (!this.tooMuch(form, place, token)) this.set(place, id, (tokensOn(place)[id] ?? 0) + lot);
    else place.dataset.now = JSON.stringify(had);
  },
  draw(form) {
    const tokens = new Map(this.tokens(form).map((token) => [token.value, token]));
    const groups = [...form.querySelectorAll("[data-group]")];
    const step = Math.min(currentSteps.get(form.id) ?? 0, groups.length - 1);
    for (const place of this.places(form)) {
      const now = tokensOn(place);
      for (const button of place.querySelectorAll("[data-token]")) {
        const mine = now[button.dataset.token] ?? 0;
        if ("one" in place.dataset) button.setAttribute("aria-pressed", String(mine > 0));
        else button.setAttribute("aria-disabled", String(Boolean(this.tooMuch(form, place, tokens.get(button.dataset.token)))));
      }
      for (const button of place.querySelectorAll("[data-take]")) button.disabled = !now[button.dataset.take];
      for (const count of place.querySelectorAll("[data-laid-of]")) count.textContent = now[count.dataset.laidOf] ?? 0;
    }
    for (const [n, group] of groups.entries()) {
      group.hidden = n !== step;
      const go = form.querySelector(`[data-go="${n}"]`);
      go.setAttribute("aria-current", n === step ? "step" : "false");
      const many = [...group.querySelectorAll("[data-place]")].filter((place) => totalCount(tokensOn(place))).length;
      const badge = go.querySelector("[data-many]");
      if (badge) badge.textContent = many || "";
    }
    for (const sum of this.sums(form)) sum.querySelector("[data-total]").textContent = this.sum(form, sum);
    form.querySelector("[data-all]").replaceChildren(...this.value(form).map(([id, on, count]) => {
      const item = document.createElement("li");
      const place = this.places(form).find((one) => one.dataset.place === on);
      const words = place.querySelectorAll("[data-token]").length > 1 || count > 1 ? say("{count} × {token}", { count, token: tokens.get(id).dataset.words }) : "";
      item.textContent = [place.dataset.words, words].filter(Boolean).join(": ");
      return item;
    }));
    form.querySelector("[data-back]").hidden = step === 0;
    form.querySelector("[data-next]").hidden = step === groups.length - 1;
    form.querySelector("[type=submit]").hidden = step !== groups.length - 1;
  },
  put(form, value) {
    for (const place of this.places(form)) place.dataset.now = "{}";
    for (const [id, on, count] of value) {
      const place = this.places(form).find((one) => one.dataset.place === on);
      if (place?.querySelector(`[data-token="${id}"]`)) this.set(place, id, count);
    }
    this.draw(form);
  },
  state: (form) => form.dataset.refused ?? "",
};

const KINDS = { subset, amount, allocation, steps, roll };
