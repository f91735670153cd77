// On the page that a device keeps for when the companion does not answer: reloads as soon as it answers.
const RETRY_MS = 3000;
const aliveAddress = document.querySelector("script[data-alive]").dataset.alive;

async function poll() {
  // Opened directly: there is no page to return to
  if (location.pathname.endsWith("/offline")) return;
  try {
    const answer = await fetch(aliveAddress, { cache: "no-store", signal: AbortSignal.timeout(RETRY_MS) });
    if (answer.ok) location.reload();
  } catch {
    // Retried at the next poll
  }
}

document.getElementById("again").addEventListener("click", poll);
document.addEventListener("visibilitychange", () => { if (!document.hidden) poll(); });
window.addEventListener("online", poll);
setInterval(poll, RETRY_MS);
document.documentElement.dataset.ready = "";
