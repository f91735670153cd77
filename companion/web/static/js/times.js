// Times come as UTC and are shown in the device's time zone, in the format of its region: each as it comes, before it is
// painted, so that nothing moves. Inline on its pages, for a file would come too late.
(() => {
  // The device's variant of the page's language ("en-GB" for an English page), else the page's language
  const { lang } = document.documentElement, first = (tag) => tag.toLowerCase().split("-")[0];
  const region = (navigator.languages ?? []).find((wanted) => first(wanted) === first(lang)) ?? lang;
  const shown = new WeakSet();
  const isWhole = (node) => !!node && (!!node.nextSibling || isWhole(node.parentNode));
  const show = () => {
    for (const item of document.querySelectorAll("time[data-local]")) {
      // Of an element behind which nothing has come, the text may be still to come
      if (shown.has(item) || (document.readyState === "loading" && !isWhole(item))) continue;
      shown.add(item);
      const at = new Date(item.dateTime);
      item.textContent = item.dataset.local === "time" ? at.toLocaleTimeString(region, { timeStyle: "short" }) : at.toLocaleString(region, { dateStyle: "medium", timeStyle: "short" });
    }
  };
  const coming = new MutationObserver(show);
  coming.observe(document, { childList: true, subtree: true });
  addEventListener("DOMContentLoaded", () => {
    coming.disconnect();
    show();
  });
})();
