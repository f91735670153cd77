// On the page that a device keeps for when the companion does not answer: goes on as soon as it does.
const AGAIN = 3000;
const alive = document.querySelector("script[data-alive]").dataset.alive;

async function look() {
  if (location.pathname === "/offline") return; // looked at for itself: there is nothing to go on with
  try {
    const answer = await fetch(alive, { cache: "no-store", signal: AbortSignal.timeout(AGAIN) });
    if (answer.ok) location.reload();
  } catch { /* the next look may find it */ }
}

document.getElementById("again").addEventListener("click", look);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
window.addEventListener("online", look);
setInterval(look, AGAIN);
document.documentElement.dataset.ready = "";
