// Scripts that a page loads when something wants them. A browser keeps that one did not come, and gives the same answer
// for its address until the page is loaded anew: so it is wanted again under another address.
const misses = new Map();

/** The module of this name in this folder ("./x.js"). Throws where it does not come, and may then be wanted again. */
export async function loadScript(name) {
  const missed = misses.get(name) ?? 0;
  try {
    return await import(missed ? `${name}?again=${missed}` : name);
  } catch (wrong) {
    misses.set(name, missed + 1);
    if (missed) await loadPageAgain(new URL(name, import.meta.url).href);
    throw wrong;
  }
}

// What a script imports itself is kept as missed under its own address: only a new page asks for that. Once at most, since
// the script may be one that this browser cannot run.
async function loadPageAgain(address) {
  if (sessionStorage.getItem("loadedAgain") === address || !(await fetch(address).catch(() => null))?.ok) return;
  sessionStorage.setItem("loadedAgain", address);
  location.reload();
}
