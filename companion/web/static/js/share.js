// Shares the picture of a result with another app where the browser supports it; elsewhere the link remains. A file that has
// a day gets this device's: the server's clock may run in another zone.
for (const link of document.querySelectorAll("a[data-zone-at]")) {
  const address = new URL(link.href);
  address.searchParams.set("zone", String(-new Date(link.dataset.zoneAt).getTimezoneOffset()));
  link.href = address.href;
}

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
    } catch {
      // Cancelled by the person: nothing to report
    } finally {
      button.disabled = false;
    }
  });
}
