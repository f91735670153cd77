// Spoken prompts and a soft sound when a new question is asked; both are off until someone turns them on.
const on = (name) => document.documentElement.dataset[name] === "on";

let asked = "";
let audio = null;

export function startPrompts() {
  asked = question();
  // A browser plays sound only after a touch.
  document.addEventListener("pointerdown", () => { if (on("sounds")) audio ||= new AudioContext(); });
}

/** Called after each update: a question that was not there before is spoken and sounded. */
export function promptNews() {
  const now = question();
  if (now === asked) return;
  asked = now;
  if (!now) return;
  if (on("sounds")) chime();
  if (on("voice") && "speechSynthesis" in window) {
    speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(now);
    words.lang = document.documentElement.lang;
    speechSynthesis.speak(words);
  }
}

// What this page asks of its people; what others are asked is not read out on a phone.
function question() {
  const found = document.querySelector("#question .question:not(.waiting) .question-text > span");
  if (!found) return "";
  const words = found.cloneNode(true);
  for (const aside of words.querySelectorAll(".rule-page")) aside.remove();
  return words.textContent.trim();
}

// Two soft tones, a fifth apart.
function chime() {
  if (!audio) return;
  for (const [hertz, after] of [[440, 0], [660, 0.12]]) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    const begin = audio.currentTime + after;
    tone.frequency.value = hertz;
    loud.gain.setValueAtTime(0, begin);
    loud.gain.linearRampToValueAtTime(0.06, begin + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, begin + 0.5);
    tone.connect(loud).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.5);
  }
}
