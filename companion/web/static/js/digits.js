// Digits as keyboards of other scripts type them (full width, Arabic, Devanagari …) are the digits that they are: in
// number fields, codes and PINs they become 0 to 9 as they are typed. A minus and a decimal sign, too; signs of direction,
// which nobody sees and which are copied along, fall away. The server reads them so, too (with_plain_digits).
import { NUMBER_FIELDS } from "./forms.js";

const FOREIGN = /(?![0-9])\p{Nd}|[\u2212\uff0d\ufe63\u066b\p{Cf}]/gu;

/** The text with every digit as 0 to 9: they stand in tens, one after the other, from their zero on. */
export const plainDigits = (text) => text.replace(FOREIGN, (sign) => {
  if (!/\p{Nd}/u.test(sign)) return /\p{Cf}/u.test(sign) ? "" : sign === "\u066b" ? "." : "-";
  let place = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(sign.codePointAt(0) - place - 1))) place += 1;
  return place % 10;
});

const isField = (node) => node instanceof HTMLInputElement && node.matches(NUMBER_FIELDS);

export function startDigits() {
  // What was typed before this came
  for (const field of document.querySelectorAll(NUMBER_FIELDS)) if (field.value.match(FOREIGN)) put(field, plainDigits(field.value));
  // A number field holds no other digits: they are replaced before they get there.
  document.addEventListener("beforeinput", (event) => {
    const { target, data, isComposing } = event;
    if (isComposing || !data || !isField(target) || !data.match(FOREIGN)) return;
    event.preventDefault();
    document.execCommand("insertText", false, plainDigits(data));
  }, true);
  // What an input method composes cannot be replaced while it does.
  let before = "";
  document.addEventListener("compositionstart", ({ target }) => { before = target.value; }, true);
  document.addEventListener("compositionend", ({ target, data }) => {
    if (isField(target) && data.match(FOREIGN)) put(target, target.type === "number" ? before + plainDigits(data) : plainDigits(target.value));
  }, true);
  document.addEventListener("input", ({ target, isComposing }) => {
    if (!isComposing && isField(target) && target.value.match(FOREIGN)) put(target, plainDigits(target.value));
  }, true);
}

function put(field, value) {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
