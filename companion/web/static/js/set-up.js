// The checklist of setting the table up: polled while it is open, since the camera and other devices check items
// off too.
import { morphInside } from "./morph.js";
import { send } from "./send.js";
import { toast } from "./toast.js";

const POLL_MS = 1500;

const place = document.getElementById("tasks");
document.addEventListener("click", onClick);
follow();

async function refreshTasks() {
  try {
    const answer = await fetch(place.dataset.tasks, { signal: AbortSignal.timeout(5000) });
    if (answer.status === 200) morphInside(place, await answer.text());
  } catch {
    // Retried at the next poll
  }
}

async function follow() {
  for (;;) {
    await new Promise((go) => setTimeout(go, POLL_MS));
    if (!document.hidden) await refreshTasks();
  }
}

async function onClick(event) {
  const button = event.target.closest("[data-lay], [data-level]");
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  const told = button.dataset.level
    ? { do: "level", level: button.dataset.level, seats: [Number(button.dataset.of)] }
    : { do: "lay", task: button.dataset.lay, laid: button.getAttribute("aria-checked") !== "true" };
  const { status, data } = await send(place.dataset.tell, told);
  if (status !== 200) toast(data.sentence, "bad");
  await refreshTasks();
}
