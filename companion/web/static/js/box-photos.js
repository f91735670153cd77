// Photos of many tiles: each is sent and cut out in turn, with a line for its result.
import { sendPhoto } from "./photo.js";
import { say } from "./words.js";

// The longer side: about a dozen tiles share one photo
const MAX_SIDE_PX = 4000;

for (const input of document.querySelectorAll("[data-many]")) input.addEventListener("change", () => sendAll(input));

async function sendAll(input) {
  const list = document.querySelector("[data-sent]");
  const files = [...input.files];
  const lines = files.map((file, n) => line(list, say("Photo {number} is being read …", { number: n + 1 })));
  let kept = false;
  let trouble = false;
  for (const [n, file] of files.entries()) {
    const { status, data } = await sendPhoto(input.dataset.many, file, MAX_SIDE_PX);
    const good = status === 200;
    kept ||= good;
    trouble ||= !good || data.missed.length > 0;
    lines[n].className = good ? "notice good" : "notice bad";
    lines[n].textContent = good ? data.words : data.sentence;
    if (good) for (const sentence of data.missed) line(list, sentence).className = "notice warn";
  }
  input.value = "";
  if (kept && !trouble) location.reload();
}

function line(list, words) {
  const made = document.createElement("li");
  made.className = "notice";
  made.textContent = words;
  list.append(made);
  return made;
}
