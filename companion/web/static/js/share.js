// The picture of a result, handed to another app where the browser can do that; elsewhere its link is enough.
for (const button of document.querySelectorAll("[data-share]")) {
  const name = button.dataset.name;
  const probe = new File([""], name, { type: "image/png" });
  if (!navigator.canShare || !navigator.canShare({ files: [probe] })) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const answer = await fetch(button.dataset.share);
      const picture = new File([await answer.blob()], name, { type: "image/png" });
      await navigator.share({ files: [picture], title: button.dataset.title });
    } catch { /* put away without sharing: nothing is to be said */ } finally {
      button.disabled = false;
    }
  });
}
