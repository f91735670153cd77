tile => {
  // Touches what a person would in the form that is open, counts, and leaves it as it was found.
  const form = document.querySelector("[data-piece-form]");
  const missing = (what) => { throw new Error(`${tile.id}: nothing to touch for ${what}`); };
  const field = (fact) => form.querySelector(`[data-field="${form.dataset.id}/${fact}"]`) ?? missing(fact);
  const choice = (fact, value) => [...field(fact).querySelectorAll("[data-tell]")].find((it) => it.value === value) ?? missing(`${fact}: ${value}`);
  const taken = [];
  let touches = 0;
  const tap = (box) => { box.click(); taken.push(box); touches += 1; };

  const line = field("name").querySelector("[data-line]");
  const letter = () => [...field("name").querySelectorAll("[data-offers] button")];
  if (tile.known) {
    letter().find((it) => it.value === tile.name[0])?.click() ?? (line.value ? 0 : missing(tile.name));
    touches += 1;
    if (line.value !== tile.name) { (letter().find((it) => it.value === tile.name) ?? missing(tile.name)).click(); touches += 1; }
  } else touches += 2; // a stand-in has no name yet: its letter, and it
  tap(choice("price", tile.price));
  tap(choice("colonists", tile.colonists));
  tap(choice("kind", tile.kind));
  for (const word of tile.keywords) tap(choice("keywords", word));
  for (const power of tile.powers) {
    tap(choice("powers", power));
    if (!tile.likely.includes(power)) touches += 1; // its list is opened first
  }
  // What is told last is told by the button that saves; a bonus opens its own list, and is saved then.
  const last = [...form.querySelectorAll("[data-closing] [data-close]")].find((it) => it.value === tile.vp) ?? missing(tile.vp);
  touches += last ? 1 : 0;
  if (tile.bonus) { choice("bonus", tile.bonus); touches += 3; }

  for (const box of taken) box.checked = false;
  line.value = "";
  line.dispatchEvent(new Event("input", { bubbles: true }));
  return touches;
}
