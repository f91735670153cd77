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

/** Makes `old`, in the page, what `now` is, which is used up by it. */
export function become(old, now) {
  if (old.isEqualNode(now)) return;
  if (!alike(old, now)) {
    old.replaceWith(now);
  } else if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = now.data;
  } else if (!typing(old)) {
    attributes(old, now);
    children(old, now);
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
  const beyond = end ? end.nextSibling : null;
  const named = new Map();
  for (let child = at; child !== beyond; child = child.nextSibling) if (child.id) named.set(child.id, child);
  for (const next of wanted.slice(0, keep)) {
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
