// The camera's page: recognised tags lie over the picture, on which the table's corners are dragged once.
import { send } from "./send.js";
import { toast } from "./toast.js";
import { language, say } from "./words.js";

const POLL_MS = 1000;
// Fraction of the picture by which an arrow key moves a corner; four times as much with Shift
const KEY_STEP = 0.0025;

/** A share or a size, never below 0, with one decimal: "1.5", or "1,5". */
const decimal = (number) => number.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const root = document.getElementById("eye");
const stage = root.querySelector("[data-stage]");
const handles = root.querySelector("[data-handles]");
const hint = root.querySelector("[data-hint]");
const usual = hint.textContent;
const api = root.dataset.cameraApi.replace(/look$/, "");

// "corners", "zones", "goods" or null
let dragging = null;
// The kind of the good that is tapped
let goodKind = null;
// The table's corners while dragged, as fractions of the picture
let corners = null;
let latest = null;
let held = null;

async function follow() {
  for (;;) {
    if (!document.hidden) {
      try {
        const answer = await fetch(root.dataset.cameraApi, { signal: AbortSignal.timeout(5000) });
        if (answer.ok) show(await answer.json());
      } catch {
        // Retried at the next poll
      }
    }
    await new Promise((go) => setTimeout(go, POLL_MS));
  }
}

const points = (list) => list.map(([x, y]) => `${(x * 1000).toFixed(1)},${(y * 1000).toFixed(1)}`).join(" ");

function drawShapes(group, name, items) {
  const into = root.querySelector(`[data-${group}]`);
  into.replaceChildren(
    ...items.map((attributes) => {
      const shape = document.createElementNS(into.namespaceURI, name);
      for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
      return shape;
    }),
  );
}

function show(told) {
  latest = told;
  drawShapes("zones", "polygon", told.zones.map((zone) => ({ points: points(zone.outline) })));
  drawShapes("tags", "polygon", told.tags.map((tag) => ({ points: points(tag.corners), "data-level": tag.level })));
  drawShapes("glare", "circle", told.glare.map(([x, y]) => ({ cx: x * 1000, cy: y * 1000, r: 14 })));
  root.querySelector("[data-labels]").replaceChildren(...told.zones.map(zoneLabel));
  const list = root.querySelector("[data-findings]");
  const news = told.findings.length ? told.findings : [{ level: "bad", sentence: told.sentence }];
  replaceList(list, news.map(findingItem));
  replaceList(root.querySelector("[data-zone-list]"), told.zones.map(zoneItem));
  const lens = root.querySelector("[data-lens]");
  lens.textContent = told.kept.lens === null ? "" : say("Straightened: the picture's corners are bent by {percent}\u00a0%.", { percent: decimal(Math.abs(told.kept.lens * 100)) });
  root.querySelector("[data-forget]").disabled = !told.kept.corners && !told.kept.zones;
  for (const button of root.querySelectorAll("[data-kind]")) {
    const shown = told.kept.goods[button.dataset.kind] ?? 0;
    button.querySelector("[data-samples]").textContent = shown ? `×\u00a0${shown}` : "";
  }
  root.querySelector("[data-lens-forget]").disabled = told.kept.lens === null;
  if (!held) updateHandles();
}

// An unchanged list is not replaced, or a screen reader would read it again each second.
function replaceList(list, items) {
  const html = items.map((item) => item.outerHTML).join("");
  if (list.dataset.now !== html) {
    list.replaceChildren(...items);
    list.dataset.now = html;
  }
}

function findingItem({ level, sentence }) {
  const item = document.createElement("li");
  item.className = `notice ${{ good: "good", poor: "warn", bad: "bad" }[level]}`;
  const words = document.createElement("p");
  words.textContent = sentence;
  item.append(words);
  return item;
}

function zoneItem({ level, sentence }) {
  const item = document.createElement("li");
  item.dataset.level = level;
  item.textContent = sentence;
  return item;
}

function zoneLabel(zone) {
  const inside = zone.outline.filter(([x, y]) => x > -0.1 && x < 1.1 && y > -0.1 && y < 1.1);
  const middle = (n) => inside.reduce((sum, point) => sum + point[n], 0) / Math.max(1, inside.length);
  const item = document.createElement("b");
  item.textContent = say("{what}: {chosen}", { what: zone.words, chosen: decimal(zone.module) });
  item.style.left = `${middle(0) * 100}%`;
  item.style.top = `${middle(1) * 100}%`;
  return item;
}

// --- dragging

const NAMES = [
  say("The table's upper left corner"),
  say("The table's upper right corner"),
  say("The table's lower right corner"),
  say("The table's lower left corner"),
];

function listHandles() {
  if (dragging === "corners") return corners.map((at, n) => ({ key: `corner-${n}`, at, sign: n + 1, words: NAMES[n] }));
  if (dragging === "goods") return [{ key: "good", at: [0.5, 0.5], sign: "+", words: say("The good: move this onto it, then press Enter") }];
  if (dragging === "zones") return latest.points.map((point, n) => ({ key: point.mm.join(), at: point.at, sign: "", mm: point.mm, words: say("A zone's corner, {number}", { number: n + 1 }) }));
  return [];
}

function updateHandles() {
  const now = latest ? listHandles() : [];
  const keep = new Set(now.map(({ key }) => key));
  for (const node of [...handles.children]) if (!keep.has(node.dataset.key)) node.remove();
  for (const { key, at, sign, mm, words } of now) {
    let node = [...handles.children].find((one) => one.dataset.key === key);
    if (!node) {
      node = document.createElement("button");
      node.type = "button";
      node.className = "eye-handle";
      node.dataset.key = key;
      node.innerHTML = "<i></i>";
      handles.append(node);
    }
    node.firstChild.textContent = sign;
    node.setAttribute("aria-label", words);
    if (key !== "good" || !node.at) node.at = at;
    node.mm = mm;
    positionHandle(node);
  }
  drawShapes("frame", "polygon", dragging === "corners" ? [{ points: points(corners) }] : []);
}

function positionHandle(node) {
  node.style.left = `${node.at[0] * 100}%`;
  node.style.top = `${node.at[1] * 100}%`;
}

function startDrag(what, of = null) {
  dragging = dragging === what && goodKind === of ? null : what;
  goodKind = dragging ? of : null;
  if (dragging && !latest) dragging = null;
  // Where the table's position is unknown, its corners start well inside the picture.
  const far = (list) => list.some(([x, y]) => x < 0.02 || x > 0.98 || y < 0.02 || y > 0.98);
  if (dragging === "corners") {
    corners = latest.corners.map((at) => [...at]);
    if (!latest.tied || far(corners)) corners = corners.map(([x, y]) => [Math.min(0.95, Math.max(0.05, x)), Math.min(0.95, Math.max(0.05, y))]);
  }
  for (const button of root.querySelectorAll("[data-drag]")) button.setAttribute("aria-pressed", button.dataset.drag === dragging);
  for (const button of root.querySelectorAll("[data-kind]")) button.setAttribute("aria-pressed", button.dataset.kind === goodKind);
  hint.textContent = { corners: say("Drag 1 to 4 onto the table's corners, as you see them here; or use the arrow keys."), zones: say("Drag a corner of a zone; those that share it follow. Arrow keys work too."), goods: say("Tap the good in the picture; or move the mark with the arrow keys, and press Enter.") }[dragging] ?? usual;
  updateHandles();
  handles.firstElementChild?.focus({ preventScroll: true });
}

const clamp = (v) => Math.min(1.2, Math.max(-0.2, v));

function moveHandle(node, x, y) {
  node.at = [clamp(x), clamp(y)];
  positionHandle(node);
  if (dragging !== "corners") return;
  corners[Number(node.dataset.key.slice(7))] = node.at;
  drawShapes("frame", "polygon", [{ points: points(corners) }]);
}

handles.addEventListener("pointerdown", (event) => {
  const node = event.target.closest(".eye-handle");
  if (!node) return;
  node.setPointerCapture(event.pointerId);
  const box = stage.getBoundingClientRect();
  held = { node, dx: node.at[0] - (event.clientX - box.left) / box.width, dy: node.at[1] - (event.clientY - box.top) / box.height };
  node.classList.add("held");
});
handles.addEventListener("pointermove", (event) => {
  if (!held) return;
  const box = stage.getBoundingClientRect();
  moveHandle(held.node, (event.clientX - box.left) / box.width + held.dx, (event.clientY - box.top) / box.height + held.dy);
});
const letGo = () => {
  if (!held) return;
  const { node } = held;
  held = null;
  node.classList.remove("held");
  saveHandle(node);
};
handles.addEventListener("pointerup", letGo);
handles.addEventListener("pointercancel", letGo);

// Repeated arrow keys are saved once, after the last one
let saveTimer = null;
handles.addEventListener("keydown", (event) => {
  const node = event.target.closest(".eye-handle");
  const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!node || !by) return;
  event.preventDefault();
  const step = KEY_STEP * (event.shiftKey ? 4 : 1);
  if (dragging === "goods") {
    moveHandle(node, node.at[0] + by[0] * step, node.at[1] + by[1] * step);
    return;
  }
  held = { node };
  moveHandle(node, node.at[0] + by[0] * step, node.at[1] + by[1] * step);
  clearTimeout(saveTimer);
  saveTimer = setTimeout(letGo, 500);
});

const saveHandle = (node) => {
  if (dragging === "goods") return act("goods", { kind: goodKind, at: node.at });
  return dragging === "corners" ? act("corners", { corners }) : act("zones", { from: node.mm, to: node.at });
};

// A click on the mark by keyboard, and a tap beside it.
stage.addEventListener("click", (event) => {
  if (dragging !== "goods") return;
  const node = handles.firstElementChild;
  if (event.target.closest(".eye-handle")) {
    if (event.detail === 0) saveHandle(node);
    return;
  }
  const box = stage.getBoundingClientRect();
  moveHandle(node, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  saveHandle(node);
});

async function act(what, body, button = null) {
  button?.setAttribute("aria-busy", "true");
  const { status, data } = await send(api + what, body);
  button?.removeAttribute("aria-busy");
  if (status !== 200) toast(data.sentence, "bad");
  else if (data.sentence && what !== "corners" && what !== "zones" && what !== "size") toast(data.sentence, "good");
  if (status === 200 && data.zones) show(data);
  return status === 200 ? data : null;
}

for (const button of root.querySelectorAll("[data-drag]")) button.addEventListener("click", () => startDrag(button.dataset.drag));
root.querySelector("[data-forget]").addEventListener("click", async () => {
  await act("corners", { corners: null });
  await act("zones", { zones: null });
});
for (const button of root.querySelectorAll("[data-kind]")) button.addEventListener("click", () => startDrag("goods", button.dataset.kind));
root.querySelector("[data-goods-forget]")?.addEventListener("click", () => act("goods", { kind: null }));
root.querySelector("[data-check]").addEventListener("click", async (event) => {
  const button = event.currentTarget;
  button.setAttribute("aria-busy", "true");
  const { status, data } = await send(`${api}check`, {});
  button.removeAttribute("aria-busy");
  if (status === 200) root.querySelector("[data-checked]").replaceChildren(...data.findings.map(findingItem));
  else toast(data.sentence, "bad");
});
root.querySelector("[data-lens-measure]").addEventListener("click", (event) => act("lens", {}, event.currentTarget));
root.querySelector("[data-lens-forget]").addEventListener("click", () => act("lens", { lens: null }));
root.querySelector("[data-size]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [wide, deep] = ["wide", "deep"].map((id) => Number(document.getElementById(id).value));
  if (await act("size", { wide, deep })) toast(say("Kept."), "good");
});
root.querySelector("[data-record]").addEventListener("click", async (event) => {
  const kept = await act("recording", {}, event.currentTarget);
  if (!kept) return;
  const link = document.createElement("a");
  link.href = kept.href;
  link.textContent = say("Take it along");
  root.querySelector("[data-recorded]").replaceChildren(link);
});
follow();
