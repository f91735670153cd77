// Forms that tell what is printed on a piece (telling), and which piece it is (naming). See contract/telling.py.
import { drawPiece, reopen, showSteps, togglePace } from "./drawn-piece.js";
import { loadScript } from "./send.js";
import { plainName } from "./lists.js";
import { near } from "./near.js";
import { sayNoConnection, toast } from "./toast.js";
import { say } from "./words.js";

const LATER = "later";
const MAX_OFFERS = 8;

const fields = (form) => [...form.querySelectorAll("[data-field]:not([hidden])")];
const chosen = (field) => [...field.querySelectorAll("[data-tell]:checked, [data-line]")].filter((box) => box.value.trim()).map((box) => `${field.dataset.field}=${box.value.trim().replace(/\s+/g, " ")}`);

// A line that is not offered, written by hand: it becomes a choice like the others, and is chosen.
function write(field, words) {
  const several = "several" in field.dataset;
  const label = document.createElement("label");
  label.className = "choice";
  const box = Object.assign(document.createElement("input"), { type: several ? "checkbox" : "radio", name: field.dataset.field, value: words });
  box.dataset.tell = "";
  const span = document.createElement("span");
  span.textContent = words;
  label.append(box, " ", span);
  field.querySelector("[data-typed]").append(label);
  box.checked = true;
}

/** Shows the fields that are there only while another says so ("?" in place of VP: what it counts). */
function showOpened(form) {
  const said = fields(form).flatMap(chosen);
  for (const field of form.querySelectorAll("[data-when]")) field.hidden = !JSON.parse(field.dataset.when).some((item) => said.includes(item));
}

/** Chooses these values of a field beside what is chosen; of one that takes a single value in its place. */
function choose(field, values) {
  const line = field.querySelector("[data-line]");
  if (line) line.value ||= values[0];
  else for (const value of values) {
    const box = [...field.querySelectorAll("[data-tell]")].find((one) => one.value === value);
    if (box) box.checked = true;
    else if (field.querySelector("[data-typed]")) write(field, value);
  }
}

const said = (box) => box.closest("label").querySelector("span").textContent;
const groupOf = (box) => box.closest("label").dataset.moved ?? box.closest("[data-fold]")?.querySelector("summary").textContent ?? "";
// In French a space stands before a colon, too.
const bare = (words) => plainName(words).replace(/ ?: ?/g, ":").replace(/\.$/, "");

// Words of a choice, with or without those of its group before them, are that choice.
function meant(field, words) {
  const same = [...field.querySelectorAll("[data-tell]")].filter((it) => [said(it), `${groupOf(it)}:${said(it)}`].map(bare).includes(bare(words)));
  return same.length === 1 ? same[0].value : words;
}

// Names that may be meant: those that begin so, else those that are nearly so; before anything is typed, first letters.
// told: nobody is typing, so that only another spelling of what stands there may be meant.
function offerNames(field, told = false) {
  const line = field.querySelector("[data-line]"), place = field.querySelector("[data-offers]");
  if (!place || (!line.value.trim() && !("letters" in place.dataset))) return place?.replaceChildren();
  const names = JSON.parse(place.dataset.offers), typed = plainName(line.value);
  const first = names.filter((name) => plainName(name) !== typed && plainName(name).startsWith(typed));
  const inside = names.filter((name) => !first.includes(name) && ` ${plainName(name)}`.includes(` ${typed}`) && plainName(name) !== typed);
  const begun = told && typed ? [] : typed.length === 1 ? first : [...first, ...inside].slice(0, MAX_OFFERS);
  const letters = [...new Set(names.map((name) => name[0].toUpperCase()))];
  const offered = !typed ? letters : begun.length ? begun : near(typed, names);
  const words = (name) => (typed && !begun.length ? say("{name}?", { name }) : name);
  place.replaceChildren(...offered.map((name) => Object.assign(document.createElement("button"), { type: "button", className: typed ? "button" : "button letter", value: name, textContent: words(name) })));
}

function takeName(field, button) {
  const line = field.querySelector("[data-line]");
  const names = JSON.parse(button.parentElement.dataset.offers).filter((name) => name[0].toUpperCase() === button.value);
  line.value = button.classList.contains("letter") && names.length === 1 ? names[0] : button.value;
  offerNames(field);
  if (!button.classList.contains("letter") || names.length === 1) field.querySelector("[data-offers]").replaceChildren();
}

function showWriting(field) {
  const typed = field.querySelector("[data-filter]").value.trim();
  const button = field.querySelector("[data-write]");
  button.hidden = !typed;
  button.querySelector("[data-write-words]").textContent = say("Write: {words}", { words: typed });
}

// One more or one less of what is counted.
function count(line, step) {
  const next = Number(line.value) + step;
  line.value = Math.min(Number(line.max), Math.max(Number(line.min), next));
}

// What was told of a field is not told after all.
function untell(field) {
  for (const box of field.querySelectorAll("[data-tell]")) box.checked = false;
  for (const line of field.querySelectorAll("[data-line]")) line.value = "";
}

export const telling = {
  value: (form) => [...new Set(fields(form).flatMap(chosen)), ...(form.dataset.saidLast ? [form.dataset.saidLast] : []), ...(form.dataset.saidLater ? [LATER] : [])],
  put(form, value) {
    for (const field of fields(form)) {
      const own = value.filter((text) => text.startsWith(`${field.dataset.field}=`)).map((text) => text.slice(field.dataset.field.length + 1));
      for (const line of field.querySelectorAll("[data-line]")) if (line !== document.activeElement) line.value = own[0] || "";
      for (const box of field.querySelectorAll("[data-tell]")) box.checked = own.includes(box.value);
      const offered = [...field.querySelectorAll("[data-tell]")].map((box) => box.value);
      if (field.querySelector("[data-typed]")) for (const words of own) if (!offered.includes(words)) write(field, words);
    }
    showOpened(form);
    drawPiece(form);
  },
  /** Chooses what was read or is usual, beside what is chosen: for its owner to compare. */
  propose(form, values) {
    for (const name of new Set(values.map((value) => value.slice(0, value.indexOf("="))))) {
      const said = values.filter((value) => value.startsWith(`${name}=`)).map((value) => value.slice(name.length + 1)), mark = CSS.escape(name);
      const field = form.querySelector(`[data-field="${mark}"]`);
      if (field) choose(field, said);
      for (const button of form.querySelectorAll(`[data-closing="${mark}"] [data-close]`)) button.toggleAttribute("data-proposed", said.includes(button.value));
    }
    this.draw(form);
    form.dispatchEvent(new Event("input", { bubbles: true }));
  },
  draw(form) {
    showOpened(form);
    for (const field of fields(form)) offerNames(field, true);
    showSteps(form);
    drawPiece(form);
  },
  input(form, input) {
    const field = input.closest?.("[data-field]");
    if (input.type === "file") loadScript("./photo.js").then((it) => this.photo(form, input, it), () => { input.value = ""; sayNoConnection(); });
    else if (field && "filter" in input.dataset) showWriting(field);
    else if (field && "line" in input.dataset) offerNames(field);
    else if (input.type === "radio" && field?.querySelector("[data-reopen]")) field.classList.add("told");
    showOpened(form);
    showSteps(form);
    drawPiece(form);
  },
  // What was read on the piece is chosen, for its owner to compare.
  async photo(form, input, { readPhoto }) {
    const data = await readPhoto(input, `${document.getElementById("live").dataset.table}told/photo`);
    if (!data) return;
    toast(data.words, "good");
    if (form.isConnected) this.propose(form, data.values);
  },
  click(form, button) {
    const field = button.closest("[data-field]");
    if ("reopen" in button.dataset) reopen(form, field);
    if ("allAtOnce" in button.dataset) togglePace(form);
    if (button.parentElement.matches("[data-offers]")) takeName(field, button);
    if ("step" in button.dataset) count(field.querySelector("[data-line]"), Number(button.dataset.step));
    if ("untell" in button.dataset) {
      untell(field);
      showOpened(form);
      drawPiece(form);
    }
    if (!("write" in button.dataset)) return;
    const search = field.querySelector("[data-filter]");
    choose(field, [meant(field, search.value.trim())]);
    search.value = "";
    search.dispatchEvent(new Event("input", { bubbles: true }));
  },
  // Return in a search takes the first that was found, and in a line presses the main button, where there is one: a
  // browser would press the first that sends, which says 0 VP, or that the rest is told later.
  key(form, event) {
    const { line, filter } = event.target.dataset;
    if (event.key !== "Enter" || event.isComposing || (line ?? filter) == null) return;
    event.preventDefault();
    if (line === "") return form.querySelector(".form-end .primary")?.click();
    const field = event.target.closest("[data-field]");
    const found = event.target.value.trim() && field.querySelector("label[data-words]:not([hidden]) [data-tell]");
    (found || field.querySelector("[data-write]")).click();
  },
  submitted(form, button) {
    const last = button && "close" in button.dataset ? `${button.closest("[data-closing]").dataset.closing}=${button.value}` : "";
    // What opens a further field cannot be the last that is said.
    const opens = [...form.querySelectorAll("[data-when]")].some((field) => JSON.parse(field.dataset.when).includes(last));
    form.dataset.saidLater = opens || (button && "later" in button.dataset) ? "yes" : "";
    form.dataset.saidLast = last;
  },
  state: () => "",
  problem(form) {
    if (form.dataset.saidLater && form.dataset.waived) return "";
    const wrong = fields(form).find((field) => ("needed" in field.dataset && !chosen(field).length) || field.querySelector("[data-line]:invalid"));
    return wrong ? wrong.dataset.wanted : "";
  },
};

const typedName = (form) => form.elements.name.value.trim().replace(/\s+/g, " ");

// The pieces of the box first, then names from elsewhere once something is typed, then a new one.
function filter(form) {
  const wanted = plainName(typedName(form));
  const buttons = [...form.querySelectorAll("[data-name]")];
  const found = buttons.some(({ dataset: { name } }) => plainName(name).includes(wanted));
  const nearly = found ? [] : near(wanted, buttons.map((button) => button.dataset.name));
  let same = false;
  for (const button of buttons) {
    const { name } = button.dataset, plain = plainName(name);
    button.hidden = !(plain.includes(wanted) || nearly.includes(name)) || ("elsewhere" in button.dataset && !wanted);
    button.classList.toggle("nearly", nearly.includes(name));
    same ||= plain === wanted;
  }
  const button = form.querySelector("[data-new-name]");
  button.hidden = !wanted || same || !form.dataset.new;
  button.querySelector("[data-new-words]").textContent = `${form.dataset.new} ${typedName(form)}`;
}

export const naming = {
  value: (form) => (form.dataset.value ? [form.dataset.value] : typedName(form) ? [`new:${typedName(form)}`] : []),
  put(form, value) {
    form.dataset.value = "";
    const text = value[0] || "";
    if (text.startsWith("new:") && form.elements.name !== document.activeElement) form.elements.name.value = text.slice(4);
    filter(form);
  },
  draw: filter,
  input: (form) => filter(form),
  click(form, button) {
    if (!("value" in button.dataset) || button.getAttribute("aria-disabled") === "true") return;
    form.dataset.value = button.dataset.value;
    form.requestSubmit();
  },
  submitted(form, button) {
    if (!button) return;
    form.dataset.value = "";
    // Return takes the only piece that has these letters, before it makes a new one.
    const shown = [...form.querySelectorAll("[data-name]:not([hidden])")];
    const same = shown.find((one) => plainName(one.dataset.name) === plainName(typedName(form)));
    if (same) form.dataset.value = same.dataset.value;
  },
  state: () => "",
  problem(form) {
    return this.value(form).length ? "" : say("Choose one, or write its name.");
  },
};
