// On the page that a device keeps for when the companion does not answer: goes on as soon as it does.
const RETRY_MS = 3000;
const aliveAddress = document.querySelector("script[data-alive]").dataset.alive;

async function poll() {
  if (location.pathname === "/offline") return; // looked at for itself: there is nothing to go on with
  try {
    const answer = await fetch(aliveAddress, { cache: "no-store", signal: AbortSignal.timeout(RETRY_MS) });
    if (answer.ok) location.reload();
  } catch { /* the next look may find it */ }
}

document.getElementById("again").addEventListener("click", poll);
document.addEventListener("visibilitychange", () => { if (!document.hidden) poll(); });
window.addEventListener("online", poll);
setInterval(poll, RETRY_MS);
document.documentElement.dataset.ready = "";
