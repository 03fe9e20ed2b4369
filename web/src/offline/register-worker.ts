const LAST_RELOAD = 'openslot-last-reload';
const A_WHILE_MS = 60_000;

let isRegistered = false;

/**
 * Lets the pages open offline. A replaced version loses its files: a page of the old version that needs one of them reloads, and then
 * runs the new version.
 */
export function registerWorker(): void {
  if (isRegistered || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  isRegistered = true;
  window.addEventListener('vite:preloadError', loadAnew);
  navigator.serviceWorker.register('/app/worker.js', { scope: '/app/' }).catch(() => {
    // A browser may forbid service workers.
  });
}

/** At most once per interval: a file that is missing for another reason would cause an endless loop. */
function loadAnew(): void {
  const last = Number(sessionStorage.getItem(LAST_RELOAD) ?? 0);
  if (!navigator.onLine || Date.now() - last < A_WHILE_MS) return;
  sessionStorage.setItem(LAST_RELOAD, String(Date.now()));
  location.reload();
}
