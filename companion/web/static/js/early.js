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
})();
