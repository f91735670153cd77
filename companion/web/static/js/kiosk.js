// Keeps a station's tablet at its station: goes to the station's game, and returns from other pages after IDLE_MS
// without a touch.
const POLL_MS = 5000;
const IDLE_MS = 90_000;

const root = document.documentElement;
// Undefined while the tablet waits for a station
const stationPage = root.dataset.kiosk;
const table = document.querySelector("[data-live]")?.dataset.table;
const stationFree = document.querySelector("[data-station-free]");
const waiting = document.querySelector("[data-waiting]");
const isInPlace = table || stationFree || waiting;

// Browsers allow this over https and on localhost.
navigator.serviceWorker?.register(new URL("../../service-worker.js", import.meta.url)).catch(() => {});

// By two clocks, whichever says more: the tablet's own may be set back meanwhile, the other stands while it sleeps
let touched = [performance.now(), Date.now()];
const idle = () => Math.max(performance.now() - touched[0], Date.now() - touched[1]);

async function poll() {
  if (document.hidden) return;
  try {
    const at = table ? new URL(table, location.href).pathname.split("/").at(-2) : "";
    const answer = await fetch(new URL(`../../tablet/state?at=${encodeURIComponent(at)}`, import.meta.url), { cache: "no-store", signal: AbortSignal.timeout(POLL_MS) });
    const told = answer.ok ? await answer.json() : {};
    // Other pages are left only after IDLE_MS.
    if (told.go && isInPlace) location.replace(told.go);
    if (waiting && told.number) waiting.querySelector("output").textContent = told.number;
  } catch {
    // Retried at the next poll
  }
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
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => { touched = [performance.now(), Date.now()]; }, true);
  setInterval(() => { if (!isInPlace && idle() > IDLE_MS) location.replace(stationPage); }, POLL_MS);
  document.addEventListener("click", () => {
    if (!document.fullscreenElement && matchMedia("(display-mode: browser)").matches) root.requestFullscreen?.({ navigationUI: "hide" }).catch(() => {});
  });
  if (isInPlace) {
    // Disables the browser's Back.
    history.pushState(null, "");
    window.addEventListener("popstate", () => history.pushState(null, ""));
  }
}
