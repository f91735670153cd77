// Keeps a page of a table up to date: what changed comes as ready HTML and takes the place of what stood there.
import { markFacts } from "./correct.js";
import { watched } from "./guard.js";
import { restoreAnswers } from "./answer-forms.js";
import { showClocks } from "./clock.js";
import { morphInside, morphRegions, parsed } from "./morph.js";
import { markPoints } from "./points.js";
import { promptNews } from "./prompts.js";
import { fit, startFit } from "./fit.js";
import { arrive, slide, startSlides } from "./slide.js";
import { place, toast } from "./toast.js";
import { say } from "./words.js";

// Without a beat (they come every 2 s) the line is dead
const SILENCE = 5000;
// Between attempts to get it back, and for who has been waiting for a minute:
const AGAIN = 300;
const LATER = 1000;
// Until the first attempt without an answer is given up: it may have gone out on a dead line
const FIRST = 2500;

let page, source, heard = { at: 0, time: 0 }, again = 0, downSince = 0, patience = SILENCE, attempts = 0;

const hear = () => { heard = { at: performance.now(), time: Date.now() }; };
// On some devices one of the clocks stands still while they sleep; the other may be set back.
const quiet = () => Math.max(performance.now() - heard.at, Date.now() - heard.time);

// Where the result is counted up, once the game is over.
const finale = () => page.querySelector("[data-finale]")?.href;

export function startLive(element) {
  page = element;
  connect();
  startSlides();
  startFit();
  markPoints();
  setInterval(() => { if (quiet() > patience) reconnect(); }, 500);
  // A device that wakes up does not wait for the silence to be noticed.
  document.addEventListener("visibilitychange", () => { if (!document.hidden) freshen(); });
  document.addEventListener("resume", freshen);
  for (const name of ["pageshow", "focus"]) window.addEventListener(name, freshen);
  // Nor does one that is in a network again: what was open through the old one is dead.
  window.addEventListener("online", reconnect);
  window.addEventListener("offline", () => lost());
}

function connect() {
  clearTimeout(again);
  source?.close();
  hear();
  patience = Math.min(SILENCE, FIRST * 2 ** attempts);
  attempts += 1;
  const address = new URL(page.dataset.live, location.href);
  address.searchParams.set("stamp", page.dataset.stamp);
  source = new EventSource(address);
  source.addEventListener("view", (event) => { alive(); show(JSON.parse(event.data)); });
  source.addEventListener("beat", alive);
  source.addEventListener("broken", (event) => { alive(); broken(JSON.parse(event.data).sentence); });
  source.addEventListener("refused", () => { source.close(); location.reload(); });
  source.addEventListener("gone", () => { lost(); retry(); });
  // The browser's own retry would send the old stamp; ours asks for what changed since what is shown.
  source.addEventListener("error", () => { source.close(); lost(); retry(); });
}

function retry() {
  clearTimeout(again);
  // All who lost the same server come back a little apart.
  again = setTimeout(connect, (downSince && Date.now() - downSince > 60_000 ? LATER : AGAIN) * (0.7 + 0.3 * Math.random()));
}

function reconnect() {
  lost();
  connect();
}

function freshen() {
  if (quiet() > 2500 || source.readyState === EventSource.CLOSED) reconnect();
}

function alive() {
  hear();
  patience = SILENCE;
  attempts = 0;
  if (!downSince) return;
  const seconds = (Date.now() - downSince) / 1000;
  downSince = 0;
  clear();
  if (seconds > 1) toast(say("Connected again, and up to date."), "good");
}

function lost() {
  if (downSince) return;
  downSince = Date.now();
  document.documentElement.dataset.line = "lost";
  // A blink of the line is not worth a word.
  setTimeout(() => { if (downSince) tell(say("The connection is lost; trying again …")); }, 400);
}

// The line is well, but the server cannot make this page of what the table is now.
function broken(sentence) {
  if (document.documentElement.dataset.line === "broken") return;
  document.documentElement.dataset.line = "broken";
  tell(sentence);
}

function clear() {
  document.documentElement.removeAttribute("data-line");
  document.getElementById("line").replaceChildren();
}

function tell(sentence) {
  const word = document.createElement("p");
  word.className = "toast bad";
  word.textContent = sentence;
  const line = document.getElementById("line");
  place(line);
  line.replaceChildren(word);
}

function show({ number, stamp, regions, lists, html }) {
  const begin = performance.now();
  const ended = finale();
  if (document.documentElement.dataset.line) clear();
  try {
    watched(() => {
      if (html !== null) morphInside(page, html);
      else change(regions, lists);
    });
  } catch (wrong) {
    if (html !== null) throw wrong;
    // Something else has changed the page, an extension perhaps: it is had again as a whole.
    page.dataset.stamp = "";
    reconnect();
    return;
  }
  arrive();
  fit();
  markPoints();
  slide();
  page.dataset.number = number;
  page.dataset.stamp = stamp;
  document.documentElement.dataset.number = number;
  restoreAnswers();
  showClocks();
  markFacts();
  promptNews();
  // The moment a game ends, all its devices see the count together.
  if (!ended && finale()) location.assign(finale());
  // One entry at a time: what an update costs can be read off, and nothing piles up over an evening.
  performance.clearMeasures("update");
  performance.measure("update", { start: begin });
}

function change(regions, lists) {
  morphRegions(regions);
  for (const [id, [gone, come]] of Object.entries(lists)) {
    for (const item of gone) document.getElementById(item).remove();
    document.getElementById(id).append(parsed(come));
  }
}
