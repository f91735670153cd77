// The form of a new game: shows one of three steps at a time; a chosen colour swaps with the player who had it;
// players swap seats; what fits beginners is proposed where somebody is new; errors are shown at their field before
// the form is sent.
import { morphInside } from "./morph.js";
import { say } from "./words.js";

const form = document.getElementById("setup");
const list = form.querySelector(".setup-seats");
const seats = [...list.children];
const steps = [...form.querySelectorAll(".setup-step")];
const next = form.querySelector("[data-next]");
const nameInput = (seat) => seat.querySelector("input:not([type=radio])");
const swatch = (seat, colour) => [...seat.querySelectorAll(".swatch input")].find((it) => it.value === colour);
const knownNames = new Set([...form.querySelectorAll("#known-names option")].map((it) => it.value.toLowerCase()));
const fair = form.querySelector("[data-fair]");
const FAIR_MS = 400;
let fairSoon;
const stepNamed = () => steps.findIndex((it) => `#${it.id}` === location.hash) + 1;

// A tap into a name selects it whole, so that typing replaces last time's; the next tap sets the cursor.
let entered = null;
form.addEventListener("focusin", ({ target }) => { entered = target; });
form.addEventListener("click", ({ target }) => {
  if (target === entered && target.matches(".setup-seat > input")) target.select();
  entered = null;
});

// Errors are shown in the page's own words and language
form.noValidate = true;
addEventListener("hashchange", () => { showStep(stepNamed() || 1); scrollTo(0, 0); });
form.addEventListener("click", onClick);
form.addEventListener("change", onChange);
form.addEventListener("input", onInput);
form.addEventListener("keydown", onKey);
form.addEventListener("submit", onSubmit);
showStep((!form.querySelector("#wrong") && stepNamed()) || Number(form.dataset.step));
if (stepNamed()) scrollTo(0, 0);
updateKnownNames();
const asBefore = new Map(optionsForBeginners().map((it) => [it, it.querySelector(":checked").value]));
proposeOptions();

// Each step has its own address, so that the browser's Back leads to the step before.
function showStep(step) {
  form.dataset.step = step;
  for (const head of form.querySelectorAll("[data-step-to]")) {
    if (Number(head.dataset.stepTo) === step) head.setAttribute("aria-current", "step");
    else head.removeAttribute("aria-current");
  }
  next.hidden = step === steps.length;
  if (!next.hidden) next.href = `#${steps[step].id}`;
  form.querySelector(".setup-end [type=submit]").classList.toggle("primary", next.hidden);
}

function onClick(event) {
  const it = event.target.closest("a, button");
  if (!it) return;
  if ("next" in it.dataset && form.dataset.step === "1" && hasNameError()) event.preventDefault();
  if ("up" in it.dataset) swapSeats(it.closest("li"), it.closest("li").previousElementSibling);
  if ("known" in it.dataset) seatKnownName(it.dataset.known);
  if ("clear" in it.dataset) clearNames();
  if ("game" in it.dataset) it.href = withNames(it.href);
}

// Two players swap seats: the values are swapped, not the elements, so that the keyboard's focus stays.
function swapSeats(one, other) {
  const [a, b] = [nameInput(one), nameInput(other)];
  [a.value, b.value] = [b.value, a.value];
  const [mine, theirs] = [one.dataset.colour, other.dataset.colour];
  setColour(one, theirs);
  setColour(other, mine);
  form.dispatchEvent(new Event("input"));
}

function setColour(seat, colour) {
  seat.dataset.colour = colour;
  swatch(seat, colour).checked = true;
}

function onChange({ target }) {
  if (target.name === "teaching" || target.name.startsWith("option-")) proposeOptions();
  if (!target.matches(".swatch input")) return;
  const seat = target.closest("li");
  const before = seat.dataset.colour;
  const other = seats.find((it) => it !== seat && it.dataset.colour === target.value);
  seat.dataset.colour = target.value;
  if (!other) return;
  setColour(other, before);
  const colour = swatch(other, before).getAttribute("aria-label");
  form.querySelector("[data-swapped]").textContent = say("{what}: {chosen}", { what: nameInput(other).value || nameInput(other).placeholder, chosen: colour });
}

function onInput({ target }) {
  if (target === form || target.matches(".setup-seat > input")) askFair();
  asBefore.delete(target.closest("[data-beginners]")); // What a person chose stays
  showNameError(null, "");
  updateKnownNames();
  proposeOptions();
}

// Once nobody types, the server says what makes a table of these players fair
function askFair() {
  clearTimeout(fairSoon);
  fairSoon = setTimeout(async () => {
    const asked = String(new URLSearchParams(new FormData(form)));
    const answer = await fetch(`${fair.dataset.fair}?${asked}`).catch(() => null);
    const html = answer?.ok ? await answer.text() : "";
    if (asked === String(new URLSearchParams(new FormData(form)))) morphInside(fair, html);
  }, FAIR_MS);
}

function optionsForBeginners() {
  return [...form.querySelectorAll("[data-beginners]")];
}

// One knowledge decides what is taught and which game is proposed: what a person says of being taught, else a choice for
// beginners by hand, else whether all names are known. An option for other numbers of players, or without effect beside
// another, is not asked.
function proposeOptions() {
  const names = seats.map((it) => nameInput(it).value.trim().toLowerCase()).filter(Boolean);
  const chosen = optionsForBeginners().filter((it) => !asBefore.has(it));
  const isForBeginners = (it) => it.querySelector(":checked").value === it.dataset.beginners;
  const taught = chosen.find((it) => it.querySelector("[name=teaching]"));
  const beginners = taught
    ? isForBeginners(taught)
    : chosen.some(isForBeginners) || names.some((name) => !knownNames.has(name));
  for (const [option, before] of asBefore) {
    const boxes = [...option.querySelectorAll("input")];
    const forBeginners = option.dataset.beginners;
    const later = boxes.find((it) => it.value !== forBeginners).value;
    const value = beginners ? forBeginners : taught && before === forBeginners ? later : before;
    boxes.find((it) => it.value === value).checked = true;
  }
  for (const option of form.querySelectorAll("[data-players]")) {
    option.hidden = names.length > 1 && !option.dataset.players.split(" ").includes(String(names.length));
  }
  for (const option of form.querySelectorAll("[data-unless]")) {
    const [name, value] = option.dataset.unless.split("=");
    option.hidden = form.querySelector(`[name="${name}"]:checked`)?.value === value;
  }
}

// Enter in a name moves to the next one.
function onKey(event) {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches(".setup-seat > input")) return;
  event.preventDefault();
  const after = seats.slice(seats.indexOf(event.target.closest("li")) + 1).find((it) => it.offsetParent);
  if (event.target.value && after) nameInput(after).focus();
  else next.focus();
}

function onSubmit(event) {
  if (event.submitter?.formNoValidate || !hasNameError()) return;
  event.preventDefault();
  if (location.hash) location.hash = steps[0].id;
  showStep(1);
  nameInput(seats.find((it) => nameInput(it).matches("[aria-invalid]"))).focus();
}

/** Whether the names are invalid; the error is then shown at one of them. */
function hasNameError() {
  const names = seats.map((it) => nameInput(it).value.trim().toLowerCase());
  const fewest = seats.filter((it) => it.classList.contains("needed")).length;
  const twice = names.findIndex((name, n) => name && names.indexOf(name) < n);
  if (names.filter(Boolean).length < fewest) return showNameError(seats[names.indexOf("")], list.dataset.howMany);
  if (twice >= 0) return showNameError(seats[twice], list.dataset.sameName);
  return false;
}

function showNameError(seat, words) {
  for (const it of list.querySelectorAll(".field-error")) it.remove();
  for (const it of list.querySelectorAll("[aria-invalid]")) it.removeAttribute("aria-invalid");
  if (!seat) return false;
  const name = nameInput(seat);
  name.setAttribute("aria-invalid", "true");
  name.setAttribute("aria-describedby", "wrong");
  const said = Object.assign(document.createElement("p"), { className: "field-error", id: "wrong", textContent: words });
  said.setAttribute("role", "alert");
  seat.append(said);
  name.focus();
  return true;
}

// Shows the names of earlier games that are not used yet, to be added by a tap.
function updateKnownNames() {
  const here = seats.map((it) => nameInput(it).value.trim().toLowerCase());
  const full = !here.includes("");
  for (const it of form.querySelectorAll("[data-known]")) it.hidden = full || here.includes(it.dataset.known.toLowerCase());
}

function seatKnownName(name) {
  nameInput(seats.find((it) => !nameInput(it).value.trim())).value = name;
  form.dispatchEvent(new Event("input"));
}

function clearNames() {
  for (const seat of seats) nameInput(seat).value = "";
  form.dispatchEvent(new Event("input"));
  nameInput(seats[0]).focus();
}

// The address of another game, with the names and colours filled in so far.
function withNames(address) {
  const to = new URL(address);
  seats.forEach((seat, n) => {
    if (!nameInput(seat).value.trim()) return;
    to.searchParams.set(`name-${n}`, nameInput(seat).value);
    to.searchParams.set(`colour-${n}`, seat.dataset.colour);
  });
  return to.href;
}
