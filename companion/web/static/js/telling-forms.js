// Forms that tell what is printed on a piece (telling), and which piece it is (naming). See contract/telling.py.
import { say } from "./words.js";

const LATER = "later";

const fields = (form) => [...form.querySelectorAll("[data-field]")];
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

function showWriting(field) {
  const typed = field.querySelector("[data-filter]").value.trim();
  const button = field.querySelector("[data-write]");
  button.hidden = !typed;
  button.querySelector("[data-write-words]").textContent = say("Write: {words}", { words: typed });
}

// What a fact that is still missing takes, by the fields that the form has for it.
function wanted(field) {
  const line = field.querySelector("[data-line]");
  const what = field.dataset.words;
  if (!line) return say("{what}: choose one.", { what });
  if (line.type === "number") return say("{what}: a number from {lowest} to {highest}.", { what, lowest: line.min, highest: line.max });
  return say("{what}: a text of up to {longest} letters.", { what, longest: line.maxLength });
}

export const telling = {
  value: (form) => [...fields(form).flatMap(chosen), ...(form.dataset.saidLast ? [form.dataset.saidLast] : []), ...(form.dataset.saidLater ? [LATER] : [])],
  put(form, value) {
    for (const field of fields(form)) {
      const own = value.filter((text) => text.startsWith(`${field.dataset.field}=`)).map((text) => text.slice(field.dataset.field.length + 1));
      for (const line of field.querySelectorAll("[data-line]")) if (line !== document.activeElement) line.value = own[0] || "";
      for (const box of field.querySelectorAll("[data-tell]")) box.checked = own.includes(box.value);
      const offered = [...field.querySelectorAll("[data-tell]")].map((box) => box.value);
      if (field.querySelector("[data-typed]")) for (const words of own) if (!offered.includes(words)) write(field, words);
    }
  },
  input(form, input) {
    const field = input.closest("[data-field]");
    if (input.type === "file") import("./telling-photo.js").then((it) => it.propose(form, input, write));
    else if ("filter" in input.dataset) showWriting(field);
  },
  click(form, button) {
    if (!("write" in button.dataset)) return;
    const field = button.closest("[data-field]");
    const search = field.querySelector("[data-filter]");
    write(field, search.value.trim());
    search.value = "";
    search.dispatchEvent(new Event("input", { bubbles: true }));
  },
  // Return in a search takes the first that was found, instead of sending the form.
  key(form, event) {
    if (event.key !== "Enter" || !("filter" in event.target.dataset)) return;
    event.preventDefault();
    const field = event.target.closest("[data-field]");
    const found = event.target.value.trim() && field.querySelector("[data-words]:not([hidden]) [data-tell]");
    (found || field.querySelector("[data-write]")).click();
  },
  submitted(form, button) {
    form.dataset.saidLater = button && "later" in button.dataset ? "yes" : "";
    form.dataset.saidLast = button && "close" in button.dataset ? `${button.closest("[data-closing]").dataset.closing}=${button.value}` : "";
  },
  state: () => "",
  problem(form) {
    if (form.dataset.saidLater && form.dataset.waived) return "";
    const missing = fields(form).find((field) => "needed" in field.dataset && !chosen(field).length);
    return missing ? wanted(missing) : "";
  },
};

const typedName = (form) => form.elements.name.value.trim().replace(/\s+/g, " ");

// The pieces of the box first, then names from elsewhere once something is typed, then a new one.
function filter(form) {
  const wanted = typedName(form).toLowerCase();
  let same = false;
  for (const button of form.querySelectorAll("[data-name]")) {
    const { name } = button.dataset;
    button.hidden = !name.includes(wanted) || ("elsewhere" in button.dataset && !wanted);
    same ||= name === wanted;
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
    const same = shown.find((one) => one.dataset.name === typedName(form).toLowerCase());
    if (same) form.dataset.value = same.dataset.value;
  },
  state: () => "",
  problem(form) {
    return this.value(form).length ? "" : say("Choose one, or write its name.");
  },
};
