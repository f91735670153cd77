// A tile's powers and its bonus in the tile language: offered as buttons, completed while typing.
import { say } from "./words.js";

const MAX_OFFERS = 14;
// Lines common to most tiles, offered before a kind is chosen
const MAX_COMMON_OFFERS = 10;
// Lines specific to the chosen kind
const MAX_KIND_OFFERS = 6;

/** Starts the lines of a form. changed(element) is called after each change. Gives {all, mark, add, usual}. */
export function startPowers(form, changed) {
  const list = form.querySelector("[data-lines]");
  if (!list) return { all: () => ({}), mark() {}, add() {}, usual() {} };
  const input = form.querySelector("[data-line-input]");
  const offers = form.querySelector("[data-offers]");
  const lines = JSON.parse(form.querySelector("[data-offered]").textContent);
  // Only in games whose pieces have a bonus
  const bonus = form.querySelector("[data-field=bonus]");
  const bonuses = bonus ? JSON.parse(form.querySelector("[data-bonus-lines]").textContent) : [];
  const bonusOffers = form.querySelector("[data-bonuses]");
  let now = JSON.parse(list.dataset.now);

  const all = () => ({ [list.dataset.lines]: [...now, input.value.trim()].filter((line) => line && !/^\w+:$/.test(line)) });

  function show() {
    list.replaceChildren(
      ...now.map((line, at) => {
        const item = document.createElement("li");
        const words = document.createElement("span");
        write(words, line, lines.find((it) => it.line === line)?.words);
        const out = document.createElement("button");
        out.type = "button";
        out.className = "button-icon";
        out.textContent = "×";
        out.setAttribute("aria-label", say("Take out: {line}", { line }));
        out.addEventListener("click", () => {
          now = now.filter((_, n) => n !== at);
          show();
          changed(list);
        });
        item.append(words, out);
        return item;
      }),
    );
  }

  function add(line) {
    now = [...now, line];
    input.value = "";
    usual();
    show();
    changed(list);
  }

  // A line that belongs to certain kinds is offered once such a kind is chosen; a form without kinds offers the
  // commonest lines.
  const usual = () => {
    const yields = [...form.querySelectorAll("[data-sets]")].filter((it) => "kind" in JSON.parse(it.dataset.sets));
    const touched = yields.find((it) => it.checked);
    const kind = touched && JSON.parse(touched.dataset.sets).kind;
    const any = lines.filter((it) => !yields.length || !it.of.length).slice(0, MAX_COMMON_OFFERS);
    const own = kind ? lines.filter((it) => it.of.includes(kind)).slice(0, MAX_KIND_OFFERS) : [];
    offer(offers, [...own, ...any], add, true);
  };

  // The tile language is English, as the tiles are; in another language the power's words stand before it.
  function write(element, line, words) {
    element.textContent = line;
    if (document.documentElement.lang === "en" || !words) return;
    const printed = Object.assign(document.createElement("small"), { lang: "en", textContent: line });
    element.replaceChildren(`${words} `, printed);
  }

  function offer(place, found, take, whole = false) {
    place.replaceChildren(
      ...found.slice(0, whole ? MAX_COMMON_OFFERS + MAX_KIND_OFFERS : MAX_OFFERS).map((it) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "box-offer";
        write(button, whole ? it.line : it.line.replace(/^\w+: /, ""), it.words);
        button.title = it.words;
        button.setAttribute("aria-label", it.words);
        button.addEventListener("click", () => take(it.line));
        return button;
      }),
    );
  }

  const matching = (typed, from) => {
    const words = typed.toLowerCase().replace(/→/g, "->").split(/[\s:]+/).filter(Boolean);
    return from.filter((it) => {
      const parts = it.line.toLowerCase().split(/[\s:]+/);
      return words.every((word) => parts.some((part) => part.startsWith(word)));
    });
  };

  form.querySelector(".box-actions").addEventListener("click", (event) => {
    const button = event.target.closest("[data-action]");
    if (!button) return;
    input.value = `${button.dataset.action}: `;
    offer(offers, lines.filter((it) => it.type === button.dataset.action), add);
  });
  input.addEventListener("input", () => {
    if (input.value.trim()) offer(offers, matching(input.value, lines), add);
    else usual();
    changed(list);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (input.value.trim()) add(input.value.trim());
  });
  const takeBonus = (line) => {
    bonus.value = line;
    bonusOffers.replaceChildren();
    changed(bonus);
  };
  const offerBonus = () => offer(bonusOffers, bonus.value.trim() ? matching(bonus.value, bonuses) : bonuses, takeBonus);
  bonus?.addEventListener("input", offerBonus);
  form.addEventListener("change", (event) => {
    if (bonus && event.target.name === "vp") offerBonus();
    if ("kind" in JSON.parse(event.target.dataset.sets ?? "{}") && !input.value.trim()) usual();
  });
  show();
  usual();

  return {
    all,
    usual,
    add: (more) => more.forEach(add),
    /** Marks the lines that were not understood. */
    mark(told) {
      const by = new Map(told.map((it) => [it.text, it.plays]));
      [...list.children].forEach((item, at) => item.classList.toggle("by-hand", by.get(now[at]) === false));
    },
  };
}
