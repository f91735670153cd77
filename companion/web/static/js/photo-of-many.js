// A photo of all tiles that lie open: what was read of each is shown, to be looked through and sent as a form.
import { sayReading, sendPhoto } from "./photo.js";
import { sayNoConnection, toast } from "./toast.js";

// The longer side: about a dozen tiles share one photo
const MAX_SIDE_PX = 4000;

for (const input of document.querySelectorAll("[data-many]")) input.addEventListener("change", () => read(input));

// A refusal is said where the button is, and nothing that was looked through is lost.
document.querySelector("[data-found]").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "application/json" } });
    if (answer.redirected) location.assign(answer.url);
    else form.querySelector("[role=status]").textContent = (await answer.json()).sentence;
  } catch (wrong) {
    sayNoConnection(wrong);
  }
});

async function read(input) {
  const [file] = input.files;
  if (!file) return;
  const end = sayReading();
  const { status, data } = await sendPhoto(input.dataset.many, file, MAX_SIDE_PX);
  end();
  input.value = "";
  if (status !== 200) return toast(data.sentence, "bad");
  const form = document.querySelector("[data-found]");
  form.querySelector("[data-photographed]").innerHTML = data.html;
  form.hidden = false;
  form.scrollIntoView({ block: "start" });
}
