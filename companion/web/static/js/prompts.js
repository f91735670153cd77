// Announces new questions: by speech, if turned on; when a player's turn begins by a soft sound (on a seat's page only
// if turned on), there also by the window's title, and by one vibration of a phone.
import { loadScript } from "./send.js";
import { say } from "./words.js";

const isOn = (name) => document.documentElement.dataset[name] === "on";

const seat = () => document.querySelector("#live[data-seat]");
const sounds = () => isOn("sounds") || (document.documentElement.dataset.sounds !== "off" && !seat());
const story = () => document.getElementById("story");
const VIBRATION_MS = 120;

let lastQuestion = "";
let playersAsked = new Set();
let round = "";
let audio = null;
let title = "";

export function startPrompts() {
  title = document.title;
  lastQuestion = currentQuestion();
  round = story()?.dataset.round;
  playersAsked = openQuestions();
  updateTitle();
  // Browsers play sound only after a touch, some only after its end.
  for (const kind of ["pointerdown", "click", "keydown"]) document.addEventListener(kind, () => {
    if (!sounds()) return;
    audio ||= new AudioContext();
    if (audio.state === "suspended") audio.resume();
  });
}

/** Called after each update: speaks a new question, and calls players who had none before. */
export function announce() {
  const now = currentQuestion(), before = playersAsked;
  playersAsked = openQuestions();
  if (now !== lastQuestion) {
    lastQuestion = now;
    updateTitle();
    if (now) speak(now);
  }
  if (story()?.dataset.round !== round) {
    round = story()?.dataset.round;
    if (isOn("storyteller") && story()) loadScript("./storyteller.js").then((it) => it.tell(story().textContent), () => {});
  }
  // A player who continues to answer is not called again.
  if (![...playersAsked].some((it) => !before.has(it))) return;
  // Browsers vibrate only after the page was touched.
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

// Colours of the players who are asked; on a seat's page only its player's.
const openQuestions = () => new Set([...document.querySelectorAll("#question > .question[data-colour]:not(.waiting)")].map((it) => it.dataset.colour));

// Shows the turn in the tab's title to a player who is on another page.
function updateTitle() {
  if (seat()) document.title = lastQuestion ? say("● Your turn · {title}", { title }) : title;
}

// Text of the question that this page asks; a seat's page leaves out questions to others.
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
