// Counts down by the server's clock: the time left follows from the timer's end, so that every device shows the same
// second; sounds announce the end.
import { send, newKey } from "./send.js";
import { toast } from "./toast.js";
import { letSleep, stayAwake } from "./awake.js";
import { say, language } from "./words.js";

// Polling of the server while the page is visible
const POLL_MS = 300;
// Longest time between two refreshes of the bar; the digits change at their own moment
const TICK_MS = 100;
// Of the clock offset; the one with the shortest round trip counts
const MAX_SAMPLES = 12;
// A sample that differs by more than this beyond its round trip drops the others
const JUMP_MS = 400;

const box = document.getElementById("timer");
const at = (id) => document.getElementById(`timer-${id}`);
const sounds = box.dataset.sounds.split(" ").map(Number);
const countDown = Number(box.dataset.countDown);
let state = JSON.parse(box.dataset.state);
// Ms from this page's clock, which only goes forward, to the server's: the device's own may be set meanwhile
let offset = state.now - performance.now();
let samples = [];
// Whole seconds left at the last tick while it ran
let before = null;
// Polls in a row without an answer
let unanswered = 0;

const serverNow = () => performance.now() + offset;
const left = () => (state.ends === null ? state.left : Math.max(0, state.ends - serverNow()));
const running = () => state.ends !== null && left() > 0;

// --- the clock

function addSample(sent, got, now) {
  const one = { offset: now - (sent + got) / 2, way: got - sent };
  const best = samples.reduce((a, b) => (b.way < a.way ? b : a), one);
  // This device slept, or a clock was set
  if (Math.abs(one.offset - best.offset) > one.way / 2 + best.way / 2 + JUMP_MS) samples = [];
  samples = [...samples.slice(1 - MAX_SAMPLES), one];
  offset = samples.reduce((a, b) => (b.way < a.way ? b : a)).offset;
}

async function poll() {
  for (;;) {
    if (!document.hidden || running()) {
      const sent = performance.now();
      try {
        const answer = await fetch(`${box.dataset.address}/state`, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(4000) });
        if (answer.ok) {
          const told = await answer.json();
          addSample(sent, performance.now(), told.now);
          applyState(told);
          unanswered = 0;
        } else unanswered += 1;
      } catch { unanswered += 1; }
      at("line").hidden = unanswered < 4;
    }
    await new Promise((go) => setTimeout(go, POLL_MS));
  }
}

function applyState(told) {
  if (told.number < state.number) return;
  const changed = told.number !== state.number;
  state = told;
  // At once: the digits never stand beside words of another moment
  if (changed) { before = null; tick(); draw(); }
}

async function postAction(what, body = {}) {
  const { status, data } = await send(`${box.dataset.address}/${what}`, { ...body, key: newKey() });
  if (status === 200) applyState(data); else toast(data.sentence, "bad");
}

// --- display

function tick() {
  const seconds = Math.ceil(left() / 1000);
  if (state.ends !== null) {
    if (before !== null && seconds < before) signalPassed(seconds, before);
    // A better clock sample may raise the time left: no signal sounds twice
    before = Math.min(seconds, before ?? seconds);
  }
  show(seconds);
}

function show(seconds) {
  const text = seconds < 60 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (at("digits").textContent !== text) at("digits").textContent = text;
  at("bar").style.transform = `scaleX(${Math.min(1, left() / state.full)})`;
  const now = state.ends === null ? "stopped" : seconds === 0 ? "over" : seconds <= countDown ? "last" : "running";
  if (box.dataset.now !== now) { box.dataset.now = now; draw(); }
}

function draw() {
  const runs = running();
  // While it is paused, or over, nobody looks at it for long
  if (runs) stayAwake();
  else letSleep();
  at("start").hidden = runs;
  at("pause").hidden = !runs;
  at("start").querySelector("span").textContent = state.ends === null && state.left > 0 && state.left < state.full ? say("Go on") : say("Start");
  at("said").textContent = stateText(runs);
  const part = box.querySelector(`[data-part="${state.part}"] span`);
  const who = box.querySelector(`[data-whose="${state.person ?? ""}"] span`);
  at("what").textContent = [part?.textContent, state.person === null ? "" : who?.textContent].filter(Boolean).join(" · ");
  for (const button of box.querySelectorAll("[data-part]")) button.setAttribute("aria-pressed", String(Number(button.dataset.part) === state.part));
  for (const button of box.querySelectorAll("[data-whose]")) button.setAttribute("aria-pressed", String(button.dataset.whose === String(state.person ?? "")));
  for (const button of box.querySelectorAll("[data-do='time-out']")) {
    const number = state.time_outs[Number(button.dataset.person)];
    button.querySelector("[data-left]").textContent = String(number);
    button.disabled = !runs || number === 0;
  }
}

function stateText(runs) {
  if (state.ends !== null && !runs) return say("The time is up.");
  if (state.time_out) return say("Time-out of {player}", { player: state.stopped_by });
  if (state.ends === null && state.stopped_by) return say("Paused by {player}", { player: state.stopped_by });
  if (state.ends === null && state.left < state.full) return say("Paused");
  if (runs && box.dataset.now === "last") return say("The last seconds");
  return "";
}

// --- sound

const settings = { volume: 70, voice: false, shake: true, who: "", ...readSettings() };
let audio = null;

function readSettings() {
  try { return JSON.parse(localStorage.getItem("companion.timer") || "{}"); } catch { return {}; }
}

function saveSettings() {
  try { localStorage.setItem("companion.timer", JSON.stringify(settings)); } catch {
    // A private window forgets
  }
}

/** Browsers allow sound only after a touch. */
function startAudio() {
  audio ??= new (window.AudioContext || window.webkitAudioContext)();
  if (audio.state === "suspended") audio.resume();
}

/** tones: [pitch in Hz, seconds, seconds of silence after it], one after the other. */
function play(tones) {
  if (!audio || audio.state !== "running" || settings.volume === 0) return;
  let from = audio.currentTime + 0.01;
  for (const [pitch, length, rest] of tones) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0, from);
    loud.gain.linearRampToValueAtTime(settings.volume / 100, from + 0.012);
    loud.gain.setValueAtTime(settings.volume / 100, from + length - 0.03);
    loud.gain.linearRampToValueAtTime(0, from + length);
    tone.connect(loud).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length);
    from += length + rest;
  }
}

/** Signals `seconds` before the end; `was` is the last second shown. After a sleep only the latest signal sounds. */
function signalPassed(seconds, was) {
  if (seconds === 0) return signal([[440, 0.9, 0]], say("The time is up."), [600]);
  if (seconds <= countDown) return signal([[seconds <= 3 ? 1320 : 990, 0.12, 0]], String(seconds), [60]);
  const due = sounds.filter((second) => second < was && second >= seconds);
  if (due.length) signal([[660, 0.16, 0.06], [880, 0.24, 0]], say("{number} seconds", { number: due[due.length - 1] }), [120, 80, 120]);
}

function signal(tones, words, shaking) {
  play(tones);
  if (settings.shake) navigator.vibrate?.(shaking);
  if (settings.voice && window.speechSynthesis) {
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.lang = language;
    spoken.rate = 1.2;
    window.speechSynthesis.cancel();
    window.speechSynthesis.speak(spoken);
  }
}

// --- touches

document.addEventListener("pointerdown", startAudio);
document.addEventListener("keydown", startAudio);
box.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button === at("start")) postAction("start");
  else if (button === at("pause")) postAction("pause", { who: settings.who });
  else if (button.dataset.do === "time-out") postAction("time-out", { person: Number(button.dataset.person) });
  else if (button.dataset.do === "add") postAction("add", { seconds: Number(button.dataset.seconds) });
  else if (button.dataset.do) postAction(button.dataset.do);
  else if ("part" in button.dataset) postAction("choose", { part: Number(button.dataset.part), person: state.person });
  else if ("whose" in button.dataset) postAction("choose", { part: state.part, person: button.dataset.whose === "" ? null : Number(button.dataset.whose) });
});

for (const [name, read, write] of [
  ["who", () => at("who").value.trim(), (value) => { at("who").value = value; }],
  ["volume", () => Number(at("volume").value), (value) => { at("volume").value = value; }],
  ["voice", () => at("voice").checked, (value) => { at("voice").checked = value; }],
  ["shake", () => at("shake").checked, (value) => { at("shake").checked = value; }],
]) {
  write(settings[name]);
  at(name).addEventListener("input", () => { settings[name] = read(); saveSettings(); });
}
at("try").addEventListener("click", () => { startAudio(); setTimeout(() => signal([[660, 0.16, 0.06], [880, 0.24, 0]], say("{number} seconds", { number: sounds[0] }), [120, 80, 120]), 100); });

draw();
function keepTicking() {
  tick();
  setTimeout(keepTicking, Math.min(TICK_MS, left() % 1000 + 1));
}
keepTicking();
poll();
