// The camera's picture: the next one is requested once the last is shown, so a slow connection gets fewer.
const PAUSE_MS = 120;

async function follow(picture) {
  for (;;) {
    if (!document.hidden && !picture.closest("[hidden]")) {
      try {
        const answer = await fetch(picture.dataset.camera, { signal: AbortSignal.timeout(5000) });
        if (answer.status === 200) {
          const address = URL.createObjectURL(await answer.blob());
          const before = picture.src;
          picture.src = address;
          await picture.decode().catch(() => {});
          if (before.startsWith("blob:")) URL.revokeObjectURL(before);
        }
      } catch {
        // Retried after the pause
      }
    }
    await new Promise((go) => setTimeout(go, document.hidden ? 1000 : Number(picture.dataset.rest ?? PAUSE_MS)));
  }
}

for (const picture of document.querySelectorAll("img[data-camera]")) follow(picture);
