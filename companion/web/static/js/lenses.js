// The cameras of this phone: chosen by a list, and the choice is remembered.
import { say } from "./words.js";

const KEPT = "companion.phone-lens";

// In a private window only until the page is left
let chosen = null;
// The label of a lens whose id is not there
let lost = "";

function remembered() {
  try { return JSON.parse(localStorage.getItem(KEPT) ?? "null") ?? chosen; } catch { return chosen; }
}

export function remember(id, label) {
  chosen = id ? { id, label } : null;
  try {
    if (chosen) localStorage.setItem(KEPT, JSON.stringify(chosen));
    else localStorage.removeItem(KEPT);
  } catch {
    // Private window
  }
}

/** What to ask the browser for: the lens that was chosen, else one that looks away from the person. */
export const wanted = () => {
  const lens = remembered();
  return lens ? { deviceId: { exact: lens.id } } : { facingMode: { ideal: "environment" } };
};

/** The lens that is remembered is not there under its id, which browsers change; false: none is remembered. */
export function forgetId() {
  const lens = remembered();
  if (!lens) return false;
  lost = lens.label;
  remember("", "");
  return true;
}

/** Fills the list with the lenses of this phone, `used` chosen; a list of one is not shown. Gives the id of the lens that was
 *  remembered and is there under another id. */
export async function showLenses(field, used) {
  const all = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "videoinput");
  const list = field.querySelector("select");
  list.replaceChildren(...all.map(({ deviceId, label }, n) => new Option(label || say("Camera {number}", { number: n + 1 }), deviceId)));
  list.value = used;
  field.hidden = all.length < 2;
  const again = lost && all.find(({ label }) => label === lost);
  lost = "";
  if (!again) return "";
  remember(again.deviceId, again.label);
  return again.deviceId === used ? "" : again.deviceId;
}
