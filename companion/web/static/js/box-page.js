// The pages of the box: photos, tiles under the camera, and box files.
import { send } from "./send.js";
import { toast } from "./toast.js";
import { readPhoto } from "./photo.js";
import { textOf } from "./text-file.js";

onFile("photo", readPhoto, (data) => {
  if (data.read.length) sessionStorage.setItem(`read-${data.tile.id}`, JSON.stringify(data.read));
  location.assign(data.tile.href);
});
onFile("front", readPhoto, () => location.reload());
onFile("import", takeIn, () => location.reload());
const seen = document.querySelector("[data-seen]");
if (seen) follow(seen);

// What a file that is chosen there brings, once it is sent.
function onFile(name, sent, then) {
  for (const input of document.querySelectorAll(`[data-${name}]`)) input.addEventListener("change", async () => {
    const data = await sent(input, input.dataset[name]);
    if (data) then(data);
  });
}

async function takeIn(input, address) {
  const [file] = input.files;
  if (!file) return null;
  const { text, sentence } = await textOf(file);
  const { status, data } = sentence ? { data: { sentence } } : await send(address, { name: file.name.replace(/\.toml$/i, ""), text });
  input.value = "";
  if (status === 200) return data;
  toast(data.sentence, "bad");
  return null;
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
