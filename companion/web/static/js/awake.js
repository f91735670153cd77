// Keeps the screen awake while a table is shown or a timer runs. Browsers grant the wake lock only inside a tap; a refusal is
// shown once.
import { toast } from "./toast.js";
import { say } from "./words.js";

let lock = null;
let wanted = false;
let started = false;
let told = false;

/** From the next tap on, or at once on a page that was touched. */
export function stayAwake() {
  if (wanted) return;
  wanted = true;
  if (navigator.userActivation?.hasBeenActive) requestWakeLock();
  if (started) return;
  started = true;
  document.addEventListener("click", requestWakeLock);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && told !== "refused") requestWakeLock(); });
}

export function letSleep() {
  wanted = false;
  lock?.release();
}

async function requestWakeLock() {
  if (!wanted || lock || document.hidden) return;
  try {
    // Over plain http most browsers have no `wakeLock`.
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; document.documentElement.removeAttribute("data-awake"); });
    document.documentElement.dataset.awake = "yes";
  } catch {
    reportRefusal(say("Your screen may turn off. Set a longer screen timeout."));
    return;
  }
  if (!wanted) lock?.release();
}

function reportRefusal(sentence) {
  document.documentElement.dataset.awake = "no";
  document.getElementById("awake").textContent = sentence;
  // It is told once and only where there is room for it; here it stays
  const kept = document.getElementById("awake-words");
  if (kept) [kept.textContent, kept.hidden] = [sentence, false];
  if (told) return;
  told = "refused";
  let before = "";
  try { before = localStorage.getItem("companion.sleep-told"); localStorage.setItem("companion.sleep-told", "1"); } catch {
    // Private window
  }
  const { secure } = document.getElementById("awake").dataset;
  const how = secure && !window.isSecureContext ? { words: say("Keep it awake"), act: () => location.assign(secure) } : null;
  if (!before) toast(sentence, "", how, true);
}
