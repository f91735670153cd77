// Runs before the first paint: how this device shows pages, kept on the device.
(() => {
  // Folded content is allowed only where a script can open it
  document.documentElement.dataset.script = "";
  const readSetting = (name) => {
    try { return localStorage.getItem(`companion.${name}`) || ""; } catch { return ""; }
  };
  for (const name of ["theme", "text", "motion", "voice", "storyteller", "sounds", "vibration"]) {
    const value = readSetting(name);
    if (value) document.documentElement.dataset[name] = value;
  }
  // What is chosen, typed, pressed, sent or opened while the scripts are on their way is done when they are there, in the same
  // order. What works without them does so at once; a form that has an address is sent.
  const touched = [];
  const WORKS = "a[href], summary, label, input, select, textarea, [popovertarget], button:not([type=button])";
  const keep = (event) => {
    const { type, target, newState, submitter } = event;
    if ((type === "click" && target.closest?.(WORKS)) || target.matches?.("form[action], form[method]")) return;
    if (type === "submit") event.preventDefault();
    event.stopImmediatePropagation();
    touched.push(() => {
      if (!target.isConnected) return;
      if (type === "submit") target.requestSubmit(submitter?.isConnected ? submitter : null);
      // A picture in a button has no click() of its own
      else target.dispatchEvent(Object.assign(new Event(type, { bubbles: !type.endsWith("toggle"), cancelable: true }), newState ? { newState } : {}));
    });
  };
  const kinds = ["input", "change", "click", "submit", "beforetoggle", "toggle"];
  for (const kind of kinds) addEventListener(kind, keep, true);
  addEventListener("DOMContentLoaded", () => {
    for (const kind of kinds) removeEventListener(kind, keep, true);
    for (const act of touched) act();
  });
  // Without its scripts a page takes no answer: one whose scripts do not come, over a busy line, says so and asks again
  const again = () => {
    if ("ready" in document.documentElement.dataset) return;
    const late = document.getElementById("late");
    if (!late) return void setTimeout(again, 2000);
    late.hidden = false;
    let tries = 0;
    try {
      tries = Number(sessionStorage.getItem("companion.late"));
      sessionStorage.setItem("companion.late", tries + 1);
    } catch {
      tries = 9;
    }
    if (tries < 6) setTimeout(() => { if (!("ready" in document.documentElement.dataset)) location.reload(); }, 1000 * 2 ** tries);
  };
  addEventListener("error", ({ target }) => { if (target.tagName === "SCRIPT") again(); }, true);
  // Not counted from DOMContentLoaded, which waits for the scripts
  setTimeout(again, 15000);
})();
