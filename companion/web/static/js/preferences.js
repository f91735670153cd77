// How this device shows pages: colours, text size, motion. Stored on the device; the language in a cookie, which the
// server reads.
const YEAR_SECONDS = 365 * 24 * 3600;

export function startPreferences() {
  for (const input of document.querySelectorAll("[data-preference]")) {
    const name = input.dataset.preference;
    input.checked = (document.documentElement.dataset[name] || "") === input.value;
    input.addEventListener("change", () => {
      if (input.value) document.documentElement.dataset[name] = input.value;
      else delete document.documentElement.dataset[name];
      try { localStorage.setItem(`companion.${name}`, input.value); } catch {
        // A private window forgets
      }
    });
  }
  for (const input of document.querySelectorAll("[data-language]")) {
    input.addEventListener("change", () => {
      const { language } = input.dataset;
      document.cookie = `language=${language}; path=${new URL("../..", import.meta.url).pathname}; max-age=${language ? YEAR_SECONDS : 0}; samesite=lax`;
      location.reload();
    });
  }
}
