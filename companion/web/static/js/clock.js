// The clock of a timed question, counted down by the server's time: the device's own clock may be wrong, and may be corrected
// while the page is open. What counts here is a clock that only goes forward, and each event of the stream says the server's.

// Of the last events: what the server's clock is ahead of this page's own, in ms. An event takes a while to come, so the largest
// is the truest; a device whose clock stood still while it slept has a larger one with its first event.
const MAX_SAMPLES = 5;
const samples = [];
let timer = 0;

/** seconds: the server's time, as an event of the stream brought it. */
export function noteServerTime(seconds) {
  if (!seconds) return;
  samples.push(seconds * 1000 - performance.now());
  if (samples.length > MAX_SAMPLES) samples.shift();
  if (timer) showClocks();
}

/** Shows the time left on each clock; also called after each update. Before the first event it stands as the server wrote it. */
export function showClocks() {
  const clocks = document.querySelectorAll(".clock[data-ends]");
  if (clocks.length) timer ||= setInterval(showClocks, 250);
  else timer = clearInterval(timer);
  if (!samples.length) return;
  const now = performance.now() + Math.max(...samples);
  for (const clock of clocks) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.ends) * 1000 - now) / 1000));
    const words = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    const time = clock.querySelector("[data-time]");
    if (time.textContent !== words) time.textContent = words;
    clock.toggleAttribute("data-low", left <= 10);
  }
}
