// Answer forms that lay tokens on places: all places at once, step by step, or onto one place alone. answer-forms.js
// runs them and keeps their drafts; it loads this where a page has such a form.
import { figure, say } from "./words.js";

/** Where something could be laid and nothing is: such an answer is confirmed before it is sent. */
function isEmpty(form) {
  return Number(form.dataset.most) > 0 && this.value(form).length === 0;
}

const tokensOn = (place) => JSON.parse(place.dataset.now || "{}");
const totalCount = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** All places at once. */
export const allocation = {
  places: (form) => [...form.querySelectorAll("[data-place]")],
  tokens: (form) => [...form.querySelectorAll("[name=token]")],
  value(form) {
    return this.places(form).flatMap((place) => Object.entries(tokensOn(place)).map(([token, count]) => [token, place.dataset.place, count]));
  },
  put(form, value) {
    for (const place of this.places(form)) {
      place.dataset.now = "{}";
      for (const [token, on, count] of value) if (on === place.dataset.place) this.add(form, place, token, count);
    }
    this.draw(form);
  },
  empty: isEmpty,
  left(form, token) {
    const used = this.value(form).reduce((sum, [id, , count]) => sum + (id === token.value ? count : 0), 0);
    return Number(token.dataset.count) - used;
  },
  /** The reason why a token cannot be laid on a place, or "". */
  refused(form, place, token) {
    const accepts = JSON.parse(place.dataset.accepts);
    const words = place.dataset.words;
    if (accepts.length && !accepts.includes(token.value)) return say("{token} cannot lie on {place}.", { token: token.dataset.words, place: words });
    if (totalCount(tokensOn(place)) >= Number(place.dataset.highest ?? Infinity)) return say("{place} takes {count} at most.", { place: words, count: place.dataset.highest });
    if (this.left(form, token) < 1) return say("{token}: no more than {count}.", { count: token.dataset.count, token: token.dataset.words });
    return "";
  },
  add(form, place, id, count) {
    const token = this.tokens(form).find((one) => one.value === id);
    for (let n = 0; token && n < count && !this.refused(form, place, token); n += 1) {
      const now = tokensOn(place);
      now[id] = (now[id] ?? 0) + 1;
      place.dataset.now = JSON.stringify(now);
    }
  },
  click(form, button) {
    const place = button.closest("[data-place]");
    if (!place) return;
    form.dataset.refused = "";
    const now = tokensOn(place);
    if (button.dataset.take) {
      now[button.dataset.take] -= 1;
      if (!now[button.dataset.take]) delete now[button.dataset.take];
      place.dataset.now = JSON.stringify(now);
      place.querySelector("[data-lay]").focus();
    } else {
      const token = form.querySelector("[name=token]:checked");
      form.dataset.refused = token ? this.refused(form, place, token) : "";
      if (token) this.add(form, place, token.value, 1);
      // The next kind with tokens left is selected automatically.
      if (token && !this.left(form, token)) {
        const next = this.tokens(form).find((one) => this.left(form, one) > 0);
        if (next) next.checked = true;
      }
    }
    this.draw(form);
  },
  draw(form) {
    const words = Object.fromEntries(this.tokens(form).map((token) => [token.value, token.dataset.words]));
    for (const token of this.tokens(form)) token.closest(".choice").querySelector("[data-left]").textContent = this.left(form, token);
    for (const place of this.places(form)) {
      place.querySelector("[data-laid]").replaceChildren(...Object.entries(tokensOn(place)).map(([id, count]) => {
        const out = document.createElement("button");
        out.type = "button";
        out.className = "button laid-token";
        out.dataset.take = id;
        out.textContent = say("{count}\u00a0×\u00a0{token}", { count, token: words[id] });
        out.setAttribute("aria-label", say("{count}\u00a0×\u00a0{token} on {place}: take one away", { count, token: words[id], place: place.dataset.words }));
        return out;
      }));
    }
  },
  count(form) {
    return this.value(form).reduce((sum, [, , many]) => sum + many, 0);
  },
  /** What still has to be laid is the problem. */
  state(form) {
    const count = this.count(form);
    return [count && say("Laid: {count}.", { count }), form.dataset.refused].filter(Boolean).join(" ");
  },
  problem(form) {
    const { least, most } = form.dataset;
    const count = this.count(form);
    if (count > Number(most)) return say("No more than {most}.", { most });
    if (count >= Number(least)) return "";
    if (count) return say("Place {count} more.", { count: least - count });
    return least === most ? say("Place {count}.", { count: most }) : say("Place {least} to {most}.", { least, most });
  },
};

// Tokens laid survive a reload of the page
const STORAGE_PREFIX = `laid ${location.pathname} `;
// Form id to whether what is laid is looked over before it is sent
const lookedOver = new Map();

/** Groups of places below each other, then all that is laid once more. */
export const steps = {
  ...allocation,
  value: allocation.value,
  restore(form) {
    try {
      return JSON.parse(sessionStorage.getItem(STORAGE_PREFIX + form.id)) ?? undefined;
    } catch {
      return undefined;
    }
  },
  keep(id, value) {
    if (value === null) {
      sessionStorage.removeItem(STORAGE_PREFIX + id);
      lookedOver.delete(id);
    } else sessionStorage.setItem(STORAGE_PREFIX + id, JSON.stringify(value));
  },
  sums: (form) => [...form.querySelectorAll("[data-sum]")],
  sum(form, sum) {
    const weights = JSON.parse(sum.dataset.weights);
    return this.value(form).reduce((all, [token, , count]) => all + (weights[token] ?? 0) * count, 0);
  },
  /** The reason why a whole lot cannot be laid on a place, or "". */
  tooMuch(form, place, token) {
    const lot = Number(place.dataset.lot);
    if (totalCount(tokensOn(place)) + lot > Number(place.dataset.highest ?? Infinity)) return this.refused(form, place, token) || " ";
    if (this.left(form, token) < lot) return say("{token}: no more than {count}.", { count: token.dataset.count, token: token.dataset.words });
    for (const sum of this.sums(form)) {
      const all = this.sum(form, sum) + lot * (JSON.parse(sum.dataset.weights)[token.value] ?? 0);
      if (all > Number(sum.dataset.most)) return say("{what}: {total}; at most {most}.", { what: sum.dataset.sum, total: all, most: sum.dataset.most });
    }
    return "";
  },
  set(place, id, count) {
    const now = tokensOn(place);
    now[id] = count;
    if (count < 1) delete now[id];
    place.dataset.now = JSON.stringify(now);
  },
  click(form, button) {
    const { go, usual } = button.dataset;
    const before = Boolean(lookedOver.get(form.id));
    form.dataset.refused = "";
    if (go) lookedOver.set(form.id, !button.nextElementSibling);
    else if (usual) lookedOver.set(form.id, true);
    else if ("next" in button.dataset || "back" in button.dataset) lookedOver.set(form.id, "next" in button.dataset);
    else this.touch(form, button);
    if (usual) this.put(form, JSON.parse(usual));
    else this.draw(form);
    if (go) form.querySelector(`[data-group="${go}"]`).scrollIntoView({ block: "start" });
    else if (before !== Boolean(lookedOver.get(form.id))) form.closest(".question")?.scrollIntoView({ block: "nearest" });
  },
  touch(form, button) {
    const place = button.closest("[data-place]");
    const { token: lay, take, count } = button.dataset;
    const id = lay ?? take;
    const had = tokensOn(place);
    const lot = Number(place.dataset.lot);
    if (count) return this.lay(form, place, id, had[id] === Number(count) ? 0 : Number(count));
    if (take || (button.hasAttribute("aria-pressed") && had[id])) return this.set(place, id, (had[id] ?? 0) - lot);
    // Where only one token is allowed, a new one replaces it.
    if ("one" in place.dataset) place.dataset.now = "{}";
    const token = this.tokens(form).find((one) => one.value === id);
    form.dataset.refused = this.tooMuch(form, place, token).trim();
    if (!this.tooMuch(form, place, token)) this.set(place, id, (tokensOn(place)[id] ?? 0) + lot);
    else place.dataset.now = JSON.stringify(had);
  },
  /** So many of a token, if they may lie there. */
  lay(form, place, id, count) {
    const had = place.dataset.now;
    const token = this.tokens(form).find((one) => one.value === id);
    this.set(place, id, 0);
    while (!form.dataset.refused && (tokensOn(place)[id] ?? 0) < count) {
      form.dataset.refused = this.tooMuch(form, place, token);
      if (!form.dataset.refused) this.set(place, id, (tokensOn(place)[id] ?? 0) + Number(place.dataset.lot));
    }
    if (form.dataset.refused) place.dataset.now = had;
  },
  /** What a part adds to the form's first sum (actions); a dot: something else lies there. */
  badge(form, group) {
    const weights = JSON.parse(this.sums(form)[0]?.dataset.weights ?? "{}");
    const laid = [...group.querySelectorAll("[data-place]")].flatMap((place) => Object.entries(tokensOn(place)));
    return laid.reduce((all, [token, count]) => all + Math.max(0, weights[token] ?? 0) * count, 0) || (laid.length ? "·" : "");
  },
  drawPlaces(form, tokens) {
    for (const place of this.places(form)) {
      const { under } = place.dataset;
      place.hidden = Boolean(under) && !totalCount(tokensOn(this.places(form).find((one) => one.dataset.place === under)));
      if (place.hidden) place.dataset.now = "{}";
      const now = tokensOn(place);
      for (const button of place.querySelectorAll("[data-token]")) {
        const { token, count } = button.dataset;
        if (count) button.setAttribute("aria-pressed", String(now[token] === Number(count)));
        else if (button.hasAttribute("aria-pressed")) button.setAttribute("aria-pressed", String(Boolean(now[token])));
        else button.setAttribute("aria-disabled", String(Boolean(this.tooMuch(form, place, tokens.get(token)))));
      }
      for (const button of place.querySelectorAll("[data-take]")) button.disabled = !now[button.dataset.take];
      for (const count of place.querySelectorAll("[data-laid-of]")) count.textContent = now[count.dataset.laidOf] ?? 0;
    }
  },
  draw(form) {
    const tokens = new Map(this.tokens(form).map((token) => [token.value, token]));
    const groups = [...form.querySelectorAll("[data-group]")];
    const over = Boolean(lookedOver.get(form.id));
    this.drawPlaces(form, tokens);
    for (const [n, group] of groups.entries()) {
      const last = n === groups.length - 1;
      group.hidden = over !== last;
      const go = form.querySelector(`[data-go="${n}"]`);
      go.setAttribute("aria-current", last && over ? "step" : "false");
      const badge = go.querySelector("[data-many]");
      if (badge) badge.textContent = this.badge(form, group);
    }
    for (const sum of this.sums(form)) sum.querySelector("[data-total]").textContent = figure(this.sum(form, sum));
    form.querySelector("[data-all]").replaceChildren(...this.value(form).map(([id, on, count]) => {
      const item = document.createElement("li");
      const place = this.places(form).find((one) => one.dataset.place === on);
      const words = place.querySelectorAll("[data-token]").length > 1 || count > 1 ? say("{count}\u00a0×\u00a0{token}", { count, token: tokens.get(id).dataset.words }) : "";
      item.textContent = [place.dataset.words, words].filter(Boolean).join(": ");
      return item;
    }));
    form.querySelector("[data-back]").hidden = form.querySelector("[type=submit]").hidden = !over;
    form.querySelector("[data-next]").hidden = over;
  },
  put(form, value) {
    for (const place of this.places(form)) place.dataset.now = "{}";
    for (const [id, on, count] of value) {
      const place = this.places(form).find((one) => one.dataset.place === on);
      if (place?.querySelector(`[data-token="${id}"]`)) this.set(place, id, count);
    }
    this.draw(form);
  },
  state: (form) => form.dataset.refused ?? "",
};

/** One place alone: a touch of a token lays it. Of the tokens in data-instead, one at a time. */
export const single = {
  ...steps,
  click(form, button) {
    form.dataset.refused = "";
    const instead = form.dataset.instead.split(" ");
    const { token } = button.dataset;
    if (instead.includes(token)) for (const id of instead) if (id !== token) this.set(button.closest("[data-place]"), id, 0);
    this.touch(form, button);
    this.draw(form);
  },
  draw(form) {
    this.drawPlaces(form, new Map(this.tokens(form).map((token) => [token.value, token])));
  },
};
