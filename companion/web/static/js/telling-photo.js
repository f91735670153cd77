// A photo of the piece that is asked for: what was read on it is chosen in the form, for its owner to compare. Loaded by
// telling-forms.js when somebody takes one.
import { sayReading, sendPhoto } from "./photo.js";
import { toast } from "./toast.js";

export async function readPhoto(form, input, propose) {
  const [file] = input.files;
  if (!file) return;
  const told = sayReading();
  const { status, data } = await sendPhoto(`${document.getElementById("live").dataset.table}told/photo`, file);
  told();
  input.value = "";
  toast(status === 200 ? data.words : data.sentence, status === 200 ? "good" : "bad");
  if (status === 200 && form.isConnected) propose(data.values);
}
