// The storyteller: says a line at a round's beginning in the browser's own voice. Loaded once it is wanted.
import { language } from "./words.js";

export function tell(line) {
  if (!("speechSynthesis" in window)) return;
  const words = new SpeechSynthesisUtterance(line);
  words.lang = language;
  // After a question that is being read, not in its place
  speechSynthesis.speak(words);
}
