// Follows work that the server does for this page, in slices, while the page is visible.
import { morphInside } from "./morph.js";

const POLL_MS = 250;
const RETRY_MS = 3000;

async function follow() {
  while (document.querySelector("[data-looking]")) {
    let pause = RETRY_MS;
    if (!document.hidden) {
      try {
        const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
        // A table that is played again has no moments: follow the server's redirect.
        if (answer.redirected) return location.assign(answer.url);
        if (answer.ok) {
          const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
          morphInside(document.getElementById("content"), fresh.getElementById("content").innerHTML);
          pause = POLL_MS;
        }
      } catch {
        // Retried at the next poll
      }
    }
    await new Promise((go) => setTimeout(go, pause));
  }
}

follow();
