// The pages of the box: photos, tiles under the camera, and box files.
import { send } from "./send.js";
import { toast } from "./toast.js";
import { sendPhoto } from "./photo.js";
import { textOf } from "./text-file.js";
import { say } from "./words.js";

onFile("[data-photo]", photo(({ photo }) => photo), (data) => {
  if (data.read.length) sessionStorage.setItem(`read-${data.tile.id}`, JSON.stringify(data.read));
  location.assign(data.tile.href);
});
onFile("[data-front]", photo(({ front }) => front), () => location.reload());
onFile("[data-import]", async (input, file) => {
  const { text, sentence } = await textOf(file);
  if (sentence) return { status: 422, data: { sentence } };
  return send(input.dataset.import, { name: file.name.replace(/\.toml$/i, ""), text });
}, () => location.reload());
const seen = document.querySelector("[data-seen]");
if (seen) follow(seen);

// What a file that is chosen there brings, once it is sent.
function onFile(where, sent, then) {
  for (const input of document.querySelectorAll(where)) input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    const { status, data } = await sent(input, file);
    input.value = "";
    if (status !== 200) toast(data.sentence, "bad");
    else then(data);
  });
}

function photo(address) {
  return (input, file) => {
    toast(say("The photo is being read …"));
    return sendPhoto(address(input.dataset), file);
  };
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
