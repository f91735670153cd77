tile => {
  // Touches what a person would in the form that is open, counts, and leaves it as it was found.
  const form = document.querySelector("[data-box-form]");
  const all = (what) => [...form.querySelectorAll(what)];
  const missing = (what) => { throw new Error(`${tile.id}: nothing to touch for ${what}`); };
  const sets = (wanted) => all("[data-sets]").find((it) => {
    const said = JSON.parse(it.dataset.sets);
    return Object.keys(wanted).every((field) => field in said && said[field] === wanted[field]);
  });
  const offer = (place, words) => all(`[data-${place}] .box-offer`).find((it) => it.textContent === words);
  const short = (line) => line.replace(/^\w+: /, "");
  let touches = 0;
  const tap = (element, what) => { (element ?? missing(what)).click(); touches += 1; };

  const name = form.querySelector("[data-field=name]");
  if (tile.known) {
    tap(form.querySelector(`[data-letter="${tile.name[0]}"]`), tile.name);
    if (name.value !== tile.name) tap(offer("names", tile.name), tile.name);
  } else touches += 2; // a stand-in has no name yet: its letter, and it
  tap("defense" in tile ? sets({ defense: tile.defense, cost: null }) : sets({ cost: tile.cost, defense: null }), "price");
  if ("bonus" in tile) {
    tap(sets({ vp: null }), "a bonus");
    tap(offer("bonuses", short(tile.bonus)), tile.bonus);
  } else tap(sets({ vp: tile.vp }), "VP");
  tap(sets({ kind: tile.kind ?? null, good: tile.good ?? null }), "kind");
  const people = sets({ colonists: tile.colonists });
  if (!people.checked) tap(people, "colonists");
  for (const box of all("[data-list=keywords]")) if (box.checked !== (tile.keywords ?? []).includes(box.value)) tap(box, box.value);
  for (const line of tile.powers ?? []) {
    const usual = offer("offers", line);
    if (usual) { tap(usual, line); continue; }
    tap(form.querySelector(`[data-action="${line.split(":")[0]}"]`), line);
    tap(offer("offers", short(line)), line);
  }
  tap({ click() {} }, "save");

  for (const it of all(".box-powers button")) it.click();
  for (const box of all("[data-list]:checked")) box.click();
  for (const usual of [sets({ vp: 1 }), sets({ colonists: 1 })]) usual.click();
  name.value = form.querySelector("[data-field=bonus]").value = "";
  return touches;
}
