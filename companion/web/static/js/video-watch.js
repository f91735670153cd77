// Notices a camera's video that says nothing new: one that stands still after a call, a lock or `mute` of its track, the same
// picture again and again, and a black one.

const NO_FRAME_MS = 3000;
const SAME_PICTURE_MS = 6000;
const MUTED_MS = 1000;
const BLACK_MS = 3000;
// Green values, 0 to 255, below which a pixel of the small picture is black
const BLACK = 12;
// Between attempts to start it again: what does not help is tried more seldom
const AGAIN_MS = [0, 5000, 15000, 30000];

const now = () => performance.now();

export class VideoWatch {
  constructor(video) {
    this.video = video;
    this.forget();
    this.begin(null);
    this.#countFrames();
    for (const name of ["mute", "unmute"]) this[name] = () => { this.mutedAt = name === "mute" ? now() : 0; };
  }

  /** A track was opened: it has as much time as a new one. What stood still before is remembered until a new picture comes. */
  begin(track) {
    for (const name of ["mute", "unmute"]) {
      this.track?.removeEventListener(name, this[name]);
      track?.addEventListener(name, this[name]);
    }
    this.track = track;
    this.mutedAt = track?.muted ? now() : 0;
    this.openedAt = now();
    this.blackAt = 0;
  }

  /** The camera was stopped. */
  forget() {
    [this.attempts, this.frameAt, this.pictureAt, this.bytes] = [0, 0, 0, null];
  }

  // The page is told of each frame while it is seen; while it is hidden, the video's own time tells.
  #countFrames() {
    const { video } = this;
    if (!video.requestVideoFrameCallback) return;
    const count = () => { this.frameAt = now(); video.requestVideoFrameCallback(count); };
    video.requestVideoFrameCallback(count);
  }

  /** To be called often, with the small picture's pixels. */
  look(pixels) {
    const { video } = this;
    if ((document.hidden || !video.requestVideoFrameCallback) && video.currentTime !== this.time) this.frameAt = now();
    this.time = video.currentTime;
    let black = true;
    for (let n = 1; n < pixels.length && black; n += 4) black = pixels[n] < BLACK;
    if (!black) this.blackAt = 0;
    else this.blackAt ||= now();
  }

  /** A picture that was sent, as its file. */
  async sent(jpeg) {
    const bytes = new Uint8Array(await jpeg.arrayBuffer());
    const same = this.bytes?.length === bytes.length && bytes.every((byte, n) => byte === this.bytes[n]);
    this.bytes = bytes;
    if (!same || !this.pictureAt) this.pictureAt = now();
  }

  /** Milliseconds for which the video has stood still; 0: it runs. */
  get stillMs() {
    const at = now();
    if (this.track?.readyState === "ended") return Math.max(1, at - (this.frameAt || at));
    const waited = (since, limit) => at - Math.max(since, this.openedAt) > limit;
    if (this.mutedAt && waited(this.mutedAt, MUTED_MS)) return at - Math.min(this.mutedAt, this.frameAt || this.mutedAt);
    if (waited(this.frameAt, NO_FRAME_MS)) return at - (this.frameAt || this.openedAt);
    if (this.pictureAt && waited(this.pictureAt, SAME_PICTURE_MS)) return at - this.pictureAt;
    return 0;
  }

  get isBlack() {
    return this.blackAt > 0 && now() - this.blackAt > BLACK_MS;
  }

  /** Whether it should be started again now. */
  get isDue() {
    const pause = AGAIN_MS[Math.min(this.attempts, AGAIN_MS.length - 1)];
    if (this.attempts && now() - this.triedAt < pause) return false;
    this.attempts += 1;
    this.triedAt = now();
    return true;
  }

  /** It runs, and has for a while. */
  runs() {
    if (now() - this.triedAt > AGAIN_MS[3]) this.attempts = 0;
  }
}
