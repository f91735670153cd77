// Photos of a finished table: reduced on the phone and sent one after the other, each with its result.
import { asJpeg } from "./photo.js";
import { newKey } from "./send.js";
import { say } from "./words.js";
import { toast } from "./toast.js";

const JPEG_QUALITY = 0.9;
const READ_BY_SERVER = new Set(["image/jpeg", "image/png", "image/webp"]);
const MAX_TRIES = 3;
const QUEUE_POLL_MS = 2000;

/** Handles the file fields; `follow` updates the page. */
export function startPhotos(follow) {
  for (const place of document.querySelectorAll("[data-photos]")) {
    const waiting = [];
    let busy = false;
    const run = async () => {
      busy = true;
      while (waiting.length) await sendOne(place, waiting.shift(), follow);
      busy = false;
    };
    const take = (field) => {
      const files = [...(field.files ?? [])];
      field.value = "";
      waiting.push(...files.map((file) => ({ file, item: addProgressItem(place, file) })));
      if (!busy) run();
    };
    place.addEventListener("change", (event) => take(event.target));
    // Photos chosen before this script was loaded
    for (const field of place.querySelectorAll("input[type=file]")) if (field.files.length) take(field);
  }
}

function addProgressItem(place, file) {
  const item = document.createElement("li");
  item.className = "scan-sent";
  const name = document.createElement("b");
  name.textContent = file.name;
  const words = document.createElement("p");
  words.textContent = say("Waiting …");
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", file.name);
  item.append(name, words, bar);
  place.querySelector(".scan-sending").append(item);
  return { item, words, bar };
}

async function sendOne(place, { file, item }, follow) {
  item.words.textContent = say("Getting ready …");
  const photo = await shrinkPhoto(file, Number(place.dataset.largest));
  // The same in every try, so that a photo is counted once though its answer was lost
  const key = newKey();
  for (let left = MAX_TRIES; left; left -= 1) {
    const { status, data } = await upload(place, photo, file.name, key, item);
    if (status === 200) {
      item.item.remove();
      toast(data.words, "good");
      return follow();
    }
    if (status !== 0 || left === 1) return showRefusal(item, data.sentence);
    await new Promise((go) => setTimeout(go, 1000));
  }
}

function showRefusal({ item, words, bar }, sentence) {
  item.classList.add("bad");
  words.textContent = sentence;
  bar.remove();
  const away = document.createElement("button");
  away.type = "button";
  away.className = "button quiet";
  away.textContent = say("All right");
  away.addEventListener("click", () => item.remove());
  item.append(away);
}

/** The photo as JPEG with at most `largest` pixels in all; unchanged if that makes a readable file no smaller, or it cannot be opened here. */
async function shrinkPhoto(file, largest) {
  const made = await asJpeg(file, JPEG_QUALITY, (wide, high) => Math.sqrt(largest / (wide * high)));
  // The server reports what is wrong with a file that this browser cannot open
  if (!made) return file;
  if (!READ_BY_SERVER.has(file.type)) return made;
  if (!made.reduced && file.size < 5e6 && file.type === "image/jpeg") return file;
  return made.size < file.size ? made : file;
}

/** How many photos and files the server works on before this one; 0 if unknown. */
async function numberBefore(ticket) {
  try {
    const answer = await fetch(new URL(`../../queue?ticket=${ticket}`, import.meta.url));
    return answer.ok ? (await answer.json()).before : 0;
  } catch {
    return 0;
  }
}

function upload(place, photo, name, key, { words, bar }) {
  const form = new FormData();
  form.append("photo", photo, name || "photo.jpg");
  form.append("key", key);
  if (place.dataset.player) form.append("player", place.dataset.player);
  return new Promise((finish) => {
    const request = new XMLHttpRequest();
    const asking = setInterval(async () => {
      const before = await numberBefore(key);
      if (before > 0) words.textContent = say("Waiting for its turn, behind {number} others", { number: before });
    }, QUEUE_POLL_MS);
    const done = (told) => {
      clearInterval(asking);
      finish(told);
    };
    request.open("POST", `${place.dataset.photos}?ticket=${key}`);
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.timeout = 180_000;
    request.upload.onprogress = ({ loaded, total }) => {
      bar.value = loaded / total;
      words.textContent = say("Sending, {part}\u00a0%", { part: Math.round((100 * loaded) / total) });
    };
    request.upload.onload = () => {
      bar.removeAttribute("value");
      words.textContent = say("Looking for pieces …");
    };
    const lost = say("The photo could not be sent: is this phone in the companion's network?");
    request.onload = () => done({ status: request.status, data: request.response ?? { sentence: say("The photo is too large to be sent: choose a smaller size in the camera.") } });
    request.onerror = request.ontimeout = () => done({ status: 0, data: { sentence: lost } });
    request.send(form);
  });
}
