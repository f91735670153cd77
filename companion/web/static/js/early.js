// Runs before the first paint: how this device shows pages, kept on the device.
(() => {
  const root = document.documentElement;
  // Folded content is allowed only where a script can open it
  root.dataset.script = "";
  // What a browser keeps for no page (cookies blocked, a web view without a store) this page keeps until it is left
  for (const name of ["localStorage", "sessionStorage"]) {
    try { window[name].length; } catch {
      const value = Object.create({ getItem(key) { return this[key] ?? null; }, setItem(key, it) { this[key] = `${it}`; }, removeItem(key) { delete this[key]; } });
      Object.defineProperty(window, name, { value });
    }
  }
  for (const name of ["theme", "text", "motion", "voice", "storyteller", "sounds", "vibration"]) {
    const value = localStorage.getItem(`companion.${name}`);
    if (value) root.dataset[name] = value;
  }
  // What is chosen, typed, pressed, sent or opened while the scripts are on their way is done when they are there, in the same
  // order. What works without them does so at once; a form that has an address is sent.
  const touched = [];
  const WORKS = "a[href], summary, label, input, select, textarea, [popovertarget], button:not([type=button])";
  const keep = (event) => {
    const { type, target, newState } = event;
    if ((type === "click" && target.closest?.(WORKS)) || target.matches?.("form[action], form[method]")) return;
    if (type === "submit") event.preventDefault();
    event.stopImmediatePropagation();
    // A picture in a button has no click() of its own
    touched.push(() => target.isConnected && (type === "submit" ? target.requestSubmit(event.submitter) : target.dispatchEvent(Object.assign(new Event(type, { bubbles: true, cancelable: true }), { newState }))));
  };
  // A finger on a proposal stops what counts down there, scripts or none; a gap of the line does not lose it
  addEventListener("pointerdown", ({ target }) => {
    const address = target.closest("button, [data-hold]")?.dataset.proposal;
    const hold = (more) => fetch(address, { method: "POST", body: new Blob(['{"do":"hold"}'], { type: "application/json" }), signal: AbortSignal.timeout(2000) }).catch(() => more && setTimeout(hold, 200, more - 1));
    if (address) hold(99);
  }, true);
  const kinds = ["input", "change", "click", "submit", "beforetoggle", "toggle"];
  for (const kind of kinds) addEventListener(kind, keep, true);
  addEventListener("DOMContentLoaded", () => {
    for (const kind of kinds) removeEventListener(kind, keep, true);
    for (const act of touched) act();
  });
  // Without its scripts a page takes no answer: one whose scripts do not come, over a busy line, says so and asks again
  const again = () => {
    if ("ready" in root.dataset) return;
    const late = document.getElementById("late");
    if (!late) return void setTimeout(again, 2000);
    late.hidden = false;
    // How often is known only where it is kept
    const tries = sessionStorage instanceof Storage ? Number(sessionStorage.getItem("companion.late")) : 9;
    sessionStorage.setItem("companion.late", tries + 1);
    if (tries < 6) setTimeout(() => "ready" in root.dataset || location.reload(), 1000 * 2 ** tries);
  };
  addEventListener("error", ({ target }) => { if (target.tagName === "SCRIPT") again(); }, true);
  // Not counted from DOMContentLoaded, which waits for the scripts
  setTimeout(again, 15000);
})();
