// Starts the parts that a page contains: a live table, buttons that act, forms.
import { startLive } from "./live.js";
import { startCorrecting } from "./correct.js";
import { startRules, startTaps } from "./taps.js";
import { startPrompts } from "./prompts.js";
import { startAloud } from "./aloud.js";
import { startAnswerForms } from "./answer-forms.js";
import { showClocks } from "./clock.js";
import { startFolds } from "./fold.js";
import { NUMBER_FIELDS, startForms } from "./forms.js";
import { loadScript } from "./send.js";
import { sayNoConnection, toast } from "./toast.js";

const live = document.querySelector("[data-live]");
const acting = live || document.querySelector("[data-acts]");

// WebKit may apply the media queries of the former size, as on a phone that was turned, until the style sheets change
addEventListener("resize", () => { document.adoptedStyleSheets = [...document.adoptedStyleSheets]; });
startForms(acting);
startRules();
if (acting) startTaps(acting);
if (live) {
  startFolds();
  startAnswerForms();
  showClocks();
  startLive(live);
  startCorrecting(live);
  startPrompts();
  startAloud();
  import("./awake.js").then(({ stayAwake }) => stayAwake(), () => {});
}
// What the page before did: a form says it at its own end
const said = document.querySelector("[data-piece-form]") ? null : sessionStorage.getItem("said");
if (said) {
  toast(said, "good");
  sessionStorage.removeItem("said");
}
// How this device shows pages is chosen in a form that few open: its script comes then, and the form waits for it. Only the
// form is inert, not the popover: a tap would fall through that onto the page, and close it.
const opened = async ({ target, newState }) => {
  if (target.id !== "preferences" || newState === "closed") return;
  const [form] = target.children;
  form.inert = true;
  try {
    (await loadScript("./preferences.js")).startPreferences();
    document.removeEventListener("beforetoggle", opened, true);
  } catch (wrong) {
    target.hidePopover();
    sayNoConnection(wrong);
  }
  form.inert = false;
};
document.addEventListener("beforetoggle", opened, true);
// Digits of other scripts: before anybody types into a number field of the page, or when somebody goes to one that came later
const digits = async ({ target }) => {
  if (!target.matches?.(NUMBER_FIELDS)) return;
  removeEventListener("focusin", digits);
  try { (await loadScript("./digits.js")).startDigits(); } catch { addEventListener("focusin", digits); }
};
addEventListener("focusin", digits);
const field = document.querySelector(NUMBER_FIELDS);
if (field) await digits({ target: field });
// A touch on words that end in dots says them whole; in what one opens or presses they stand whole behind it
addEventListener("click", ({ target: it }) => {
  const cut = it.scrollWidth > it.clientWidth && getComputedStyle(it).textOverflow === "ellipsis";
  if (cut && !it.closest("a, button, label, summary")) toast(it.textContent.trim());
});
document.documentElement.dataset.ready = "";
document.getElementById("late")?.setAttribute("hidden", "");
sessionStorage.removeItem("companion.late");
performance.mark("ready");
