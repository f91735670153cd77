// Translates the scripts' sentences: scripts contain English, and a page in another language contains the translations.
// `{name}` in a message stands for a value.
const wordsElement = document.getElementById("words");
const words = wordsElement ? JSON.parse(wordsElement.textContent) : {};

export const say = (message, values = {}) =>
  (words[message] ?? message).replace(/\{(\w+)\}/g, (whole, name) => isolated(figure(values[name] ?? whole)));

const TURNING = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1eeff}]/u;

// What is written from right to left stands between isolates, as in the server's sentences (companion/translation.py).
function isolated(value) {
  return TURNING.test(value) && !/^\u2068[^\u2068\u2069]*\u2069$/.test(value) ? `\u2068${value}\u2069` : value;
}

/** The language that times and numbers are written in. */
export const language = document.documentElement.lang;

/** A number as people read it, also one of an attribute: "3", "−2"; keyboards have a hyphen for its sign. */
export const figure = (number) => `${number}`.replace(/^-(?=[\d.,]+$)/, "−");
