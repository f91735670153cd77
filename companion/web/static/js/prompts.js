// Says that a new question is asked: a soft sound and a voice, both off until someone turns them on; on a seat's
// page the window's title, and a phone shakes once.
import { say } from "./words.js";

const on = (name) => document.documentElement.dataset[name] === "on";

const seat = () => document.querySelector("#live[data-seat]");
const SHAKE = 120; // ms

let asked = "";
let audio = null;
let title = "";

export function startPrompts() {
  title = document.title;
  asked = question();
  entitle();
  // A browser plays sound only after a touch.
  document.addEventListener("pointerdown", () => { if (on("sounds")) audio ||= new AudioContext(); });
}

/** Called after each update: a question that was not there before is spoken and sounded. */
export function promptNews() {
  const now = question();
  if (now === asked) return;
  asked = now;
  entitle();
  if (!now) return;
  // A browser shakes the phone only for someone who has touched the page.
  if (seat() && document.documentElement.dataset.vibration !== "off" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKE);
  if (on("sounds")) chime();
  if (on("voice") && "speechSynthesis" in window) {
    speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(now);
    words.lang = document.documentElement.lang;
    speechSynthesis.speak(words);
  }
}

// A player who looks at something else sees in the tabs that it is their turn.
function entitle() {
  if (seat()) document.title = asked ? say("● Your turn · {title}", { title }) : title;
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
