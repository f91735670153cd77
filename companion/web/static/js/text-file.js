// The text of a chosen file, whichever way its owner's program saved it: as the server reads text files
// (companion/text_files.py).
import { say } from "./words.js";

const MARKS = [["utf-8", 0xef, 0xbb, 0xbf], ["utf-16le", 0xff, 0xfe], ["utf-16be", 0xfe, 0xff]];

// Gives { text }, or { sentence } of what is no text.
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [encoding] = MARKS.find(([, ...mark]) => mark.every((byte, place) => bytes[place] === byte))
    ?? [bytes[1] === 0 ? "utf-16le" : bytes[0] === 0 ? "utf-16be" : "utf-8"];
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // What is UTF-32 has two in each letter, and no text has one
    if (text.includes("\0")) throw new TypeError();
    return { text };
  } catch {
    return { sentence: say("{file} is not text that can be read here: save it as UTF-8.", { file: file.name }) };
  }
}
