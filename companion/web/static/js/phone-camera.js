// Makes this phone a camera over the table: sends a picture when the companion asks for one or something has changed, and
// continues automatically after a loss of the connection or the camera. A video that stands still is started again.
import { forgetId, remember, showLenses, wanted } from "./lenses.js";
import { whyUnanswered } from "./send.js";
import { VideoWatch } from "./video-watch.js";
import { language, say } from "./words.js";

const page = document.getElementById("phone-camera");
const find = (name) => page.querySelector(`[data-${name}]`);
const video = find("video");

// Interval of the check for changes
const POLL_MS = 80;
// Difference of green values (0 to 255) of a pixel of the small picture that counts as a change
const CHANGE_THRESHOLD = 9;
const JPEG_QUALITY = 0.85;
const SMALL_SIZE_PX = [48, 27];
const RETRY_MS = 1000;
// From picture to picture while the video stands still: the companion hears of it, and learns nothing new
const STILL_PAUSE_MS = 2000;

const watch = new VideoWatch(video);
let stream = null;
let lock = null;
let running = false;
let opening = false;
let sending = false;
let nextDue = 0;
let lastSent = null;
let sent = 0;
let battery = null;
// Why the camera could not be opened; "": it is open
let trouble = "";
// Pixels that the companion wants at most: of several phones, each has a share
let mostPixels = Infinity;

const small = new OffscreenCanvas(...SMALL_SIZE_PX).getContext("2d", { willReadFrequently: true });
const large = document.createElement("canvas");

function deviceId() {
  let kept = "";
  try { kept = localStorage.getItem("companion.phone-camera") ?? ""; } catch {
    // Private window
  }
  if (!kept) {
    kept = Array.from(crypto.getRandomValues(new Uint8Array(6)), (b) => b.toString(16).padStart(2, "0")).join("");
    try { localStorage.setItem("companion.phone-camera", kept); } catch {
      // The phone gets a new id next time
    }
  }
  return kept;
}

const address = (what) => `${page.dataset.frames}/${deviceId()}/${what}`;

async function begin() {
  if (!navigator.mediaDevices?.getUserMedia) { find("insecure").hidden = false; return; }
  if (opening) return;
  opening = true;
  try {
    await open();
  } catch (wrong) {
    if (["OverconstrainedError", "NotFoundError"].includes(wrong.name) && forgetId()) { setTimeout(begin, 0); return; }
    const refused = wrong.name === "NotAllowedError";
    trouble = refused ? say("The browser was told not to give its camera to this page: allow it in the page's settings.") : say("This phone gives no picture: is another app using its camera?");
    showState(trouble);
    // Some browsers ask the person again only after a touch
    if (refused) find("start").hidden = false;
    else if (running) setTimeout(begin, RETRY_MS);
    return;
  } finally {
    opening = false;
  }
  trouble = "";
  find("start").hidden = true;
  find("stop").hidden = false;
  if (!running) { running = true; poll(); }
  keepAwake();
  battery ??= await navigator.getBattery?.().catch(() => null);
}

async function open() {
  // Some phones give a second stream only once the first has ended
  stream?.getTracks().forEach((track) => track.stop());
  const widest = Number(page.dataset.widest);
  stream = await navigator.mediaDevices.getUserMedia({ video: { ...wanted(), width: { ideal: widest }, height: { ideal: widest * 9 / 16 }, frameRate: { ideal: 15 } }, audio: false });
  video.srcObject = stream;
  await video.play();
  const [track] = stream.getVideoTracks();
  watch.begin(track);
  track.addEventListener("ended", () => { if (running && stream.getVideoTracks()[0] === track) setTimeout(begin, RETRY_MS); });
  const can = track.getCapabilities?.() ?? {};
  find("torch").hidden = !can.torch;
  find("hold").hidden = !(can.focusMode?.includes("manual") || can.exposureMode?.includes("manual"));
  for (const name of ["torch", "hold"]) find(name).setAttribute("aria-pressed", "false");
  if (await showLenses(find("lenses"), track.getSettings().deviceId)) setTimeout(begin, 0);
}

// A picture is sent at the time given by the companion, or at once when something has changed.
function poll() {
  if (!running) return;
  const now = performance.now();
  setTimeout(poll, POLL_MS);
  if (video.readyState < 2 && !video.paused) return;
  const pixels = smallPicture();
  watch.look(pixels);
  const still = watch.stillMs;
  if (still || watch.isBlack) startAgain(still);
  else watch.runs();
  if (!sending && video.readyState >= 2 && (now >= nextDue || (!still && hasChanged(pixels)))) sendPicture(now, still);
}

function smallPicture() {
  small.drawImage(video, 0, 0, ...SMALL_SIZE_PX);
  return small.getImageData(0, 0, ...SMALL_SIZE_PX).data;
}

function hasChanged(data) {
  if (lastSent === null) return true;
  for (let n = 1; n < data.length; n += 4) if (Math.abs(data[n] - lastSent[n]) > CHANGE_THRESHOLD) return true;
  return false;
}

// After a call or a lock some browsers leave the video paused, some give no frame more: it is opened again.
function startAgain(still) {
  if (trouble) showState(trouble);
  else if (still) {
    const since = new Date(Date.now() - still).toLocaleTimeString(language, { timeStyle: "short" });
    showState(say("The picture stands still since {time}; the camera is started again …", { time: since }));
  } else showState(say("The picture is black: is something on the lens, or does another app have the camera?"));
  if (!watch.isDue) return;
  if (video.paused && stream?.active && !watch.mutedAt) video.play().catch(begin);
  else begin();
}

async function sendPicture(now, still) {
  sending = true;
  const { videoWidth: wide, videoHeight: high } = video;
  const scale = Math.min(1, page.dataset.widest / Math.max(wide, high), Math.sqrt(mostPixels / (wide * high)));
  large.width = Math.floor(wide * scale);
  large.height = Math.floor(high * scale);
  large.getContext("2d").drawImage(video, 0, 0, large.width, large.height);
  lastSent = smallPicture();
  try {
    const jpeg = await new Promise((done) => large.toBlob(done, "image/jpeg", JPEG_QUALITY));
    if (!still) await watch.sent(jpeg);
    const answer = await fetch(address(still ? `frame?still=${(still / 1000).toFixed(1)}` : "frame"), { method: "POST", headers: { "Content-Type": "image/jpeg", Accept: "application/json" }, body: jpeg, signal: AbortSignal.timeout(8000) });
    const told = await answer.json();
    if (!answer.ok) { showState(told.sentence); nextDue = now + 2 * RETRY_MS; return; }
    nextDue = now + (still ? STILL_PAUSE_MS : 1000 * told.every);
    mostPixels = told.pixels;
    sent += 1;
    page.dataset.sent = sent;
    if (!trouble && !watch.stillMs && !watch.isBlack) showState(told.sentence || say("Pictures are being sent."));
    showFigures(jpeg.size, performance.now() - now);
  } catch (wrong) {
    nextDue = now + RETRY_MS;
    showState(whyUnanswered(wrong));
  } finally {
    sending = false;
  }
}

function showFigures(bytes, ms) {
  const parts = [say("{wide} x {high} pixels, {kilobytes} KB, {ms} ms", { wide: large.width, high: large.height, kilobytes: Math.round(bytes / 1000), ms: Math.round(ms) })];
  if (battery) {
    const percent = Math.round(battery.level * 100);
    parts.push(battery.charging ? say("battery {percent}\u00a0%, charging", { percent }) : say("battery {percent}\u00a0%, not charging", { percent }));
  }
  find("figures").textContent = parts.join(" · ");
}

function showState(sentence) {
  if (find("state").textContent !== sentence) find("state").textContent = sentence;
}

async function keepAwake() {
  if (lock || document.hidden) return;
  try {
    lock = await navigator.wakeLock?.request("screen");
    lock?.addEventListener("release", () => { lock = null; });
  } catch {
    // Refused, for instance to save power: the screen may turn off
  }
}

async function toggleSetting(button, constraints) {
  const on = button.getAttribute("aria-pressed") !== "true";
  try {
    await stream.getVideoTracks()[0].applyConstraints({ advanced: [constraints(on)] });
    button.setAttribute("aria-pressed", String(on));
  } catch { showState(say("This phone does not let a page change that.")); }
}

async function stop() {
  running = false;
  trouble = "";
  watch.forget();
  stream?.getTracks().forEach((track) => track.stop());
  lock?.release();
  find("start").hidden = false;
  for (const name of ["torch", "hold", "stop"]) find(name).hidden = true;
  try { showState((await (await fetch(address("leave"), { method: "POST", headers: { Accept: "application/json" } })).json()).sentence); } catch { showState(""); }
}

find("start").addEventListener("click", begin);
find("stop").addEventListener("click", stop);
find("lenses").addEventListener("change", ({ target }) => {
  remember(target.value, target.selectedOptions[0].label);
  if (running) begin();
});
find("torch").addEventListener("click", (event) => toggleSetting(event.currentTarget, (on) => ({ torch: on })));
find("hold").addEventListener("click", (event) => toggleSetting(event.currentTarget, (on) => ({ focusMode: on ? "manual" : "continuous", exposureMode: on ? "manual" : "continuous" })));
document.addEventListener("visibilitychange", () => { if (!document.hidden && running) { keepAwake(); if (!stream?.active || video.paused) begin(); } });
if (!navigator.mediaDevices?.getUserMedia) find("insecure").hidden = false;
