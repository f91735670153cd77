// The checklists of setting a table up, putting it away and laying it out again: polled while they are open, since
// cameras and other devices tick items off too.
import { morphInside } from "./morph.js";
import { sendPhoto } from "./photo.js";
import { send } from "./send.js";
import { toast } from "./toast.js";

const POLL_MS = 1500;
// A tray is photographed from afar: a tag of 8 mm needs the pixels
const LARGEST_PX = 3200;

const place = document.getElementById("tasks");
document.addEventListener("click", onClick);
document.addEventListener("change", onChange);
follow();

async function refreshItems() {
  // A number that is being typed must not be replaced
  if (document.activeElement?.matches("[data-count]")) return;
  try {
    const answer = await fetch(place.dataset.items, { signal: AbortSignal.timeout(5000) });
    if (answer.status === 200) morphInside(place, await answer.text());
  } catch {
    // Retried at the next poll
  }
}

async function follow() {
  for (;;) {
    await new Promise((go) => setTimeout(go, POLL_MS));
    if (!document.hidden) await refreshItems();
  }
}

async function tell(told) {
  const { status, data } = await send(place.dataset.tell, told);
  if (status !== 200) toast(data.sentence, "bad");
  await refreshItems();
}

// "mixed": looked over, with something missing
const ticked = (button) => button.getAttribute("aria-checked") === "false";

const TOLD = {
  level: (it) => ({ do: "level", level: it.dataset.level, seats: [Number(it.dataset.of)] }),
  lay: (it) => ({ do: "lay", task: it.dataset.lay, laid: ticked(it) }),
  whole: (it) => ({ do: "whole", item: it.dataset.whole, whole: ticked(it) }),
  missing: (it) => ({ do: "missing", piece: it.dataset.missing, missing: it.getAttribute("aria-pressed") !== "true" }),
  finish: () => ({ do: "finish" }),
};

async function onClick(event) {
  const button = event.target.closest("button");
  const what = Object.keys(TOLD).find((name) => name in (button?.dataset ?? {}));
  if (what && button.getAttribute("aria-disabled") !== "true") await tell(TOLD[what](button));
}

async function onChange(event) {
  const field = event.target;
  if (field.id === "photo" && field.files[0]) {
    const { data } = await sendPhoto(field.dataset.to, field.files[0], LARGEST_PX);
    toast(data.words ?? data.sentence, data.words ? "good" : "bad");
    field.value = "";
    await refreshItems();
  } else if (field.dataset.count) {
    field.blur();
    await tell({ do: "count", part: field.dataset.count, count: field.value === "" ? null : Number(field.value) });
  }
}
