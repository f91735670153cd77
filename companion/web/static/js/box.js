// The box: a tile's form with its live drawing, photos, tiles under the camera, and box files.
import { send } from "./send.js";
import { toast } from "./toast.js";
import { sendPhoto } from "./photo.js";
import { startPowers } from "./box-lines.js";
import { say } from "./words.js";

const form = document.querySelector("[data-box-form]");
if (form) startForm(form);
for (const input of document.querySelectorAll("[data-photo]")) input.addEventListener("change", () => photo(input));
for (const input of document.querySelectorAll("[data-import]")) input.addEventListener("change", () => importBox(input));
for (const input of document.querySelectorAll("[data-front]")) input.addEventListener("change", () => learnFronts(input));
const seen = document.querySelector("[data-seen]");
if (seen) follow(seen);

// --- the form

function startForm(form) {
  const unsure = new Set(JSON.parse(form.dataset.assumed));
  const names = JSON.parse(form.dataset.fieldWords);
  const $ = (what) => form.querySelector(what);
  let asked = 0;
  let wrong = "";
  let begun = false;

  const touched = (element) => {
    begun = true;
    const group = element.closest("[data-group]");
    if (!group) return;
    for (const field of group.dataset.group.split(" ")) unsure.delete(field);
    group.querySelector("[data-mark]")?.remove();
    showUnsure();
  };
  const lines = startPowers(form, (element) => {
    touched(element);
    understand();
  });

  const fields = () => {
    const said = { id: form.dataset.id };
    for (const control of form.querySelectorAll("[data-sets]:checked")) Object.assign(said, JSON.parse(control.dataset.sets));
    for (const control of form.querySelectorAll("[data-field]")) {
      const value = control.value.trim();
      if (!value || control.closest("[hidden]")) continue;
      if ("number" in control.dataset) said[control.dataset.field] = Number(value);
      else if ("true" in control.dataset) said[control.dataset.field] = true;
      else if ("pairs" in control.dataset) said[control.dataset.field] = value.split("\n").filter(Boolean).map((line) => line.split(":").map(Number));
      else said[control.dataset.field] = value;
    }
    for (const box of form.querySelectorAll("[data-list]:checked")) (said[box.dataset.list] ??= []).push(box.value);
    for (const [name, all] of Object.entries(lines.all())) if (all.length) said[name] = all;
    for (const name of Object.keys(said)) if (said[name] === null) delete said[name];
    return said;
  };

  const untouched = () => {
    for (const group of form.querySelectorAll("[data-required]")) {
      if (!group.querySelector("[data-sets]:checked")) return group.dataset.required;
    }
    return "";
  };

  async function understand() {
    const turn = ++asked;
    await new Promise((go) => setTimeout(go, 60));
    if (turn !== asked) return;
    const { status, data } = await send(form.dataset.understood, { type: form.dataset.type, fields: fields() });
    if (turn !== asked) return;
    wrong = status === 200 ? data.wrong || untouched() : data.sentence;
    if (status === 200) {
      // Faces are SVG made by the companion; text typed by people is set as text below.
      $("[data-faces]").innerHTML = data.faces.join("");
      $("[data-caption]").textContent = data.caption;
      $("[data-words-of-lines]").replaceChildren(...data.lines.map(spoken));
      lines.mark(data.lines);
    }
    $("[data-wrong]").textContent = wrong;
    // What is still to be entered is no mistake before anything is
    $("[data-wrong]").classList.toggle("quiet", !begun);
    form.classList.toggle("unfinished", Boolean(wrong));
    for (const button of form.querySelectorAll(".box-save button")) button.disabled = Boolean(wrong);
    form.dataset.fresh = turn;
  }

  function spoken(line) {
    const item = document.createElement("li");
    item.textContent = line.words;
    if (!line.plays) item.className = "by-hand";
    return item;
  }

  function showUnsure() {
    const button = $("[data-save-unsure]");
    button.hidden = unsure.size === 0;
    button.firstElementChild.textContent = say("Save, still to check: {fields}", { fields: [...unsure].map((field) => names[field] ?? field).join(", ") });
  }

  form.addEventListener("change", (event) => {
    touched(event.target);
    const bonus = $("[data-bonus]");
    if (bonus && event.target.name === "vp") bonus.hidden = "bonus" in JSON.parse(event.target.dataset.sets);
    understand();
  });
  form.addEventListener("input", (event) => {
    if (event.target.dataset.field) {
      touched(event.target);
      understand();
    }
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (wrong) return;
    const all = fields();
    const left = [...unsure];
    if ("saveUnsure" in (event.submitter?.dataset ?? {}) && left.length) all.assumed = left;
    const { status, data } = await send(form.dataset.boxForm, { type: form.dataset.type, fields: all, table: form.dataset.table });
    if (status !== 200) return toast(data.sentence, "bad");
    sessionStorage.setItem("box-said", data.words);
    location.assign(form.dataset.then || data.next);
  });
  startNames(form, (start) => {
    for (const field of Object.keys(start)) unsure.add(field);
    take({ kind: null, good: null, ...start });
    showUnsure();
    understand();
  }, touched, understand, (field) => {
    unsure.add(field);
    showUnsure();
  });

  function take(start) {
    for (const control of form.querySelectorAll("[data-sets]")) {
      const sets = JSON.parse(control.dataset.sets);
      const of = Object.keys(sets);
      if (of.some((field) => field in start)) control.checked = of.every((field) => (sets[field] ?? null) === (start[field] ?? null));
    }
    if (start.keywords) for (const box of form.querySelectorAll("[data-list=keywords]")) box.checked = start.keywords.includes(box.value);
    lines.usual();
  }

  const said = sessionStorage.getItem("box-said");
  if (said) toast(said, "good");
  sessionStorage.removeItem("box-said");
  const read = sessionStorage.getItem(`box-read-${form.dataset.id}`);
  if (read) {
    const start = JSON.parse(read);
    if (start.name) $("[data-field=name]").value = start.name;
    if (start.name) $("[data-letters]")?.setAttribute("hidden", "");
    for (const field of Object.keys(start)) unsure.add(field);
    take(start);
    lines.add(start.powers ?? []);
    // Adding a line marks the field as touched, which does not apply here
    for (const field of Object.keys(start)) unsure.add(field);
    sessionStorage.removeItem(`box-read-${form.dataset.id}`);
  }
  showUnsure();
  understand();
}

// --- names: by first letter, or while typing

function startNames(form, takeStart, touched, understand, doubt) {
  const data = form.querySelector("[data-known]");
  if (!data) return;
  const known = JSON.parse(data.textContent);
  const input = form.querySelector("[data-field=name]");
  const offers = form.querySelector("[data-names]");
  const letters = form.querySelector("[data-letters]");
  const box = form.querySelector("[data-start]");
  let start = null;

  const offer = (list) =>
    offers.replaceChildren(
      ...list.map((it) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "box-offer";
        button.textContent = it.name;
        button.addEventListener("click", () => choose(it));
        return button;
      }),
    );
  const choose = (it) => {
    input.value = it.name;
    letters.hidden = true;
    offer([]);
    touched(input);
    check();
    presume(it.name);
    understand();
  };
  const check = () => {
    const same = known.find((it) => it.name.toLowerCase() === input.value.trim().toLowerCase());
    start = same?.start && Object.keys(same.start).length ? same.start : null;
    box.hidden = !start;
    if (start) box.querySelector("[data-start-words]").textContent = wordsOf(form, start);
  };
  // A keyword in the name is most likely the tile's: preselected, to be confirmed.
  const presume = (name) => {
    for (const box of form.querySelectorAll("[data-list][data-in-name]")) {
      if (!box.checked && new RegExp(`\\b${box.value}\\b`, "i").test(name)) {
        box.checked = true;
        doubt(box.dataset.list);
      }
    }
  };
  letters.addEventListener("click", (event) => {
    const letter = event.target.dataset.letter;
    if (!letter) return;
    const found = known.filter((it) => it.name[0].toUpperCase() === letter);
    if (found.length === 1) choose(found[0]);
    else offer(found);
  });
  input.addEventListener("input", () => {
    const typed = input.value.trim().toLowerCase();
    offer(typed ? known.filter((it) => it.name.toLowerCase() !== typed && ` ${it.name.toLowerCase()}`.includes(` ${typed}`)).slice(0, 8) : []);
    letters.hidden = Boolean(typed);
    check();
  });
  form.querySelector("[data-start-take]").addEventListener("click", () => {
    if (start) takeStart(start);
    box.hidden = true;
  });
}

/** The values of a start as text, in the labels of the controls that it would set. */
function wordsOf(form, start) {
  const whole = { kind: null, good: null, ...start };
  const said = [];
  for (const control of form.querySelectorAll("[data-sets]")) {
    const sets = Object.entries(JSON.parse(control.dataset.sets));
    const meant = sets.some(([field]) => field in whole) && sets.every(([field, value]) => value === (whole[field] ?? null));
    if (meant) said.push(shownWords(control));
  }
  for (const box of form.querySelectorAll("[data-list=keywords]")) if (start.keywords?.includes(box.value)) said.push(shownWords(box));
  return said.join(", ");
}

const shownWords = (control) => control.parentElement.innerText.trim().replace(/\s+/g, " ");

// --- a photo, the camera, box files

async function photo(input) {
  const [file] = input.files;
  if (!file) return;
  toast(say("The photo is being read …"));
  const { status, data } = await sendPhoto(input.dataset.photo, file);
  input.value = "";
  if (status !== 200) return toast(data.sentence, "bad");
  if (data.read) sessionStorage.setItem(`box-read-${data.tile.id}`, JSON.stringify(data.read));
  location.assign(data.tile.href);
}

async function learnFronts(input) {
  const [file] = input.files;
  if (!file) return;
  toast(say("The photo is being read …"));
  const { status, data } = await sendPhoto(input.dataset.front, file);
  input.value = "";
  if (status !== 200) return toast(data.sentence, "bad");
  location.reload();
}

async function importBox(input) {
  const [file] = input.files;
  if (!file) return;
  const { status, data } = await send(input.dataset.import, { name: file.name.replace(/\.toml$/i, ""), text: await file.text() });
  input.value = "";
  if (status !== 200) return toast(data.sentence, "bad");
  location.reload();
}

// A tile newly laid under the camera opens automatically; tiles already there are opened by a touch.
async function follow(place) {
  const shown = place.querySelector("[data-seen-tiles]");
  let before = null;
  for (;;) {
    try {
      const data = await (await fetch(place.dataset.seen, { headers: { Accept: "application/json" } })).json();
      if (data.tiles?.length) {
        shown.replaceChildren(...data.tiles.map(link));
        const fresh = before ? data.tiles.filter((it) => !before.has(it.id) && !it.own) : [];
        if (fresh.length === 1) return location.assign(fresh[0].href);
      }
      before = new Set((data.tiles ?? []).map((it) => it.id));
      if (!data.camera) return;
    } catch {
      // Retried at the next poll
    }
    await new Promise((go) => setTimeout(go, 700));
  }
}

function link(it) {
  const made = document.createElement("a");
  made.className = "button";
  made.href = it.href;
  made.textContent = `${it.id} ${it.name}${it.own ? " ✓" : ""}`;
  return made;
}
