/**
 * The service worker of the web application: it lets the pages open offline. It caches the files of one version together with the page
 * that names them, and no responses of the API.
 */
export {};

/** Set by the build: a version name, and the files that a page needs to open. */
declare const SHELL: { readonly version: string; readonly files: readonly string[] };

/** The part of the worker's global scope that is used; the compiler only knows that of a window. */
interface Living extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Living {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
declare const self: {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listener: (event: Living) => void): void;
  addEventListener(name: 'fetch', listener: (event: Asked) => void): void;
};

const PREFIX = 'openslot-pages-';
const KEPT = `${PREFIX}${SHELL.version}`;
const PAGE = '/app/';
const ASSETS = '/app/assets/';
/** A request that takes longer counts as offline. */
const PATIENCE_MS = 5000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(KEPT);
      // The page with its headers, because both contain the nonce of the styles.
      await cache.addAll([new Request(PAGE, { cache: 'reload' }), ...SHELL.files]);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== KEPT);
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && `${pathname}/`.startsWith(PAGE)) event.respondWith(pageFor(request));
  else if (pathname.startsWith(ASSETS)) event.respondWith(assetFor(request));
});

async function pageFor(request: Request): Promise<Response> {
  const kept = await (await caches.open(KEPT)).match(PAGE);
  try {
    const answer = await fetch(request, kept ? { signal: AbortSignal.timeout(PATIENCE_MS) } : {});
    return answer.status >= 500 && kept ? kept : answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** File names contain a content hash, so a cached file is always valid. */
async function assetFor(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
