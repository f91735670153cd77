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
  // What is chosen, typed or pressed while the scripts are on their way is done when they are there, in the same order
  const touched = [];
  const keep = (event) => {
    const { type, target } = event;
    if (type === "click" && !target.closest?.("button[type=button]:not([popovertarget])")) return;
    event.stopImmediatePropagation();
    touched.push(() => target.isConnected && (type === "click" ? target.click() : target.dispatchEvent(new Event(type, { bubbles: true }))));
  };
  const kinds = ["input", "change", "click"];
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
