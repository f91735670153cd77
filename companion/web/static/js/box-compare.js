// Proposals beside pictures: a chosen value counts; one tap accepts a tile's likely values, and one tap confirms
// every tile without an open field.
import { send } from "./send.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const list = document.querySelector("[data-compare]");
if (list) start();

function start() {
  const button = document.querySelector("[data-confirm]");
  const tiles = [...list.querySelectorAll(".box-compare")];
  const count = document.querySelector("[data-ready-count]");
  const ready = () => tiles.filter((tile) => [...tile.querySelectorAll("[data-group]")].every(settled));

  const show = () => {
    const number = ready().length;
    button.disabled = !number;
    count.textContent = say("{part} of {whole} are ready", { part: number, whole: tiles.length });
  };
  list.addEventListener("change", (event) => {
    const group = event.target.closest("[data-group]");
    const said = group?.querySelector("[data-said]");
    if (said) said.textContent = event.target.dataset.words;
    if (group?.tagName === "DETAILS") group.open = false;
    if (group) agree([group]);
    show();
  });
  list.addEventListener("click", (event) => {
    const tile = event.target.closest("[data-agree]")?.closest(".box-compare");
    if (!tile) return;
    agree(tile.querySelectorAll("[data-likely]"));
    show();
  });
  button.addEventListener("click", async () => {
    const shown = ready().map((tile) => {
      const told = [...tile.querySelectorAll("[data-group]")].flatMap((group) => JSON.parse(chosen(group).dataset.told));
      return { id: tile.dataset.id, value: [...JSON.parse(tile.dataset.fixed), ...told] };
    });
    const { status, data } = await send(list.dataset.compare, { tiles: shown });
    if (status !== 200) return toast(data.sentence, "bad");
    if (!data.wrong.length) return location.reload();
    toast(data.words, "good");
    document.querySelector("[data-wrong]").textContent = data.wrong.join(" ");
  });
  show();
}

// A likely value counts once it is accepted or another is chosen instead.
function agree(groups) {
  for (const group of groups) delete group.dataset.likely;
  const tile = groups[0]?.closest(".box-compare");
  const button = tile?.querySelector("[data-agree]");
  if (button && !tile.querySelector("[data-likely]")) button.hidden = true;
}

function settled(group) {
  return chosen(group) && !("likely" in group.dataset);
}

function chosen(group) {
  return group.querySelector("[data-told]:checked");
}
