// Updates elements to their new HTML, changing only what differs, so that focus, scroll position, opened parts and
// typed text are kept.
import { Idiomorph } from "./vendor/idiomorph.js";

const isBeingTyped = (element) => element === document.activeElement && element.matches("input, select, textarea");
const isOpen = (element) => element.open || (element.popover && element.matches(":popover-open"));
const canOpen = (element) => element.nodeName === "DETAILS" || element.nodeName === "DIALOG";

const callbacks = {
  beforeNodeMorphed(old, now) {
    if (old.nodeType !== Node.ELEMENT_NODE) return true;
    if (now.hasAttribute("data-kept") || old.isEqualNode(now)) return false;
    if (isBeingTyped(old)) return false;
    if (isOpen(old)) {
      if (old.dataset.of === now.dataset.of) unfold(now);
      else old.open = false;
    }
    return true;
  },
  // Elements opened by a person stay open, but not for another player (data-of); their region stays marked (fold.js).
  beforeAttributeUpdated: (name, element) => !(name === "open" && canOpen(element)) && name !== "data-opened",
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
    if (old.hasChildNodes() || now.hasChildNodes()) Idiomorph.morph(old, now, { morphStyle: "outerHTML", callbacks });
    else setAttributes(old, now);
    if (document.getElementById(id).querySelector("[data-kept]")) throw new Error();
  });
}

// Without content there is nothing to compare, and a comparison costs more than all that changes.
function setAttributes(old, now) {
  for (const name of old.getAttributeNames()) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
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
