// Says that a new question is asked: a voice, off until someone turns it on, says each; when it is somebody's turn
// there is a soft sound, on a seat's page only where someone wants it, there the window's title, and a phone shakes once.
import { say } from "./words.js";

const isOn = (name) => document.documentElement.dataset[name] === "on";

const seat = () => document.querySelector("#live[data-seat]");
const sounds = () => isOn("sounds") || (document.documentElement.dataset.sounds !== "off" && !seat());
// Ms
const VIBRATION_MS = 120;

let lastQuestion = "";
let playersAsked = new Set();
let audio = null;
let title = "";

export function startPrompts() {
  title = document.title;
  lastQuestion = currentQuestion();
  playersAsked = questionsForPlayers();
  updateTitle();
  // A browser plays sound only after a touch, some of them only after its end.
  for (const kind of ["pointerdown", "click", "keydown"]) document.addEventListener(kind, () => {
    if (!sounds()) return;
    audio ||= new AudioContext();
    if (audio.state === "suspended") audio.resume();
  });
}

/** Called after each update: a question that was not there before is spoken, and who had none before is called. */
export function announceChanges() {
  const now = currentQuestion(), before = playersAsked;
  playersAsked = questionsForPlayers();
  if (now !== lastQuestion) {
    lastQuestion = now;
    updateTitle();
    if (now) speak(now);
  }
  // Who goes on answering knows that it is their turn.
  if (![...playersAsked].some((it) => !before.has(it))) return;
  // A browser shakes the phone only for someone who has touched the page.
  if (seat() && document.documentElement.dataset.vibration !== "off" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION_MS);
  if (sounds()) chime();
}

function speak(question) {
  if (!isOn("voice") || !("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(question);
  words.lang = document.documentElement.lang;
  speechSynthesis.speak(words);
}

// Whom this page asks: on a seat's page its player alone.
const questionsForPlayers = () => new Set([...document.querySelectorAll("#question > .question[data-colour]:not(.waiting)")].map((it) => it.id));

// A player who looks at something else sees in the tabs that it is their turn.
function updateTitle() {
  if (seat()) document.title = lastQuestion ? say("● Your turn · {title}", { title }) : title;
}

// What this page asks of its people; what others are asked is not read out on a phone.
function currentQuestion() {
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
