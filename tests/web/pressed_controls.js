// Presses the nth form or button of a page of which each request is refused (test_refused_forms_browser.py). Gives null where
// there is none, "" where it sends nothing, "seen", or what is wrong.
async ([n, sentence]) => {
  const it = [...document.querySelectorAll("form, button")][n];
  if (!it) return null;
  // A search leads to another page; a count goes on at this device, whether or not at the lamps
  const form = it.closest("form"), searches = form?.method === "get" && !Object.keys(form.dataset).length;
  if (it.disabled || it.matches("[popovertarget], .finale [data-again]") || (searches && it.type !== "button")) return "";
  for (let at = it.parentElement; at; at = at.parentElement) {
    if (at.matches("details:not([open])")) at.open = true;
    if (at.matches("[popover]:not(:popover-open)")) at.showPopover();
  }
  if (!it.checkVisibility({ visibilityProperty: true })) return "";
  for (const shown of document.querySelectorAll("#toasts .toast")) shown.click();
  const before = window.sent;
  const end = it.matches("form") ? it.querySelector("[type=submit], button:not([type])") ?? it : it;
  end.scrollIntoView({ block: "center", behavior: "instant" });
  if (it.matches("form")) {
    it.noValidate = true;
    it.requestSubmit();
  } else it.click();
  await new Promise((go) => setTimeout(go, 60));
  if (window.sent === before) return "";
  const name = `${it.localName}.${it.className} “${it.innerText.slice(0, 40)}”`;
  const texts = () => {
    const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (walker.currentNode.data.includes(sentence)) found.push(walker.currentNode.parentElement);
    return found.filter((one) => one.matches("p, li, span, div, output") && one.id !== "said" && one.checkVisibility({ visibilityProperty: true }));
  };
  const until = performance.now() + 4000;
  while (!texts().length && performance.now() < until) await new Promise((go) => setTimeout(go, 20));
  if (!texts().length) return `${name}: nothing is said`;
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))));
  const under = texts().map((words) => {
    words.parentElement.style.pointerEvents = "auto";
    const { left, top, width, height } = words.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return above && (words.contains(above) || above.contains(words)) ? "" : above?.outerHTML.slice(0, 80) ?? "the window's edge";
  });
  return under.includes("") ? "seen" : `${name}: under ${under[0]}`;
}
