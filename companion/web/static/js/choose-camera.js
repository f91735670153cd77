// Switches to the chosen camera.
import { send } from "./send.js";
import { toast } from "./toast.js";

const list = document.querySelector("[data-choose]");
list?.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-place]");
  if (!button) return;
  button.setAttribute("aria-busy", "true");
  const { status, data } = await send(list.dataset.choose, { cameras: [Number(button.dataset.place)] });
  button.removeAttribute("aria-busy");
  toast(data.sentence, status === 200 ? "good" : "bad");
  if (status === 200) setTimeout(() => location.assign(list.dataset.then), 2500);
});
