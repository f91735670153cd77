// How this device shows pages: colours, size of text, motion. Kept on the device.
export function startPreferences() {
  for (const input of document.querySelectorAll("[data-preference]")) {
    const name = input.dataset.preference;
    input.checked = (document.documentElement.dataset[name] || "") === input.value;
    input.addEventListener("change", () => {
      if (input.value) document.documentElement.dataset[name] = input.value;
      else delete document.documentElement.dataset[name];
      try { localStorage.setItem(`companion.${name}`, input.value); } catch { /* a private window forgets */ }
    });
  }
}
