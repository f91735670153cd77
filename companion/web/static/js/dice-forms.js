// Answer forms of dice that people roll: a field a die, or a choice of its faces. answer-forms.js runs them and keeps their
// drafts; it loads this where a page has such a form.
import { say } from "./words.js";

/** What the dice show, by their numbers; null: not entered yet. */
export const roll = {
  dice: (form) => new Set([...form.querySelectorAll("[data-die]")].map((field) => field.dataset.die)),
  shown(form, die) {
    const fields = [...form.querySelectorAll(`[data-die="${die}"]`)];
    const field = fields[0].type === "radio" ? fields.find((one) => one.checked) : fields[0];
    return field && field.value !== "" && field.validity.valid ? Number(field.value) : null;
  },
  value(form) {
    return [...this.dice(form)].map((die) => this.shown(form, die));
  },
  put(form, value) {
    for (const field of form.querySelectorAll("[data-die]")) {
      const shown = value[Number(field.dataset.die)];
      if (field.type === "radio") field.checked = Number(field.value) === shown;
      else if (field !== document.activeElement) field.value = shown ?? "";
    }
  },
  state: () => "",
  problem(form) {
    const left = this.value(form).filter((one) => one === null).length;
    return left ? say("Dice still to enter: {count}.", { count: left }) : "";
  },
};
