// Keeps the short code on the page one that is good: before it ends, the next one is shown.
const RETRY_SECONDS = 5;

async function follow(shown) {
  for (let seconds = Number(shown.dataset.seconds); ;) {
    await new Promise((go) => setTimeout(go, 1000 * Math.max(1, seconds)));
    try {
      const { code, seconds: next } = await (await fetch(shown.dataset.shortCode, { headers: { Accept: "application/json" } })).json();
      if (shown.textContent !== code) shown.textContent = code;
      seconds = next;
    } catch {
      seconds = RETRY_SECONDS;
    }
  }
}

for (const shown of document.querySelectorAll("[data-short-code]")) {
  follow(shown);
  // A tablet that slept has an old one
  document.addEventListener("visibilitychange", async () => {
    if (document.hidden) return;
    const answer = await fetch(shown.dataset.shortCode, { headers: { Accept: "application/json" } }).catch(() => null);
    if (answer?.ok) shown.textContent = (await answer.json()).code;
  });
}
