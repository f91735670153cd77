// Runs before the first paint: how this device shows pages, kept on the device.
(() => {
  document.documentElement.dataset.script = ""; // what only a script could open again may be folded away
  const readSetting = (name) => {
    try { return localStorage.getItem(`companion.${name}`) || ""; } catch { return ""; }
  };
  for (const name of ["theme", "text", "motion", "voice", "sounds", "vibration"]) {
    const value = readSetting(name);
    if (value) document.documentElement.dataset[name] = value;
  }
})();
