// A photo from the phone, reduced before it is sent; still sharp enough for a tag of 8 mm.
import { say } from "./words.js";

// Default limit of the longer side
const MAX_SIDE_PX = 2400;
const JPEG_QUALITY = 0.85;

/** Posts the picture as JPEG, at most `largest` pixels along its longer side. Returns {status, data}. */
export async function sendPhoto(address, file, largest = MAX_SIDE_PX) {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, largest / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const jpeg = await new Promise((done) => canvas.toBlob(done, "image/jpeg", JPEG_QUALITY));
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "image/jpeg", Accept: "application/json" }, body: jpeg });
    return { status: answer.status, data: await answer.json() };
  } catch {
    return { status: 0, data: { sentence: say("The photo could not be sent: try again, or type the tile's number.") } };
  }
}
