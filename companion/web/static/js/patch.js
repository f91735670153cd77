// Makes an element what its new HTML says and touches only what differs, so that what a person has there stays:
// the focus, the place scrolled to, what is open and what is being typed.

/** Makes the children of `element` those of `html`. */
export function patchInside(element, html) {
  children(element, parsed(html));
}

/** The nodes that `html` says, not yet in the page. */
export function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** Makes what comes folded, as text (`folded` in _parts.html), the elements that it says. */
export function unfold(element) {
  const text = [...element.children].find((child) => child.type === "text/html");
  text?.replaceWith(parsed(text.textContent));
}

/** Makes `old`, in the page, what `now` is, which is used up by it. */
export function become(old, now) {
  if (old.isEqualNode(now)) return;
  if (!alike(old, now)) {
    old.replaceWith(now);
  } else if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = now.data;
  } else if (!typing(old)) {
    if (opened(old)) unfold(now);
    attributes(old, now);
    children(old, now);
  }
}

const opened = (element) => element.open || (element.popover && element.matches(":popover-open"));

/** Makes `edits` (edits.py says what they are) of `element`. Throws where it is not what they were made for. */
export function edit(element, edits, pieces) {
  for (const [path, what, ...how] of edits) {
    const at = path.reduce((node, n) => node.childNodes[n], element);
    if (what === "text" && at.nodeType === Node.TEXT_NODE) at.data = how[0];
    else if (what === "attributes") {
      for (const [name, value] of Object.entries(how[0])) {
        if (persons(at, name)) continue;
        if (value === null) at.removeAttribute(name);
        else at.setAttribute(name, value);
      }
    } else if (what === "children") {
      const [many, first, count, piece] = how;
      if (at.childNodes.length !== many) throw new Error(`${element.id} is not what it was taken for`);
      const begin = at.childNodes[first] ?? null;
      between(at, begin, at.childNodes[first + count] ?? null, piece === null ? [] : [...pieces[piece].childNodes]);
    } else become(at, pieces[how[0]].firstChild);
  }
}

// One can become the other: the same kind of node, and not two that have different names of their own.
const alike = (old, now) => old.nodeName === now.nodeName && (old.id || "") === (now.id || "");

const typing = (element) => element === document.activeElement && element.matches("input, select, textarea");

function attributes(old, now) {
  for (const { name, value } of now.attributes) {
    if (old.getAttribute(name) !== value && !persons(old, name)) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!now.hasAttribute(name) && !persons(old, name)) old.removeAttribute(name);
  }
  if (old.nodeName === "INPUT") {
    // It stands for something else now: what was typed or ticked in it was meant for what it stood for before.
    old.value = now.value;
    old.checked = now.checked;
  }
}

// What a person has opened stays open.
const persons = (element, name) => name === "open" && (element.nodeName === "DETAILS" || element.nodeName === "DIALOG");

function children(old, now) {
  let at = old.firstChild;
  let end = old.lastChild;
  const wanted = [...now.childNodes];
  // What stays at the end is found first, so that one more or one less does not change all after it.
  let keep = wanted.length;
  while (keep && end && end !== at && end.isEqualNode(wanted[keep - 1])) {
    keep -= 1;
    end = end.previousSibling;
  }
  between(old, at, end ? end.nextSibling : null, wanted.slice(0, keep));
}

// Makes those of the children of `old` from `at` on that stand before `beyond` what is wanted.
function between(old, at, beyond, wanted) {
  const named = new Map();
  for (let child = at; child !== beyond; child = child.nextSibling) if (child.id) named.set(child.id, child);
  for (const next of wanted) {
    const known = next.id && named.get(next.id);
    if (known && known !== at && known.nodeName === next.nodeName) {
      // Those between went away, or come later under their names.
      old.insertBefore(known, at);
      become(known, next);
    } else if (at !== beyond && alike(at, next)) {
      const following = at.nextSibling;
      become(at, next);
      at = following;
    } else {
      old.insertBefore(next, at);
    }
  }
  while (at !== beyond) {
    const following = at.nextSibling;
    at.remove();
    at = following;
  }
}
