// Makes this phone a camera over the table: sends a picture when the companion asks for one or something has changed,
// and continues automatically after a loss of the connection or the camera.
import { say } from "./words.js";

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

let stream = null;
let lock = null;
let running = false;
let sending = false;
let nextDue = 0;
let lastSent = null;
let sent = 0;
let battery = null;
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
  const ideal = { facingMode: { ideal: "environment" }, width: { ideal: Number(page.dataset.widest) }, height: { ideal: Number(page.dataset.widest) * 9 / 16 }, frameRate: { ideal: 15 } };
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: ideal, audio: false });
  } catch (wrong) {
    const refused = wrong.name === "NotAllowedError";
    showState(refused ? say("The browser was told not to give its camera to this page: allow it in the page's settings.") : say("This phone gives no picture: is another app using its camera?"));
    if (running && !refused) setTimeout(begin, RETRY_MS);
    return;
  }
  video.srcObject = stream;
  await video.play();
  const [track] = stream.getVideoTracks();
  track.addEventListener("ended", () => { if (running) setTimeout(begin, RETRY_MS); });
  const can = track.getCapabilities?.() ?? {};
  find("torch").hidden = !can.torch;
  find("hold").hidden = !(can.focusMode?.includes("manual") || can.exposureMode?.includes("manual"));
  find("start").hidden = true;
  find("stop").hidden = false;
  if (!running) { running = true; poll(); }
  keepAwake();
  battery ??= await navigator.getBattery?.().catch(() => null);
}

// A picture is sent at the time given by the companion, or at once when something has changed.
function poll() {
  if (!running) return;
  const now = performance.now();
  if (video.readyState >= 2 && !sending && (now >= nextDue || hasChanged())) sendPicture(now);
  setTimeout(poll, POLL_MS);
}

function hasChanged() {
  small.drawImage(video, 0, 0, ...SMALL_SIZE_PX);
  const { data } = small.getImageData(0, 0, ...SMALL_SIZE_PX);
  if (lastSent === null) return true;
  for (let n = 1; n < data.length; n += 4) if (Math.abs(data[n] - lastSent[n]) > CHANGE_THRESHOLD) return true;
  return false;
}

async function sendPicture(now) {
  sending = true;
  const { videoWidth: wide, videoHeight: high } = video;
  const scale = Math.min(1, page.dataset.widest / Math.max(wide, high), Math.sqrt(mostPixels / (wide * high)));
  large.width = Math.floor(wide * scale);
  large.height = Math.floor(high * scale);
  large.getContext("2d").drawImage(video, 0, 0, large.width, large.height);
  small.drawImage(video, 0, 0, ...SMALL_SIZE_PX);
  lastSent = small.getImageData(0, 0, ...SMALL_SIZE_PX).data;
  try {
    const jpeg = await new Promise((done) => large.toBlob(done, "image/jpeg", JPEG_QUALITY));
    const answer = await fetch(address("frame"), { method: "POST", headers: { "Content-Type": "image/jpeg", Accept: "application/json" }, body: jpeg, signal: AbortSignal.timeout(8000) });
    const told = await answer.json();
    if (!answer.ok) { showState(told.sentence); nextDue = now + 2 * RETRY_MS; return; }
    nextDue = now + 1000 * told.every;
    mostPixels = told.pixels;
    sent += 1;
    page.dataset.sent = sent;
    showState(told.sentence || say("Pictures are being sent."));
    showFigures(jpeg.size, performance.now() - now);
  } catch {
    nextDue = now + RETRY_MS;
    showState(say("There is no connection to the companion: is this device in its network?"));
  } finally {
    sending = false;
  }
}

function showFigures(bytes, ms) {
  const parts = [say("{wide} x {high} pixels, {kilobytes} KB, {ms} ms", { wide: large.width, high: large.height, kilobytes: Math.round(bytes / 1000), ms: Math.round(ms) })];
  if (battery) {
    const percent = Math.round(battery.level * 100);
    parts.push(battery.charging ? say("battery {percent} %, charging", { percent }) : say("battery {percent} %, not charging", { percent }));
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
  stream?.getTracks().forEach((track) => track.stop());
  lock?.release();
  find("start").hidden = false;
  for (const name of ["torch", "hold", "stop"]) find(name).hidden = true;
  try { showState((await (await fetch(address("leave"), { method: "POST", headers: { Accept: "application/json" } })).json()).sentence); } catch { showState(""); }
}

find("start").addEventListener("click", begin);
find("stop").addEventListener("click", stop);
find("torch").addEventListener("click", (event) => toggleSetting(event.currentTarget, (on) => ({ torch: on })));
find("hold").addEventListener("click", (event) => toggleSetting(event.currentTarget, (on) => ({ focusMode: on ? "manual" : "continuous", exposureMode: on ? "manual" : "continuous" })));
document.addEventListener("visibilitychange", () => { if (!document.hidden && running) { keepAwake(); if (!stream?.active) begin(); } });
if (!navigator.mediaDevices?.getUserMedia) find("insecure").hidden = false;
