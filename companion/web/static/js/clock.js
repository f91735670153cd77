// The clock of a timed question, counted down by the server's time: the device's own clock may be wrong.
// Milliseconds by which the server's clock is ahead of this device's
let serverAheadMs = 0;
let live;
let timer = 0;
let timeAsked = false;

export function startClocks(element) {
  live = element;
  showClocks();
}

// Asked with the first clock, which few tables have.
async function askServerTime() {
  timeAsked = true;
  try {
    const asked = Date.now();
    const { time } = await (await fetch(`${live.dataset.table}state`, { headers: { Accept: "application/json" } })).json();
    serverAheadMs = time * 1000 - (asked + Date.now()) / 2;
    showClocks();
  } catch {
    // The device's own clock is used
  }
}

/** Shows the time left on each clock; also called after each update. */
export function showClocks() {
  const clocks = document.querySelectorAll(".clock[data-ends]");
  if (clocks.length) timer ||= setInterval(showClocks, 250);
  else timer = clearInterval(timer);
  if (clocks.length && !timeAsked) askServerTime();
  for (const clock of clocks) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.ends) * 1000 - Date.now() - serverAheadMs) / 1000));
    const words = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    const time = clock.querySelector("[data-time]");
    if (time.textContent !== words) time.textContent = words;
    clock.toggleAttribute("data-low", left <= 10);
  }
}
