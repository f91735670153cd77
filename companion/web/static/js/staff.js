// Keeps the staff's console up to date: the list is fetched every few seconds while it is visible.
import { morphInside } from "./morph.js";

const POLL_MS = 4000;

const list = document.querySelector("[data-console]");

async function refreshList() {
  // Not while a menu is open or an element of the list has the focus.
  if (document.hidden || list.querySelector("details[open]") || list.contains(document.activeElement)) return;
  try {
    const answer = await fetch(list.dataset.console, { headers: { Accept: "text/html" } });
    // The session has ended: sign in again
    if (answer.redirected) return location.reload();
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-console]");
    if (fresh) morphInside(list, fresh.innerHTML);
  } catch {
    // Retried at the next poll
  }
}

setInterval(refreshList, POLL_MS);
document.addEventListener("visibilitychange", refreshList);
