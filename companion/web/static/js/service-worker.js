// While the companion does not answer, a device with the installed app shows a page that says what to do; nothing else
// is cached. KEPT, the addresses of that page and of its files, is prepended by companion/web/staff/tablets.py.
const CACHE_NAME = "companion-offline" + new URL(".", location).pathname.slice(0, -1);
const TIMEOUT_MS = 10_000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE_NAME).then((cache) => cache.addAll(KEPT.map((address) => new Request(address, { cache: "reload" })))));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const wanted = new Set(KEPT.map((address) => new URL(address, location.href).href));
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE_NAME);
    for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
    await clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const page = request.mode === "navigate";
  if (page || KEPT.some((address) => new URL(address, location.href).href === request.url)) {
    event.respondWith(fetchOrCached(request, page ? KEPT[0] : request));
  }
});

async function fetchOrCached(request, kept) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    return (await caches.match(kept)) ?? Response.error();
  }
}
