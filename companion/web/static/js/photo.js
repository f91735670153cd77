// A photo from the phone, reduced before it is sent; still sharp enough for a tag of 8 mm.
import { toast } from "./toast.js";
import { say } from "./words.js";

// Default limit of the longer side
const MAX_SIDE_PX = 2400;
const JPEG_QUALITY = 0.85;
// Longer than the reading of any photo; whoever has no answer by then is told so and may try again
const ANSWER_WITHIN_MS = 90_000;
const SAY_AGAIN_AFTER_S = 10;

/** The picture as JPEG on white; `fit` gives the scale for a width and a height, 1 at most counts. null: it cannot be opened here. */
export async function asJpeg(file, quality, fit) {
  let picture;
  try {
    picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
  const scale = Math.min(1, fit(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const jpeg = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
  if (jpeg) jpeg.reduced = scale < 1;
  return jpeg;
}

/** Posts a photo. Returns {status, data}; status 0 and a sentence without an answer in time or a connection. */
export async function postPhoto(address, request) {
  const stop = new AbortController(), waiting = setTimeout(() => stop.abort(), ANSWER_WITHIN_MS);
  try {
    const answer = await fetch(address, { method: "POST", signal: stop.signal, ...request });
    return { status: answer.status, data: await answer.json() };
  } catch {
    const late = stop.signal.aborted && say("The photo was not read in {seconds} seconds: the companion is busy. Try again, or enter it by hand.", { seconds: ANSWER_WITHIN_MS / 1000 });
    return { status: 0, data: { sentence: late || say("The photo could not be sent: try again, or enter it by hand.") } };
  } finally {
    clearTimeout(waiting);
  }
}

/** Says that a photo is being read, and for how long already. Returns a function that ends it. */
export function sayReading() {
  let seconds = 0, end = toast(say("Reading the photo …"));
  const again = setInterval(() => {
    seconds += SAY_AGAIN_AFTER_S;
    end?.();
    end = toast(say("Still reading the photo, for {seconds} seconds now …", { seconds }));
  }, SAY_AGAIN_AFTER_S * 1000);
  return () => {
    clearInterval(again);
    end?.();
  };
}

/** Posts the picture as JPEG, at most `largest` pixels along its longer side. Returns {status, data}. */
export async function sendPhoto(address, file, largest = MAX_SIDE_PX) {
  const photo = await asJpeg(file, JPEG_QUALITY, (wide, high) => largest / Math.max(wide, high));
  // What this browser cannot open goes as it is: the server says what is wrong with it
  const headers = { "Content-Type": photo ? "image/jpeg" : file.type || "application/octet-stream", Accept: "application/json" };
  return postPhoto(address, { headers, body: photo ?? file });
}

/** Has the photo that was chosen there read. Gives the answer; null: none was chosen, or it is said why it cannot be. */
export async function readPhoto(input, address, largest) {
  const [file] = input.files;
  if (!file) return null;
  const end = sayReading();
  const { status, data } = await sendPhoto(address, file, largest);
  end();
  input.value = "";
  if (status === 200) return data;
  toast(data.sentence, "bad");
  return null;
}
