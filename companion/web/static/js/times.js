// Times come as UTC and are shown as this device's clock has them.
import { language } from "./words.js";

export function localTimes() {
  for (const item of document.querySelectorAll("time[data-local]")) {
    const at = new Date(item.dateTime);
    item.textContent = item.dataset.local === "time"
      ? at.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" })
      : at.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  }
}
