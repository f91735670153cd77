// The pieces of the rendered table: tiles are dragged, turned over and taken away; the camera must find out.
import { send } from "./send.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const root = document.getElementById("demo");
const layer = root.querySelector("[data-layer]");
const surface = root.querySelector("[data-surface]");
const width = Number(root.dataset.width);
const height = Number(root.dataset.height);
const STEP = 20; // mm an arrow key moves a tile

let held = null; // the tile under the finger: {tile, node, dx, dy, moved}
let auto = false;

const act = async (what, body) => {
  const { status, data } = await send(`${root.dataset.act}/${what}`, body);
  if (status === 200) show(data);
  else toast(data.sentence, "bad");
};

function show(data) {
  auto = data.auto;
  const button = root.querySelector("[data-auto]");
  button.setAttribute("aria-pressed", auto);
  button.textContent = auto ? say("Stop: let me decide") : say("Let it play by itself");
  const gone = new Set([...layer.children].map((node) => node.dataset.tile));
  for (const tile of data.tiles) {
    gone.delete(tile.id);
    place(tile);
  }
  for (const id of gone) if (held?.tile !== id) nodeOf(id)?.remove();
}

const nodeOf = (id) => layer.querySelector(`[data-tile="${CSS.escape(id)}"]`);

function place(tile) {
  let node = nodeOf(tile.id);
  if (!node) {
    node = document.createElement("button");
    node.type = "button";
    node.className = "demo-piece";
    node.dataset.tile = tile.id;
    layer.append(node);
  }
  node.setAttribute("aria-label", say("{name}, face {face}", tile));
  node.title = tile.name;
  node.style.width = `${(tile.size / width) * 100}%`;
  if (held?.tile === tile.id) return;
  node.dataset.x = tile.x;
  node.dataset.y = tile.y;
  node.dataset.face = tile.face;
  node.style.left = `${(tile.x / width) * 100}%`;
  node.style.top = `${(tile.y / height) * 100}%`;
}

function toMm(event) {
  const box = surface.getBoundingClientRect();
  return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height];
}

layer.addEventListener("pointerdown", (event) => {
  const node = event.target.closest("[data-tile]");
  if (!node) return;
  node.setPointerCapture(event.pointerId);
  const [x, y] = toMm(event);
  held = { tile: node.dataset.tile, node, dx: Number(node.dataset.x) - x, dy: Number(node.dataset.y) - y, x, y, moved: false };
});

layer.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [x, y] = toMm(event);
  if (!held.moved && Math.hypot(x - held.x, y - held.y) < 8) return;
  held.moved = true;
  held.node.classList.add("held");
  held.node.style.left = `${((x + held.dx) / width) * 100}%`;
  held.node.style.top = `${((y + held.dy) / height) * 100}%`;
});

const letGo = (event) => {
  if (!held) return;
  const { tile, node, dx, dy, moved } = held;
  held = null;
  node.classList.remove("held");
  if (!moved) return;
  const [x, y] = toMm(event);
  node.dataset.x = x + dx;
  node.dataset.y = y + dy;
  node.dataset.dropped = "1";
  if (x < 0 || y < 0 || x > width || y > height) act("remove", { tile });
  else act("move", { tile, x: x + dx, y: y + dy });
};
layer.addEventListener("pointerup", letGo);
layer.addEventListener("pointercancel", letGo);

layer.addEventListener("click", (event) => {
  const node = event.target.closest("[data-tile]");
  if (!node) return;
  // The click that ends a drag is no tap.
  if (node.dataset.dropped) { delete node.dataset.dropped; return; }
  act("turn", { tile: node.dataset.tile });
});

layer.addEventListener("keydown", (event) => {
  const node = event.target.closest("[data-tile]");
  if (!node) return;
  const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
  if (by) {
    event.preventDefault();
    act("move", { tile: node.dataset.tile, x: Number(node.dataset.x) + by[0], y: Number(node.dataset.y) + by[1] });
  } else if (event.key === "Delete") {
    act("remove", { tile: node.dataset.tile });
  }
});

root.querySelector("[data-auto]").addEventListener("click", () => act("pace", { auto: !auto }));
root.querySelector("[data-speed]").addEventListener("change", (event) => act("pace", { speed: Number(event.target.value) }));
root.querySelector("[data-tidy]").addEventListener("click", () => act("tidy", {}));

async function follow() {
  for (;;) {
    if (!document.hidden) {
      try {
        const answer = await fetch(root.dataset.pieces);
        if (answer.ok) show(await answer.json());
      } catch { /* the next attempt comes */ }
    }
    await new Promise((go) => setTimeout(go, 300));
  }
}

function lamps(colours) {
  const strip = root.querySelector("[data-strip-lamps]");
  const found = colours.match(/.{6}/g) || [];
  while (strip.childElementCount < found.length) strip.append(document.createElement("i"));
  while (strip.childElementCount > found.length) strip.lastElementChild.remove();
  found.forEach((colour, n) => strip.children[n].style.setProperty("--lamp", `#${colour}`));
}

if (root.dataset.strip) {
  new EventSource(root.dataset.strip).addEventListener("strip", (event) => lamps(JSON.parse(event.data).colours));
}
follow();
