// Makes elements what their new HTML says and changes only what differs, so that what a person has there stays:
// the focus, the place scrolled to, what is open and what is being typed.
import { Idiomorph } from "./vendor/idiomorph.js";

const isBeingTyped = (element) => element === document.activeElement && element.matches("input, select, textarea");
const isOpen = (element) => element.open || (element.popover && element.matches(":popover-open"));
const canOpen = (element) => element.nodeName === "DETAILS" || element.nodeName === "DIALOG";

const callbacks = {
  beforeNodeMorphed(old, now) {
    if (old.nodeType !== Node.ELEMENT_NODE) return true;
    if (now.hasAttribute("data-kept") || old.isEqualNode(now)) return false;
    if (isBeingTyped(old)) return false;
    if (isOpen(old)) unfold(now);
    return true;
  },
  // What a person has opened stays open.
  beforeAttributeUpdated: (name, element) => !(name === "open" && canOpen(element)),
};

/** Makes the children of `element` those of `html`. */
export function morphInside(element, html) {
  Idiomorph.morph(element, parseHtml(html), { morphStyle: "innerHTML", callbacks });
}

/** Makes elements of the page what `regions`, their HTML by id, says; what bears data-kept stays. Throws where one is not there. */
export function morphRegions(regions) {
  // Read in one go: to begin reading HTML takes longer than to read a little more of it.
  const read = [...parseHtml(Object.values(regions).join("")).children];
  Object.keys(regions).forEach((id, n) => {
    Idiomorph.morph(document.getElementById(id), read[n], { morphStyle: "outerHTML", callbacks });
  });
  if (document.querySelector("[data-kept]")) throw new Error();
}

/** The nodes that `html` says, not yet in the page. */
export function parseHtml(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** Makes what comes folded, as text (`folded` in _parts.html), the elements that it says. */
export function unfold(element) {
  const text = [...element.children].find((child) => child.type === "text/html");
  text?.replaceWith(parseHtml(text.textContent));
}
