// Names that are nearly what is typed: a letter or two are otherwise.
import { plainName } from "./lists.js";

/** The smallest number of letters to put in, take out or exchange; `most` + 1 where it is more than `most`. */
function distance(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let n = 1; n <= other.length; n++) next[n] = Math.min(row[n] + 1, next[n - 1] + 1, row[n - 1] + (one[at - 1] !== other[n - 1]));
    row = next;
  }
  return row.at(-1);
}

/** Those of `names` that are nearly `typed`, the nearest first. */
export function near(typed, names) {
  const said = plainName(typed);
  const most = said.length < 5 ? 0 : said.length < 9 ? 1 : 2;
  return names
    .map((name) => ({ name, by: distance(said, plainName(name), most) }))
    .filter(({ by }) => by > 0 && by <= most)
    .sort((a, b) => a.by - b.by)
    .map(({ name }) => name);
}
