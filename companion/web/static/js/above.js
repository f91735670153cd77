// What is said lies above everything. A form or a panel over the page is in the browser's top layer, which nothing of the page
// is above: while one is open, so is what is said, where it covers nothing that one needs there.

const CONTROLS = ":is(button, summary, a[href], input, select, textarea, h1, h2, .question-text)";
const MARGIN_PX = 8, STEP_PX = 12;

/** The form, panel or dialog that lies over the page; null: none. */
const over = (box) => [...document.querySelectorAll(":popover-open, dialog[open]")].filter((it) => !it.classList.contains("toasts")).at(-1) ?? null;

/** Puts the box of messages above what is open, and gives whether it did. */
export function above(box) {
  // A page that is turned round holds what is fixed in it, so that it may be scrolled out of the window
  const open = box.childElementCount && box.showPopover ? over(box) ?? document.querySelector("body.table-turned") : null;
  if (!open) {
    if (box.popover) {
      if (box.matches(":popover-open")) box.hidePopover();
      box.removeAttribute("popover");
    }
    return false;
  }
  box.popover = "manual";
  // Hidden and shown it is the last, and above the others
  if (box.matches(":popover-open")) box.hidePopover();
  box.showPopover();
  place(box, open);
  return true;
}

// At the free place nearest to the lower edge; where there is none, at the edge that covers less.
function place(box, open) {
  const controls = [...open.querySelectorAll(CONTROLS)].filter((it) => it.checkVisibility({ visibilityProperty: true })).map((it) => it.getBoundingClientRect());
  Object.assign(box.style, { inset: "auto 0 0 0", top: "auto", bottom: "0", left: "0", right: "0" });
  const height = box.getBoundingClientRect().height;
  let best = MARGIN_PX, least = Infinity;
  for (let bottom = MARGIN_PX; bottom + height <= innerHeight - MARGIN_PX && least > 0; bottom += STEP_PX) {
    const low = innerHeight - bottom, high = low - height;
    const covered = controls.filter((it) => it.top < low && it.bottom > high).length;
    if (covered < least) [least, best] = [covered, bottom];
  }
  // Turned to the other side, the box turns about its own middle
  box.style.bottom = `${best}px`;
}

const boxes = () => ["toasts", "line"].map((id) => document.getElementById(id)).filter(Boolean);

// What opens while something is said lies below it, too; what closes leaves it where it was.
document.addEventListener("toggle", ({ target }) => {
  if (target.classList?.contains("toasts")) return;
  for (const box of boxes()) if (box.childElementCount) reposition.get(box)?.();
}, true);

const reposition = new WeakMap();

/** `usual`: places the box while nothing lies over the page. */
export function keepAbove(box, usual) {
  const put = () => { if (!above(box)) usual(box); };
  reposition.set(box, put);
  put();
}
