// A photo of the piece that is asked for: what was read on it is chosen in the form, for its owner to compare. Loaded by
// telling-forms.js when somebody takes one.
import { sendPhoto } from "./photo.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

export async function propose(form, input, write) {
  const [file] = input.files;
  if (!file) return;
  const told = toast(say("Reading the photo …"));
  const { status, data } = await sendPhoto(`${document.getElementById("live").dataset.table}told/photo`, file);
  told();
  input.value = "";
  toast(status === 200 ? data.words : data.sentence, status === 200 ? "good" : "bad");
  if (status !== 200 || !form.isConnected) return;
  const byField = new Map();
  for (const value of data.values) {
    const at = value.indexOf("=");
    const name = value.slice(0, at);
    byField.set(name, [...(byField.get(name) || []), value.slice(at + 1)]);
  }
  for (const [name, values] of byField) {
    const mark = CSS.escape(name);
    const field = form.querySelector(`[data-field="${mark}"]`);
    if (field) put(field, values, write);
    for (const button of form.querySelectorAll(`[data-closing="${mark}"] [data-close]`)) button.toggleAttribute("data-proposed", values.includes(button.value));
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

function put(field, values, write) {
  const line = field.querySelector("[data-line]");
  if (line) {
    line.value ||= values[0];
    return;
  }
  for (const box of field.querySelectorAll("[data-tell]")) box.checked = values.includes(box.value);
  const offered = [...field.querySelectorAll("[data-tell]")].map((box) => box.value);
  for (const words of values) if (!offered.includes(words) && field.querySelector("[data-typed]")) write(field, words);
}
