// Keeps a page of a table up to date: changed regions come as HTML and replace the old ones.
import { markFacts } from "./correct.js";
import { updateOpened } from "./fold.js";
import { guardedUpdate } from "./guard.js";
import { restoreAnswers } from "./answer-forms.js";
import { noteServerTime, showClocks } from "./clock.js";
import { morphInside, morphRegions, parseHtml } from "./morph.js";
import { announce } from "./prompts.js";
import { fit, startFit } from "./fit.js";
import { arrive, slide, startSlides } from "./slide.js";
import { loadScript, whyUnanswered } from "./send.js";
import { positionToasts, toast } from "./toast.js";
import { above, keepAbove } from "./above.js";
import { readAloud } from "./aloud.js";
import { say } from "./words.js";

// Without a heartbeat (one every 2 s) for this long the connection is lost
const TIMEOUT_MS = 5000;
// Between attempts to reconnect; the second applies after one minute
const RETRY_MS = 300;
const SLOW_RETRY_MS = 1000;
// Timeout of the first attempt, which may use a dead connection; doubled at each further attempt
const FIRST_TIMEOUT_MS = 2500;

// All pages of a browser share a stream, once the page is there; without what shares it this one has its own.
let Stream = EventSource;
// Failed attempts after which the companion is asked why it gives no stream
const ASKED_AFTER = 2;

let page, source, lastHeard = { at: 0, time: 0 }, retryTimer, downSince = 0, timeout = TIMEOUT_MS, attempts = 0, silent;

// Outlines what a lesson points at: a sheet of its own, which updates of the page do not undo
const pointSheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, pointSheet];
let pointed = "";

const noteHeard = () => { lastHeard = { at: performance.now(), time: Date.now() }; };
// The larger by two clocks: one may stop while the device sleeps, the other may be set back.
const silenceMs = () => Math.max(performance.now() - lastHeard.at, Date.now() - lastHeard.time);

/** Called after each update: `data-points` of the lesson names the elements by their `data-point`. */
function markPoints() {
  const points = document.getElementById("lesson")?.dataset.points ?? "";
  if (points === pointed) return;
  pointed = points;
  const marked = points.split(" ").map((point) => `.live [data-point~="${CSS.escape(point)}"]`);
  pointSheet.replaceSync(points ? `${marked.join(", ")} { outline: 3px solid var(--focus); outline-offset: 1px; }` : "");
}

// Address of the final count, once the game is over.
const finaleAddress = () => document.getElementById("to-finale")?.href;
// The game has ended, but the server could not be reached for the count.
let finaleDue = false;

// Asks for the count before it leaves: a page opened in vain would be the browser's own error page, and stay.
function openFinale() {
  const address = finaleAddress();
  finaleDue = false;
  // An undo may have taken the end back.
  if (address) fetch(address, { method: "HEAD" }).then(() => location.assign(address), () => { finaleDue = true; });
}

export function startLive(element) {
  page = element;
  noteHeard();
  shareStream().then(connect);
  startSlides();
  startFit();
  markPoints();
  // A page that was held up itself has not heard yet what waits for it: twice in a row.
  setInterval(() => { silent = silenceMs() > timeout && (silent ? reconnect() : 1); }, 500);
  // A device that wakes up reconnects without waiting for the timeout.
  document.addEventListener("visibilitychange", () => { if (!document.hidden) checkStale(); });
  document.addEventListener("resume", checkStale);
  for (const name of ["pageshow", "focus"]) addEventListener(name, checkStale);
  // So does one that changes its network: connections through the old one are dead.
  addEventListener("online", reconnect);
  addEventListener("offline", markLost);
}

// Where the line is down it does not come: the page has its own stream until the line is back.
const shareStream = () => loadScript("./one-stream.js").then((it) => { Stream = it.SharedStream; }, () => {});

function connect() {
  clearTimeout(retryTimer);
  source?.close();
  noteHeard();
  timeout = Math.min(TIMEOUT_MS, FIRST_TIMEOUT_MS * 2 ** attempts);
  attempts += 1;
  const address = new URL(page.dataset.live, location.href);
  address.searchParams.set("stamp", page.dataset.stamp);
  source = new Stream(address);
  source.addEventListener("view", (event) => { noteAlive(); update(JSON.parse(event.data)); });
  source.addEventListener("beat", ({ data }) => { noteAlive(); noteServerTime(JSON.parse(data).time); });
  source.addEventListener("broken", (event) => { noteAlive(); showBroken(JSON.parse(event.data).sentence); });
  source.addEventListener("refused", () => { source.close(); location.reload(); });
  source.addEventListener("gone", () => { markLost(); retry(); });
  // The browser's own retry would send the old stamp; this one requests the changes since the shown state.
  source.addEventListener("error", () => { source.close(); markLost(); askWhy(); retry(); });
}

function retry() {
  clearTimeout(retryTimer);
  // Jitter: devices that lost the same server do not reconnect at once.
  retryTimer = setTimeout(connect, (downSince && Date.now() - downSince > 60_000 ? SLOW_RETRY_MS : RETRY_MS) * (0.7 + 0.3 * Math.random()));
}

function reconnect() {
  markLost();
  askWhy();
  connect();
}

let asking = false;

// The network may be well and the companion refuse: it has too many devices, or is stopping. Its own sentence is the true one.
async function askWhy() {
  if (attempts < ASKED_AFTER || asking) return;
  asking = true;
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), FIRST_TIMEOUT_MS);
  try {
    const answer = await fetch(page.dataset.live, { headers: { Accept: "application/json" }, signal: ended.signal });
    if (!answer.ok && downSince) lostSentence = (await answer.json()).sentence;
    else lostSentence = "";
  } catch (wrong) {
    const timedOut = wrong.name === "AbortError";
    lostSentence = !navigator.onLine ? say("This device has no network: switch its WLAN on.") : timedOut ? whyUnanswered(wrong) : "";
  } finally {
    clearTimeout(timer);
    ended.abort();
    asking = false;
  }
  if (downSince && lostSentence) showMessage(lostSentence);
}

// Why there is no stream, as far as it is known; "": it is lost
let lostSentence = "";

function checkStale() {
  if (silenceMs() > 2500 || source?.closed) reconnect();
}

function noteAlive() {
  noteHeard();
  timeout = TIMEOUT_MS;
  attempts = 0;
  if (finaleDue) openFinale();
  if (!downSince) return;
  if (Stream === EventSource) shareStream();
  const seconds = (Date.now() - downSince) / 1000;
  downSince = 0;
  lostSentence = "";
  clearMessage();
  if (seconds > 1) toast(say("Connected again, and up to date."), "good");
}

function markLost() {
  if (downSince) return;
  downSince = Date.now();
  document.documentElement.dataset.line = "lost";
  // Interruptions under 400 ms are not shown.
  setTimeout(() => { if (downSince) showMessage(lostSentence || say("The connection is lost; trying again …")); }, 400);
}

// The connection works, but the server cannot render this page from the table's current state.
function showBroken(sentence) {
  if (document.documentElement.dataset.line === "broken") return;
  document.documentElement.dataset.line = "broken";
  showMessage(sentence);
}

function clearMessage() {
  document.documentElement.removeAttribute("data-line");
  const line = document.getElementById("line");
  line.replaceChildren();
  above(line);
}

function showMessage(sentence) {
  const word = document.createElement("p");
  word.className = "toast bad";
  word.textContent = sentence;
  const line = document.getElementById("line");
  line.replaceChildren(word);
  keepAbove(line, positionToasts);
}

const askedWords = () => document.querySelector("#question .question-text")?.textContent.trim();

// A phone may be scrolled far down a list when the next question comes: it is read from its beginning.
function showQuestion() {
  const head = document.querySelector(".page-seat #question .question-text");
  if (head && head.getBoundingClientRect().top < 0) document.getElementById("question").scrollIntoView({ block: "start", behavior: "instant" });
}

// The companion takes a device that was sent a view for up to date, and sends it nothing more until the next change: what
// could not be shown, or in part, is fetched again as a whole; what cannot be shown either is loaded anew.
function update(view) {
  try {
    show(view);
  } catch (wrong) {
    reportError(wrong);
    if (view.html !== null) return location.reload();
    page.dataset.stamp = "";
    reconnect();
  }
}

function show({ number, stamp, regions, lists, html, time }) {
  noteServerTime(time);
  const begin = performance.now();
  const asked = askedWords();
  const ended = finaleAddress();
  if (document.documentElement.dataset.line) clearMessage();
  try {
    guardedUpdate(() => {
      if (html !== null) morphInside(page, html);
      else applyRegions(regions, lists);
    });
  } catch (wrong) {
    if (html !== null) throw wrong;
    // Something else, such as a browser extension, has changed the page: fetch it again as a whole.
    page.dataset.stamp = "";
    reconnect();
    return;
  }
  updateOpened();
  arrive();
  fit();
  markPoints();
  slide();
  if (askedWords() !== asked) showQuestion();
  page.dataset.number = number;
  page.dataset.stamp = stamp;
  document.documentElement.dataset.number = number;
  restoreAnswers();
  showClocks();
  markFacts();
  announce();
  readAloud();
  // When a game ends, all its devices go to the count at the same moment.
  if (!ended && finaleAddress()) openFinale();
  // Only the last measure is kept, so that entries do not accumulate over an evening.
  performance.clearMeasures("update");
  performance.measure("update", { start: begin });
}

function applyRegions(regions, lists) {
  morphRegions(regions);
  for (const [id, [gone, come]] of Object.entries(lists)) {
    for (const item of gone) document.getElementById(item).remove();
    document.getElementById(id).append(parseHtml(come));
  }
}
