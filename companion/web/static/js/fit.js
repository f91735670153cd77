// Fits the answers on the table's page: all shrink together until none is cut off, in the number of columns that allows
// the largest letters. The fit is computed from text widths measured on a canvas, since trying a size on the page costs
// one layout each.
const SCALES = [1, 0.92, 0.85, 0.78, 0.7, 0.62, 0.55, 0.5, 0.45, 0.4];
// Index of the smallest font scale used with pictures; beyond it pictures are left out instead
const LAST_PICTURE_STEP = 6;
const MIN_READABLE_PX = 14;
const NO_PICTURES = ["bare", "plain"];
const NO_LABELS = ["unlabelled", "plain"];
const MAX_COLUMNS = 8;
const TOUCH_TARGET_PX = 48;
// Font scale steps that the usual layout (pictures beside the words, usual columns) may cost
const EXTRA_STEPS = [0, 1, 2];

// Hides the answers of other pages, where not all fit
const pageSheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, pageSheet];
const DEFAULT = { step: 0, columns: 0, room: 0, shape: "row", some: 0 };
let current = DEFAULT;

/** Applies a layout to the answers of the questions `asked` in `asking`: classes and properties of this element and of the
    lists, so that the browser looks at nothing else for what they change. */
function applyLayout(asking, next, asked = []) {
  const classes = {
    "pictures-above": next.shape === "above", "no-pictures": NO_PICTURES.includes(next.shape), "no-labels": NO_LABELS.includes(next.shape),
    "two-columns": next.columns === 2, "answers-scroll": Boolean(next.scrolls),
  };
  for (const [name, is] of Object.entries(classes)) asking.classList.toggle(name, is);
  setProperty(asking, "--fit", next.step && SCALES[next.step]);
  setProperty(asking, "--room", next.room && `${Math.floor(next.room)}px`);
  // Not a custom property: everything in the answers would inherit it
  for (const it of asking.querySelectorAll(".question > .answers")) setProperty(it, "grid-template-columns", asked.includes(it.parentElement) && next.columns && `repeat(${next.columns}, minmax(0, 1fr))`);
  const rules = pageRules(asked, next.some);
  if (rules !== pageCss) pageSheet.replaceSync(rules);
  [current, pageCss] = [next, rules];
}

/** Sets a property of the style; 0 removes it. */
function setProperty(element, name, value) {
  if (value) element.style.setProperty(name, value);
  else element.style.removeProperty(name);
}

// The page of answers shown where not all fit; reset with each entry of the table.
let page = 0, pageEntry = "", pageCss = "";

/** CSS rules that show `count` answers at a time, with those that decline and the button for the next page. */
function pageRules(asked, count) {
  const number = document.getElementById("live")?.dataset.number;
  if (number !== pageEntry) [page, pageEntry] = [0, number];
  if (!count) return "";
  return asked.map((it) => {
    const last = it.querySelectorAll(".declines").length, others = it.querySelectorAll(".answer:not(.more, .declines)").length;
    if (others + last <= count) return "";
    const room = count - 1 - last, first = (page % Math.ceil(others / room)) * room, list = `#${it.id} > .answers > .answer`;
    return `${list}:not(.more, .declines):is(:nth-child(-n+${first}), :nth-child(n+${first + room + 1})) { display: none !important; }
      ${list}.more { display: grid !important; }`;
  }).join("");
}

// Edges with crowded areas get more room, by classes: :has() is costly at each update.
const CROWDED = [
  ["crowd-sides", "crowd", ".edge-w, .edge-e"],
  ["throng-sides", "throng", ".edge-w, .edge-e"],
  ["crowd-three", "crowd", ".edge[data-count='3']"],
  ["crowd-two", "crowd", ":is(.edge-n, .edge-s)[data-count='2']"],
];

/** Sets the classes of crowded edges. Returns their names as one string. */
function markCrowded() {
  // Two searches by one class cost half of one search by both.
  const edges = Object.fromEntries(["crowd", "throng"].map((what) => [what, [...document.getElementsByClassName(what)].map((it) => it.closest(".edge"))]));
  return CROWDED.filter(([name, what, where]) => {
    const is = edges[what].some((edge) => edge?.matches(where));
    return document.documentElement.classList.toggle(name, is);
  }).join();
}

const FONT_PX = 100;
const canvas = document.createElement("canvas").getContext("2d");
const widths = new Map();
const width = (words) => widths.get(words) ?? widths.set(words, canvas.measureText(words).width / FONT_PX).get(words);

// Texts to their words, each as the parts between which it may break, without soft hyphens
const splits = new Map();
const split = (text) => splits.get(text) ?? splits.set(text, text.trim().split(/\s+/).map((word) => (word.match(/[^-\u00ad]+[-\u00ad]?|-/g) ?? []).map((part) => part.replace("\u00ad", "-")))).get(text);

/** The number of lines of `text` in lines of `room` px with letters of `size` px; 0 if a word is too long. */
function countLines(text, size, room) {
  let count = 1, used = 0;
  for (const parts of split(text)) {
    for (const [n, part] of parts.entries()) {
      const long = width(part) * size, gap = n === 0 && used ? width(" ") * size : 0;
      if (long > room) return 0;
      if (used + gap + long > room) { count += 1; used = long; } else used += gap + long;
    }
  }
  return count;
}

/** Of one number, in letters' heights: the longest word of its label, and its digits and the former value's with what is between, as if all were of one size. */
function numberParts(it) {
  const word = Math.max(0, ...[...it.querySelectorAll(".answer-label")].flatMap((label) => label.textContent.split(/\s+/)).map(width));
  return { word, digits: [...it.querySelectorAll("b, s")].reduce((sum, part) => sum + width(part.textContent) + 0.15, 0) };
}

/** Text, numbers and picture sizes of a question's answers, read without a layout. */
function readAnswers(question, u) {
  const list = question.querySelector(".answers"), many = list.matches(".from-5"), dense = list.matches(".from-10");
  const answers = [...list.querySelectorAll(".answer:not(.more)")].map((it) => {
    const parts = Object.fromEntries([...it.children].map((part) => [part.localName === "svg" ? "svg" : part.classList[0], part]));
    const { "answer-words": words, "answer-numbers": price, "answer-tile": tile, svg } = parts;
    const numbers = price ? [...price.querySelectorAll(".answer-number")].map(numberParts) : [];
    return {
      text: words?.textContent ?? "",
      // A price's digits scale with the letters, its label does not.
      digits: price ? Math.max(...[...price.querySelectorAll(":scope > b, :scope > s")].map((it) => width(it.textContent)), ...numbers.map((it) => it.digits), 0) : 0,
      least: price ? (dense ? 46 : many ? 54 : 68) * u : 0,
      labels: price ? [...price.querySelectorAll(".answer-label")] : [],
      numbers, tile: tile ? 30 * u : 0,
      art: !svg ? 0 : svg.matches(".icon") ? 52 * u : (dense ? 60 : many ? 76 : 94) * u,
    };
  });
  return { answers, dense, many, pad: (many ? 6 : 10) * u, asked: question.querySelector(".question-text").textContent };
}

/** The space of a question and its font sizes, in px, read from the laid-out page. */
function measure(question, u) {
  const list = question.querySelector(".answers"), head = question.querySelector(".question-text"), fit = SCALES[current.step];
  const style = getComputedStyle(head), first = question.querySelector(".answer-words"), mark = head.querySelector(".mark");
  return {
    width: list.offsetWidth - 16 * u, height: list.clientHeight + head.offsetHeight - 16 * u,
    size: parseFloat(getComputedStyle(first ?? head).fontSize) / fit, head: parseFloat(style.fontSize) / fit,
    above: parseFloat(style.paddingTop) + parseFloat(style.paddingBottom),
    across: head.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - (mark && getComputedStyle(mark).position !== "absolute" ? 48 * u : 0),
  };
}

/** Inner [width, height] in px of each of `count` answers below a question of `said` lines. */
function answerSize(it, count, { step, columns }, said, u) {
  const rows = Math.ceil(count / columns), gap = 8 * u, head = Math.max(56 * u, said * 1.05 * it.head * SCALES[step] + it.above);
  return [(it.width - (columns - 1) * gap) / columns - 4 * u, (it.height - head - (rows - 1) * gap) / rows - 4 * u];
}

/** The last step at which questions and answers can be read. */
const lastReadable = (questions) => Math.max(0, SCALES.findLastIndex((scale) => questions.every(({ size, head }) => Math.min(size, head) * scale >= MIN_READABLE_PX)));

/** Whether any `count` of a question's answers fit in these columns at this step. */
function fits(it, count, way, u) {
  const { step, shape } = way, said = countLines(it.asked, it.head * SCALES[step], it.across);
  if (!said) return false;
  const gap = 8 * u, size = it.size * SCALES[step], [wide, high] = answerSize(it, count, way, said, u);
  if (Math.min(wide, high) < TOUCH_TARGET_PX) return false;
  const number = Math.max(MIN_READABLE_PX, (it.many ? 30 : 36) * u * SCALES[step]);
  return it.answers.every(({ text, digits, numbers, label, tile, art }) => {
    const price = label && Math.max(label, digits * number + 14 * u);
    const picture = NO_PICTURES.includes(shape) ? 0 : Math.min(art, high - 6 * u), above = shape === "above";
    const room = above ? wide - 14 * u : wide - it.pad - (picture && picture + gap) - (price && price + gap) - 8 * u;
    const left = above ? high - 12 * u - Math.max(Math.min(art, 56 * u), price && 40 * u, numbers.length * 36 * SCALES[step] * u) : high - 6 * u - (it.dense || NO_LABELS.includes(shape) ? 0 : tile);
    // Above the words a number's label is beside its digits, and both are beside the picture.
    const beside = (one) => one.word * Math.max(MIN_READABLE_PX, 16 * u) + one.digits * number + 24 * u;
    if (above && Math.max(digits * number, ...numbers.map(beside)) + (art && 60 * u) > room) return false;
    // Beside the words each number is below its label, the numbers below each other.
    if (!above && numbers.length * (24 * u + number) > high + 6 * u) return false;
    const needed = countLines(text, size, room);
    return needed > 0 && (needed + 0.2) * size <= left;
  });
}

/** The layout with the largest letters up to a step; the usual columns are preferred at a cost of a few steps. */
function largestLayout(questions, counts, shapes, to, u) {
  const most = Math.max(...counts), sideways = questions[0].width < 448;
  const usual = sideways ? (most > 4 ? 2 : 1) : most > 9 ? 4 : most > 4 ? 3 : 2;
  const ways = [], room = (way) => Math.min(...questions.map((it, n) => answerSize(it, counts[n], way, countLines(it.asked, it.head * SCALES[way.step], it.across), u)[1])) - 6 * u;
  for (let columns = 1; columns <= Math.min(MAX_COLUMNS, most); columns += 1) for (const shape of shapes) ways.push({ columns, shape });
  const unusual = (it) => Math.abs(it.columns - usual) + shapes.indexOf(it.shape);
  ways.sort((a, b) => unusual(a) - unusual(b));
  const holds = (way, step) => questions.every((question, n) => fits(question, counts[n], { ...way, step }, u));
  for (let step = 0; step <= to; step += 1) {
    const way = ways.find((it) => holds(it, step));
    if (!way) continue;
    const near = EXTRA_STEPS.map((more) => step + more).find((it) => it <= to && !unusual(ways[0]) && holds(ways[0], it));
    const found = near === undefined ? { ...way, step } : { ...ways[0], step: near };
    // Above the words a picture has a size of its own (table.css).
    const pictures = ["above", ...NO_PICTURES].includes(found.shape) ? 0 : Math.max(0, ...questions.flatMap((it) => it.answers.map(({ art }) => art))), limit = room(found);
    return { ...found, room: limit < pictures ? limit : 0 };
  }
  return null;
}

/** Chooses the layout, the first that fits: with pictures; without pictures if there are many answers; without stickers'
    numbers, or without both, if few have little room; a page of answers at a time; lists that scroll. */
function chooseLayout(questions, u) {
  const counts = questions.map((it) => it.answers.length), dense = questions.some((it) => it.dense);
  const last = lastReadable(questions), pictured = Math.min(LAST_PICTURE_STEP, last);
  const found = largestLayout(questions, counts, ["row", "above"], pictured, u)
    ?? (dense ? largestLayout(questions, counts, ["bare"], pictured, u) : largestLayout(questions, counts, ["row", "above"], last, u)
      ?? largestLayout(questions, counts, ["unlabelled"], last, u) ?? largestLayout(questions, counts, ["plain"], last, u));
  if (found) return { ...found, some: 0 };
  for (const shape of dense ? ["row", "bare"] : []) for (let some = Math.max(...counts) - 1; some > 3; some -= 1) {
    const part = largestLayout(questions, counts.map((count) => Math.min(count, some)), [shape], pictured, u);
    if (part) return { ...part, some };
  }
  return { ...DEFAULT, step: pictured, scrolls: true };
}

// Letters extend slightly beyond their line box, so words are compared with their button, and what is above and below them.
function overflows(it) {
  if (!it.matches(".answer-words")) return it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1;
  const button = it.parentElement, below = button.querySelector(":scope > .answer-tile");
  const end = below?.offsetHeight ? below.offsetTop : button.offsetTop + button.offsetHeight;
  const above = current.shape === "above" ? [...button.querySelectorAll(":scope > svg, :scope > .answer-numbers")] : [];
  const begin = button.offsetTop + Math.max(0, ...above.map((it) => 6 * u + it.clientHeight));
  return it.scrollWidth > it.clientWidth + 1 || it.offsetTop < begin - 1 || it.offsetTop + it.offsetHeight > end + 2;
}

// Cache of the last measurements: the unit, the font, questions' measurements by roomKey, and widths of labels by text.
// The next update is fitted by these before its layout and checked against the page afterwards.
let u = 0, font = "", rooms = new Map(), labels = new Map();

/** Key of everything that a question's measurements depend on. */
function roomKey(asked, n, edges) {
  const head = asked[n].querySelector(":scope > .question-text");
  return [asked[n].className, head.className, n, asked.length, document.getElementById("question")?.dataset.edge, edges].join("/");
}

/** Measures the page again. Returns whether anything differs from the cache. */
function updateCache(around, asking, asked, edges) {
  const before = u, family = getComputedStyle(asking).fontFamily;
  u = parseFloat(getComputedStyle(around).paddingTop) / 6;
  let other = u !== before || family !== font;
  if (other) { labels.clear(); widths.clear(); }
  if (family !== font) { font = family; canvas.font = `600 ${FONT_PX}px ${font}`; }
  if (!u) return other;
  for (const [n, question] of asked.entries()) {
    const name = roomKey(asked, n, edges), was = rooms.get(name), is = measure(question, u);
    // Line heights are whole pixels: the sum of two may differ by one.
    if (!was || Object.keys(is).some((what, n) => (n < 2 || !current.scrolls) && Math.abs(is[what] - was[what]) > (what === "height" ? 1 : 0.1))) {
      rooms.set(name, is);
      other = true;
    }
    for (const label of question.querySelectorAll(".answer-label")) {
      if (labels.has(label.textContent) || !label.offsetParent) continue;
      labels.set(label.textContent, label.offsetWidth);
      other = true;
    }
  }
  // Lists that scroll say only width and height of columns.
  if (other && current.scrolls) {
    labels.clear();
    applyLayout(asking, DEFAULT, asked);
    updateCache(around, asking, asked, edges);
  }
  return other;
}

/** The input of chooseLayout for each question; `whole` is false if a question or a label was never measured. */
function readCache(asked, edges) {
  const found = asked.map((it, n) => ({ ...rooms.get(roomKey(asked, n, edges)), ...readAnswers(it, u) }));
  let whole = u > 0;
  for (const { size, answers } of found) {
    whole &&= size > 0;
    for (const it of answers) {
      whole &&= it.labels.every((label) => labels.has(label.textContent));
      it.label = Math.max(it.least, ...it.labels.map((label) => (labels.get(label.textContent) ?? 0) + 14 * u));
    }
  }
  return { found, whole };
}

/** Fits the questions and the edges of the table's page. */
export function fit() {
  const edges = markCrowded(), around = document.querySelector(".around"), asking = around?.querySelector(".asking");
  if (!asking) return;
  const asked = [...asking.querySelectorAll(".question:not(.waiting)")].filter((it) => it.querySelector(":scope > .answers .answer"));
  if (!asked.length) { applyLayout(asking, DEFAULT); return; }
  let next = DEFAULT;
  let { found, whole } = readCache(asked, edges);
  if (whole) applyLayout(asking, (next = chooseLayout(found, u)), asked);
  // If the update changed the measurements, fit again with the new ones.
  if (updateCache(around, asking, asked, edges) || !whole) applyLayout(asking, (next = u ? chooseLayout(({ found } = readCache(asked, edges)).found, u) : DEFAULT), asked);
  if (!u) return;
  const parts = [...asking.querySelectorAll(".answer, .answer-words, .question-text")];
  while (!next.scrolls && parts.some(overflows)) {
    next = next.step < lastReadable(found) ? { ...next, step: next.step + 1 } : { ...DEFAULT, step: Math.min(LAST_PICTURE_STEP, next.step), scrolls: true };
    applyLayout(asking, next, asked);
  }
}

export function startFit() {
  if (!document.querySelector(".around")) return;
  fit();
  addEventListener("resize", () => {
    rooms = new Map();
    fit();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".answer.more")) return;
    page += 1;
    fit();
  });
  // A font that the first fit asked for may still be on its way.
  if (document.fonts.status === "loading") document.fonts.ready.then(() => { labels.clear(); widths.clear(); fit(); });
}
