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
    throw wrong;
  }
}
