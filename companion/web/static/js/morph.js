// Updates elements to their new HTML, changing only what differs, so that focus, scroll position, opened parts and
// typed text are kept.
import { Idiomorph } from "./vendor/idiomorph.js";

const isBeingTyped = (element) => element === document.activeElement && element.matches("input, select, textarea");
const isOpen = (element) => element.open || (element.popover && element.matches(":popover-open"));
const canOpen = (element) => element.nodeName === "DETAILS" || element.nodeName === "DIALOG";
// What a person may focus, fill, open or scroll, and what is known by its element (slide.js, regions that did not change)
const STATEFUL = "a, button, details, dialog, input, select, textarea, [popover], [tabindex], [data-slides]";
const hasState = (element) => element.matches(STATEFUL) || element.querySelector(`${STATEFUL}, [id]`) !== null;
// Attributes that are not the server's: elements opened by a person stay open, but not for another player (data-of); their
// region stays marked (fold.js); answers stay in their columns (fit.js).
const isOwned = (name, element) =>
  (name === "open" && canOpen(element)) || name === "data-opened" || (name === "style" && element.matches(".answers"));

const callbacks = {
  beforeNodeMorphed(old, now) {
    if (old.nodeType !== Node.ELEMENT_NODE) return true;
    if (now.hasAttribute("data-kept") || old.isEqualNode(now) || (old.dataset.own && old.id === now.id)) return false;
    if (isBeingTyped(old)) return false;
    if (isOpen(old)) {
      if (old.dataset.of === now.dataset.of) unfold(now);
      else old.open = false;
    }
    return true;
  },
  beforeAttributeUpdated: (name, element) => !isOwned(name, element),
};

/** Updates the children of `element` to those of `html`. */
export function morphInside(element, html) {
  Idiomorph.morph(element, parseHtml(html), { morphStyle: "innerHTML", callbacks });
}

/** Updates elements of the page to `regions`, their HTML by id; elements with data-kept are not changed. Throws if one is
    missing. */
export function morphRegions(regions) {
  // Parsed in one go: starting the HTML parser costs more than parsing a little more.
  const read = [...parseHtml(Object.values(regions).join("")).children];
  Object.keys(regions).forEach((id, n) => {
    const old = document.getElementById(id), now = read[n];
    if (hasState(old)) Idiomorph.morph(old, now, { morphStyle: "outerHTML", callbacks });
    else replaceContent(old, now);
    if (document.getElementById(id).querySelector("[data-kept]")) throw new Error();
  });
}

// Where there is nothing to keep a comparison costs more than all that changes.
function replaceContent(old, now) {
  for (const name of old.getAttributeNames()) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  old.replaceChildren(...now.childNodes);
}

/** The nodes of `html`, not yet in the page. */
export function parseHtml(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** Turns folded content, kept as text (`folded` in _parts.html), into elements. */
export function unfold(element) {
  const text = [...element.children].find((child) => child.type === "text/html");
  text?.replaceWith(parseHtml(text.textContent));
}
