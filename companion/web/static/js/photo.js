// A photo from the phone, reduced before it is sent; still sharp enough for a tag of 8 mm.
import { say } from "./words.js";

// Default limit of the longer side
const MAX_SIDE_PX = 2400;
const JPEG_QUALITY = 0.85;

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

/** Posts the picture as JPEG, at most `largest` pixels along its longer side. Returns {status, data}. */
export async function sendPhoto(address, file, largest = MAX_SIDE_PX) {
  try {
    const photo = await asJpeg(file, JPEG_QUALITY, (wide, high) => largest / Math.max(wide, high));
    // What this browser cannot open goes as it is: the server says what is wrong with it
    const headers = { "Content-Type": photo ? "image/jpeg" : file.type || "application/octet-stream", Accept: "application/json" };
    const answer = await fetch(address, { method: "POST", headers, body: photo ?? file });
    return { status: answer.status, data: await answer.json() };
  } catch {
    return { status: 0, data: { sentence: say("The photo could not be sent: try again, or type the tile's number.") } };
  }
}
