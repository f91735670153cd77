// A station's tablet keeps to its station: goes where its game is, and comes back from other pages when nobody touches it.
const POLL_MS = 5000;
const IDLE_MS = 90_000;

const root = document.documentElement;
// The station's page; none: the tablet waits for a station
const stationPage = root.dataset.kiosk;
const table = document.querySelector("[data-live]")?.dataset.table;
const stationFree = document.querySelector("[data-station-free]");
const waiting = document.querySelector("[data-waiting]");
const isInPlace = table || stationFree || waiting;

// Browsers allow this over https and on localhost.
navigator.serviceWorker?.register("/service-worker.js").catch(() => {});

let touched = Date.now();

async function poll() {
  if (document.hidden) return;
  try {
    const at = table ? new URL(table, location.href).pathname.split("/")[2] : "";
    const answer = await fetch(`/tablet/state?at=${encodeURIComponent(at)}`, { cache: "no-store", signal: AbortSignal.timeout(POLL_MS) });
    const told = answer.ok ? await answer.json() : {};
    // From a page beside the game it is not torn away.
    if (told.go && isInPlace) location.replace(told.go);
    if (waiting && told.number) waiting.querySelector("output").textContent = told.number;
  } catch { /* the next look may find the companion again */ }
}

function keepInWindow(event) {
  const link = event.target.closest?.("a[href]");
  if (!link) return;
  if (new URL(link.href, location.href).origin !== location.origin) event.preventDefault();
  else link.removeAttribute("target");
}

setInterval(poll, POLL_MS);
document.addEventListener("visibilitychange", poll);
window.addEventListener("pageshow", poll);

if (stationPage) {
  for (const kind of ["contextmenu", "dragstart"]) document.addEventListener(kind, (event) => event.preventDefault());
  document.addEventListener("click", keepInWindow, true);
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => { touched = Date.now(); }, true);
  setInterval(() => { if (!isInPlace && Date.now() - touched > IDLE_MS) location.replace(stationPage); }, POLL_MS);
  document.addEventListener("click", () => {
    if (!document.fullscreenElement && matchMedia("(display-mode: browser)").matches) root.requestFullscreen?.({ navigationUI: "hide" }).catch(() => {});
  });
  if (isInPlace) {
    // The way back ends here.
    history.pushState(null, "");
    window.addEventListener("popstate", () => history.pushState(null, ""));
  }
}
