// Keeps the staff's console up to date: the list is asked for again every few seconds while it is looked at.
import { morphInside } from "./morph.js";

const POLL_MS = 4000;

const list = document.querySelector("[data-console]");

async function refreshList() {
  // A menu that is open, or a button that has the keyboard's focus, is not pulled away.
  if (document.hidden || list.querySelector("details[open]") || list.contains(document.activeElement)) return;
  try {
    const answer = await fetch(list.dataset.console, { headers: { Accept: "text/html" } });
    if (answer.redirected) return location.reload(); // the session has ended: sign in again
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-console]");
    if (fresh) morphInside(list, fresh.innerHTML);
  } catch { /* the next look may find the server again */ }
}

setInterval(refreshList, POLL_MS);
document.addEventListener("visibilitychange", refreshList);
