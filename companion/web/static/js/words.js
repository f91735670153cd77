// Translates the scripts' sentences: scripts contain English, and a page in another language contains the translations.
// `{name}` in a message stands for a value.
const wordsElement = document.getElementById("words");
const words = wordsElement ? JSON.parse(wordsElement.textContent) : {};

export const say = (message, values = {}) =>
  (words[message] ?? message).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** The language that times and numbers are written in. */
export const language = document.documentElement.lang;

/** A number with one decimal: "1.5", or "1,5". */
export const decimal = (number) => number.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
