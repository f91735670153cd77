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
