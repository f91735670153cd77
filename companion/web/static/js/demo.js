// The demo's table: tiles are dragged, turned over and taken away, by a finger or by the drawn hand. The camera
// detects the changes; the caption shows what it detected.
import { drawHand, releaseHand } from "./demo_hand.js";
import { SharedStream } from "./one-stream.js";
import { send } from "./send.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const root = document.querySelector("[data-demo]");
const find = (what) => root.querySelector(`[data-${what}]`);
const layer = find("layer");
const surface = find("surface");
const width = Number(root.dataset.width);
const height = Number(root.dataset.height);
const STEP_MM = 20;
// How long the tile seen by the camera is framed
const FRAME_MS = 3500;
const still = () => document.documentElement.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

// The tile under the finger: {tile, node, dx, dy, moved}
let held = null;
let auto = false;
// The number of the entry in the caption, or the words that stand there instead
let shownEntry = null;
// What a person is invited to try, until a finger moved something or the table plays on
let invited = "";
// The tile that was moved or turned last
let changed = null;
// When a finger last moved the table under the window
let touched = 0;
// Tile ids in the drawn hand to the end of the movement, in ms of performance.now()
const carried = new Map();

const postAction = async (what, body) => {
  const { status, data } = await send(`${root.dataset.act}/${what}`, body);
  if (status === 200) show(data);
  else toast(data.sentence, "bad");
};

function show(data) {
  if (data.table && root.dataset.table && data.table !== root.dataset.table) { location.reload(); return; }
  auto = data.auto;
  const button = find("auto");
  button.setAttribute("aria-pressed", auto);
  find("auto-words").textContent = auto ? say("Pause") : say("Let it play");
  if (auto) root.classList.remove("own");
  if (surface) updateTiles(data);
  if (data.lamps) updateDisks(data.lamps);
  for (const area of root.querySelectorAll("[data-area]")) area.classList.toggle("asked", (data.asked ?? []).includes(Number(area.dataset.area)));
  if (data.said) showCaption(data.said, data.doubt);
  const result = find("result");
  if (result) result.hidden = !data.over;
}

function updateTiles(data) {
  if (data.hand && !still()) carry(data.hand);
  const gone = new Set([...layer.children].map((node) => node.dataset.tile));
  for (const tile of data.tiles) {
    gone.delete(tile.id);
    updateTile(tile, data.goods?.[tile.id]);
  }
  for (const id of gone) if (held?.tile !== id && !(carried.get(id) > performance.now())) nodeOf(id)?.remove();
}

const nodeOf = (id) => layer.querySelector(`[data-tile="${CSS.escape(id)}"]`);

function createTile(tile) {
  const node = document.createElement("button");
  node.type = "button";
  node.className = "demo-piece";
  node.dataset.tile = tile;
  const face = document.createElement("img");
  face.alt = "";
  face.draggable = false;
  node.append(face);
  layer.append(node);
  return node;
}

function updateTile(tile, good) {
  const before = nodeOf(tile.id);
  const node = before ?? createTile(tile.id);
  node.setAttribute("aria-label", say("{name}, face {face}", tile));
  node.title = tile.name;
  setSize(node, tile);
  setGood(node, good);
  if (held?.tile === tile.id || carried.get(tile.id) > performance.now()) return;
  if (before && shownEntry !== null && (node.dataset.x !== String(tile.x) || node.dataset.y !== String(tile.y) || node.dataset.face !== tile.face)) changed = tile.id;
  if (!before && shownEntry !== null) changed = tile.id;
  positionTile(node, tile);
}

function setSize(node, { size, round }) {
  node.style.width = `${(size / width) * 100}%`;
  node.toggleAttribute("data-square", !round);
}

function positionTile(node, { x, y, angle, face }) {
  node.dataset.x = x;
  node.dataset.y = y;
  node.style.left = `${(x / width) * 100}%`;
  node.style.top = `${(y / height) * 100}%`;
  const image = node.querySelector("img");
  image.style.setProperty("--angle", `${angle}deg`);
  setFace(node, face);
}

function setFace(node, face) {
  if (node.dataset.face === face) return;
  const image = node.querySelector("img");
  if (node.dataset.face !== undefined && !still()) image.animate([{ scale: "0 1" }, { scale: "1 1" }], { duration: 220, easing: "ease-out" });
  node.dataset.face = face;
  image.src = `${root.dataset.act}/face/${encodeURIComponent(node.dataset.tile)}?face=${encodeURIComponent(face)}`;
}

function setGood(node, good) {
  if ((node.dataset.good ?? "") === (good ?? "")) return;
  node.dataset.good = good ?? "";
  node.querySelector(".demo-good")?.remove();
  const cube = good && root.querySelector(`template[data-good="${CSS.escape(good)}"]`);
  if (cube) node.append(cube.content.cloneNode(true));
}

/** The drawn hand brings a tile: placed here at once and moved by animation; the camera sees it once it is let go. */
function carry(hand) {
  if (root.dataset.hand === String(hand.number)) return;
  root.dataset.hand = hand.number;
  if (hand.left < 0.15) return;
  const before = nodeOf(hand.tile);
  const node = before ?? createTile(hand.tile);
  setSize(node, hand);
  const from = before ? [Number(node.dataset.x), Number(node.dataset.y)] : null;
  const to = hand.x === null ? null : [hand.x, hand.y];
  const ms = hand.left * 1000;
  carried.set(hand.tile, performance.now() + ms + 450);
  changed = hand.tile;
  const area = root.querySelector(`[data-area="${hand.seat}"]`);
  if (to) {
    positionTile(node, { x: hand.x, y: hand.y, angle: hand.angle, face: before ? node.dataset.face : hand.face });
    setTimeout(() => setFace(node, hand.face), ms);
  }
  drawHand({ surface, node, from, to, ms, size: [width, height], area, drawn: find("hand") });
  scrollToPlace(to ?? from);
}

/** Where the table is larger than the screen, scrolls to a place unless a person scrolled within the last 6 s. */
function scrollToPlace(place) {
  const over = find("over");
  if (!place || over.scrollWidth <= over.clientWidth + 4 || performance.now() - touched < 6000) return;
  const x = (place[0] / width) * surface.clientWidth;
  over.scrollTo({ left: x - over.clientWidth / 2, behavior: "smooth" });
}

/** What just happened; instead of it what no rule explains of what the camera sees, or what a person may try. */
function showCaption(said, doubt) {
  const instead = doubt || invited;
  const { number, words, by } = instead ? { number: instead, words: instead, by: doubt ? "doubt" : "invitation" } : said;
  if (shownEntry === number) return;
  const first = shownEntry === null;
  shownEntry = number;
  const seen = by === "camera" || by === "doubt";
  find("said").classList.toggle("doubt", by === "doubt");
  find("said").querySelector("[data-tidy]")?.toggleAttribute("hidden", by !== "doubt");
  const box = find("said");
  box.classList.toggle("told", !seen);
  box.classList.toggle("long", words.length > 60);
  find("said-by").textContent = { camera: say("The camera saw"), demo: say("Entered on a screen"), "virtual bag": say("The bag"), "virtual dice": say("The dice"), doubt: say("The camera does not understand"), invitation: say("Try it") }[by] ?? say("Entered on a screen");
  find("said-words").textContent = words;
  for (const icon of root.querySelectorAll("[data-said-icon]")) icon.hidden = (icon.dataset.saidIcon === "camera") !== seen;
  releaseHand();
  if (seen && !first && changed) frame(changed);
}

let frameTimer = 0;
function frame(id) {
  const node = nodeOf(id);
  const box = find("seen");
  if (!node || !box) return;
  const [x, y, wide] = [Number(node.dataset.x), Number(node.dataset.y), (parseFloat(node.style.width) / 100) * width * 1.2];
  box.hidden = true;
  box.style.left = node.style.left;
  box.style.top = node.style.top;
  box.style.width = `${(wide / width) * 100}%`;
  requestAnimationFrame(() => { box.hidden = false; });
  root.querySelector("[data-ray]").setAttribute("d", `M${width - 16} ${-8}L${x - wide / 2} ${y - wide / 2}M${width - 6} 4L${x + wide / 2} ${y + wide / 2}`);
  clearTimeout(frameTimer);
  frameTimer = setTimeout(() => { box.hidden = true; root.querySelector("[data-ray]").removeAttribute("d"); }, FRAME_MS);
}

function updateDisks(segments) {
  const rows = root.querySelectorAll(".demo-lamps");
  segments.forEach((lamps, n) => lamps.forEach((lamp, m) => {
    const disk = rows[n]?.querySelectorAll("[data-disk]")[m];
    if (!disk || disk.dataset.mark === (lamp?.colour ?? "")) return;
    disk.dataset.mark = lamp?.colour ?? "";
    disk.replaceChildren();
    if (!lamp) { delete disk.dataset.colour; return; }
    disk.dataset.colour = lamp.colour;
    disk.append(root.querySelector(`template[data-mark="${CSS.escape(lamp.mark)}"]`).content.cloneNode(true));
  }));
}

// --- dragging

function toMm(event) {
  const box = surface.getBoundingClientRect();
  return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height];
}

const dropTile = (event) => {
  if (!held) return;
  const { tile, node, dx, dy, moved } = held;
  held = null;
  node.classList.remove("held");
  if (!moved) return;
  const [x, y] = toMm(event);
  node.dataset.x = x + dx;
  node.dataset.y = y + dy;
  node.dataset.dropped = "1";
  invited = "";
  changed = tile;
  if (x < 0 || y < 0 || x > width || y > height) postAction("remove", { tile });
  else postAction("move", { tile, x: x + dx, y: y + dy });
};

if (surface) {
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
  layer.addEventListener("pointerup", dropTile);
  layer.addEventListener("pointercancel", dropTile);

  layer.addEventListener("click", (event) => {
    const node = event.target.closest("[data-tile]");
    if (!node) return;
    // The click at the end of a drag is not a tap.
    if (node.dataset.dropped) { delete node.dataset.dropped; return; }
    changed = node.dataset.tile;
    invited = "";
    postAction("turn", { tile: node.dataset.tile });
  });

  layer.addEventListener("keydown", (event) => {
    const node = event.target.closest("[data-tile]");
    if (!node) return;
    const by = { ArrowLeft: [-STEP_MM, 0], ArrowRight: [STEP_MM, 0], ArrowUp: [0, -STEP_MM], ArrowDown: [0, STEP_MM] }[event.key];
    if (by) {
      event.preventDefault();
      postAction("move", { tile: node.dataset.tile, x: Number(node.dataset.x) + by[0], y: Number(node.dataset.y) + by[1] });
    } else if (event.key === "Delete") {
      postAction("remove", { tile: node.dataset.tile });
    }
  });

  find("over").addEventListener("pointerdown", () => { touched = performance.now(); });
  find("own").addEventListener("click", () => {
    root.classList.add("own");
    setTimeout(() => root.classList.remove("own"), 8000);
    surface.scrollIntoView({ block: "nearest" });
    if (auto) postAction("pace", { auto: false });
    invited = say("Give a piece to the wrong player: the camera will object.");
  });
  find("look")?.addEventListener("click", (event) => {
    const looking = root.classList.toggle("looking");
    event.currentTarget.setAttribute("aria-pressed", looking);
    find("sight").hidden = !looking;
  });
  for (const it of root.querySelectorAll("[data-tidy]")) it.addEventListener("click", () => postAction("tidy", {}));
}

find("auto").addEventListener("click", () => {
  invited = "";
  postAction("pace", { auto: !auto });
});
find("to-end")?.addEventListener("click", () => {
  invited = "";
  find("speed").value = 16;
  postAction("pace", { auto: true, speed: 16 });
});
find("speed").addEventListener("change", (event) => postAction("pace", { speed: Number(event.target.value) }));

// --- beside the table

/** The pages on the drawn tablet and phone keep their own size and are scaled down; below a scale of 0.6 they are
 * inert, and a touch opens them. */
const shrunk = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    const frame = target.querySelector("iframe");
    const scale = contentRect.width / Number(frame.dataset.frame);
    frame.style.setProperty("--scale", scale);
    target.parentElement.classList.toggle("large", scale >= 0.6);
    frame.inert = scale < 0.6;
  }
});
for (const screen of root.querySelectorAll(".demo-screen")) shrunk.observe(screen);

const bar = root.querySelector(".demo-bar");
new ResizeObserver(() => root.style.setProperty("--bar", `${bar.offsetHeight}px`)).observe(bar);

async function poll() {
  for (;;) {
    if (!document.hidden) {
      try {
        const answer = await fetch(root.dataset.pieces);
        if (answer.ok) show(await answer.json());
      } catch {
        // Retried at the next poll
      }
    }
    await new Promise((go) => setTimeout(go, 300));
  }
}

// The colour of a lit lamp as seen: same hue, brighter than the light it gives, and visible when dimmed.
function lampColour(colour) {
  const parts = [0, 2, 4].map((at) => parseInt(colour.slice(at, at + 2), 16)), most = Math.max(...parts);
  const level = 0.75 + 0.25 * most / 255;
  return `rgb(${parts.map((part) => Math.round((105 + 150 * part / most) * level)).join(" ")})`;
}

function lamps(colours) {
  const found = colours.match(/.{6}/g) || [];
  root.querySelectorAll("[data-lamp]").forEach((lamp, n) => {
    const colour = found[n];
    if (colour && colour !== "000000") lamp.style.setProperty("--lamp", lampColour(colour));
    else lamp.style.removeProperty("--lamp");
  });
}

function watchStrip() {
  const stream = new SharedStream(root.dataset.strip);
  stream.addEventListener("strip", (event) => lamps(JSON.parse(event.data).colours));
  for (const name of ["error", "gone"]) stream.addEventListener(name, () => { stream.close(); setTimeout(watchStrip, 1000); }, { once: true });
}

if (root.dataset.strip) watchStrip();
if ("arrival" in root.dataset) postAction("pace", { auto: true });
poll();
