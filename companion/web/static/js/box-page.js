// The pages of the box: photos, tiles under the camera, and box files.
import { send } from "./send.js";
import { toast } from "./toast.js";
import { sendPhoto } from "./photo.js";
import { say } from "./words.js";

for (const input of document.querySelectorAll("[data-photo]")) input.addEventListener("change", () => photo(input));
for (const input of document.querySelectorAll("[data-import]")) input.addEventListener("change", () => importBox(input));
for (const input of document.querySelectorAll("[data-front]")) input.addEventListener("change", () => learnFronts(input));
const seen = document.querySelector("[data-seen]");
if (seen) follow(seen);

async function photo(input) {
  const [file] = input.files;
  if (!file) return;
  toast(say("The photo is being read …"));
  const { status, data } = await sendPhoto(input.dataset.photo, file);
  input.value = "";
  if (status !== 200) return toast(data.sentence, "bad");
  if (data.read.length) sessionStorage.setItem(`read-${data.tile.id}`, JSON.stringify(data.read));
  location.assign(data.tile.href);
}

async function learnFronts(input) {
  const [file] = input.files;
  if (!file) return;
  toast(say("The photo is being read …"));
  const { status, data } = await sendPhoto(input.dataset.front, file);
  input.value = "";
  if (status !== 200) return toast(data.sentence, "bad");
  location.reload();
}

async function importBox(input) {
  const [file] = input.files;
  if (!file) return;
  const { status, data } = await send(input.dataset.import, { name: file.name.replace(/\.toml$/i, ""), text: await file.text() });
  input.value = "";
  if (status !== 200) return toast(data.sentence, "bad");
  location.reload();
}

// A tile newly laid under the camera opens automatically; tiles already there are opened by a touch.
async function follow(place) {
  const shown = place.querySelector("[data-seen-tiles]");
  let before = null;
  for (;;) {
    try {
      const data = await (await fetch(place.dataset.seen, { headers: { Accept: "application/json" } })).json();
      if (data.tiles?.length) {
        shown.replaceChildren(...data.tiles.map(link));
        const fresh = before ? data.tiles.filter((it) => !before.has(it.id) && !it.own) : [];
        if (fresh.length === 1) return location.assign(fresh[0].href);
      }
      before = new Set((data.tiles ?? []).map((it) => it.id));
      if (!data.camera) return;
    } catch {
      // Retried at the next poll
    }
    await new Promise((go) => setTimeout(go, 700));
  }
}

function link(it) {
  const made = document.createElement("a");
  made.className = "button";
  made.href = it.href;
  made.textContent = `${it.id} ${it.name}${it.own ? " ✓" : ""}`;
  return made;
}
