// Times come as UTC and are shown in the device's time zone, in the format of its region.
import { language } from "./words.js";

/** The device's variant of the page's language ("en-GB" for an English page), else the page's language. */
const region = (navigator.languages ?? [])
  .find(wanted => wanted.toLowerCase().split("-")[0] === language.toLowerCase().split("-")[0]) ?? language;

for (const item of document.querySelectorAll("time[data-local]")) {
  const at = new Date(item.dateTime);
  item.textContent = item.dataset.local === "time"
    ? at.toLocaleTimeString(region, { timeStyle: "short" })
    : at.toLocaleString(region, { dateStyle: "medium", timeStyle: "short" });
}

// A file that has a day has this device's: the server's clock may run in another zone.
for (const link of document.querySelectorAll("a[data-zone-at]")) {
  const address = new URL(link.href);
  address.searchParams.set("zone", String(-new Date(link.dataset.zoneAt).getTimezoneOffset()));
  link.href = address.href;
}
