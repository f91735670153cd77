// Follows work that the server does for this page, in slices, for as long as somebody looks at it.
import { morphInside } from "./morph.js";

const POLL_MS = 250;
const RETRY_MS = 3000;

async function follow() {
  while (document.querySelector("[data-looking]")) {
    let pause = RETRY_MS;
    if (!document.hidden) {
      try {
        const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
        // A table that is played again has no moments: the page goes where the server sends it.
        if (answer.redirected) return location.assign(answer.url);
        if (answer.ok) {
          const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
          morphInside(document.getElementById("content"), fresh.getElementById("content").innerHTML);
          pause = POLL_MS;
        }
      } catch { /* the next look may find the server again */ }
    }
    await new Promise((go) => setTimeout(go, pause));
  }
}

follow();
