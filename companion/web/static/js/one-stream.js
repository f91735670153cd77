// One stream for all pages of a browser. Over plain HTTP a browser opens six connections to a host, for all its tabs: were each
// page to keep one open, the seventh could not load. One of the pages leads: it holds the stream, and hands each page its events.

const EVENTS = ["view", "strip", "beat", "broken", "refused", "gone", "failed"];
// For a page that leads to answer, before another one takes the lead
const ANSWER_MS = 150;
// Who leads says so as often; a lead that is older has ended without a word
const LEAD_MS = 2000, OLD_LEAD_MS = 4500;
// Pages that come together are taken in together
const GATHER_MS = 30;
// Two companions may be below one host
const below = new URL(import.meta.url).pathname.split("/static/")[0];
const LEAD = `companion.lead${below}`;

// The elder leads where two claim it: ids are compared as texts.
const me = `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
const channel = "BroadcastChannel" in window ? new BroadcastChannel(`companion.streams${below}`) : null;

// Of this page: its open streams by key.
const own = new Map();
// heard: when the lead was, on a clock that nobody sets
let keys = 0, leader = "", heard = 0, electing = 0;
// Of the page that leads: all streams, as { from, key, address, view }, with the last view that came; and the connection.
const followed = new Map();
let connection = null, gathering = 0, saying = 0;

/** An EventSource whose connection other pages of the browser may hold. `closed`: it gives nothing more. */
export class SharedStream extends EventTarget {
  constructor(address) {
    super();
    this.closed = false;
    this.address = new URL(address, location.href);
    if (!channel) return void this.#openAlone();
    this.key = `${me}/${keys += 1}`;
    own.set(this.key, this);
    if (leader !== me && performance.now() - heard > OLD_LEAD_MS) leader = "";
    if (leader) join(this);
    else elect();
  }

  #openAlone() {
    this.source = new EventSource(this.address);
    for (const name of EVENTS) this.source.addEventListener(name, ({ data }) => this.give(name, data));
    this.source.addEventListener("error", () => this.give("error"));
  }

  give(name, data) {
    if (!this.closed) this.dispatchEvent(name === "error" || name === "failed" ? new Event("error") : new MessageEvent(name, { data }));
  }

  close() {
    if (this.closed) return;
    this.closed = true;
    this.source?.close();
    if (!own.delete(this.key)) return;
    if (leader === me) drop(this.key);
    else send({ kind: "left", keys: [this.key] });
  }
}

const send = (message) => channel.postMessage({ from: me, ...message });

function join(stream) {
  const { key } = stream, address = stream.address.href;
  if (leader === me) follow(me, key, address);
  else send({ kind: "join", key, address });
}

// --- who leads

function remembered() {
  try {
    const { id, at } = JSON.parse(localStorage.getItem(LEAD) ?? "{}");
    return Date.now() - at < OLD_LEAD_MS && at <= Date.now() ? id : "";
  } catch {
    return "";
  }
}

function elect(later = 0) {
  if (electing) return;
  const known = remembered();
  if (!known && !later) return lead();
  send({ kind: "who" });
  electing = setTimeout(() => { electing = 0; lead(); }, later || ANSWER_MS);
}

function lead() {
  leader = me;
  sayLead();
  clearInterval(saying);
  saying = setInterval(sayLead, LEAD_MS);
  for (const stream of own.values()) join(stream);
}

function sayLead() {
  try { localStorage.setItem(LEAD, JSON.stringify({ id: me, at: Date.now() })); } catch { /* the channel says it, too */ }
  send({ kind: "lead" });
}

function followLead(id) {
  clearTimeout(electing);
  electing = 0;
  if (leader === id) return;
  if (leader === me) stopLeading();
  leader = id;
  for (const stream of own.values()) join(stream);
}

function stopLeading() {
  clearInterval(saying);
  clearTimeout(gathering);
  gathering = 0;
  connection?.close();
  connection = null;
  followed.clear();
  leader = "";
}

// Whoever leads and goes, or is looked at no more, hands over at once.
function handOver() {
  if (leader !== me) return;
  stopLeading();
  try { localStorage.removeItem(LEAD); } catch { /* the channel says it, too */ }
  send({ kind: "over" });
}

function hearOver(from) {
  if (leader !== from) return;
  leader = "";
  if (own.size) elect(1 + 60 * Math.random() + (document.hidden ? 2 * ANSWER_MS : 0));
}

channel?.addEventListener("message", ({ data }) => {
  const { from, kind } = data;
  if (from === leader || kind === "lead") heard = performance.now();
  if (kind === "lead") {
    if (leader === me && me < from) sayLead();
    else if (own.size || leader === me) followLead(from);
    else leader = from;
  } else if (kind === "over") hearOver(from);
  else if (kind === "event") own.get(data.key)?.give(data.name, data.data);
  else if (leader !== me) return;
  else if (kind === "who") sayLead();
  else if (kind === "join") follow(from, data.key, data.address);
  else if (kind === "left") for (const key of data.keys) drop(key);
});

if (channel) {
  addEventListener("pagehide", ({ persisted }) => {
    const keys = [...own.keys()];
    handOver();
    if (keys.length) send({ kind: "left", keys });
    // One that is kept to come back to begins again then.
    if (persisted) for (const stream of own.values()) stream.give("error");
  });
  // Firefox drops what a page that is closed says on the channel, and still tells what it took out of the storage
  addEventListener("storage", ({ key, oldValue, newValue }) => {
    if (key === LEAD && oldValue && !newValue) hearOver(JSON.parse(oldValue).id);
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden || leader !== me || followed.size <= own.size) return;
    handOver();
    elect(4 * ANSWER_MS);
  });
}

// --- what the page that leads does

function follow(from, key, address) {
  followed.set(key, { from, key, address: new URL(address) });
  openSoon();
}

function drop(key) {
  if (followed.delete(key)) openSoon();
}

function openSoon() {
  if (!gathering) gathering = setTimeout(open, followed.size > 1 ? GATHER_MS : 0);
}

function open() {
  gathering = 0;
  connection?.close();
  connection = null;
  const streams = [...followed.values()];
  if (!streams.length) return;
  for (const stream of streams) {
    if (stream.view) stream.address.searchParams.set("stamp", JSON.parse(stream.view).stamp);
    stream.view = "";
  }
  const opened = connection = new EventSource(streams.length === 1 ? streams[0].address : together(streams));
  const give = (stream, name, data) => {
    if (opened !== connection || !followed.has(stream.key)) return;
    if (name === "view") stream.view = data;
    if (["failed", "error", "gone", "refused"].includes(name)) followed.delete(stream.key);
    if (stream.from === me) own.get(stream.key)?.give(name, data);
    else send({ kind: "event", key: stream.key, name, data });
  };
  for (const name of EVENTS) {
    opened.addEventListener(name, ({ data, lastEventId }) => give(streams[streams.length === 1 ? 0 : Number(lastEventId)], name, data));
  }
  opened.addEventListener("error", () => {
    opened.close();
    for (const stream of streams) give(stream, "error");
  });
}

/** Address of several streams in one: that of any of them names where it is. */
function together(streams) {
  const address = new URL(streams[0].address.pathname.replace(/\/t\/[^/]+\/(?:live|strip)$/, "/streams"), location.href);
  for (const { address: { pathname, search } } of streams) address.searchParams.append("of", pathname + search);
  return address;
}
