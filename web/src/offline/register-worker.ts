const LOADED_ANEW = 'openslot-loaded-anew';
const A_WHILE_MS = 60_000;

let isRegistered = false;

/**
 * Lets the pages open offline. A version that is replaced loses its files: a page of it that asks for one of them loads itself anew
 * and is then of the new version.
 */
export function registerWorker(): void {
  if (isRegistered || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  isRegistered = true;
  window.addEventListener('vite:preloadError', loadAnew);
  navigator.serviceWorker.register('/app/worker.js', { scope: '/app/' }).catch(() => {
    // A browser that forbids it does without.
  });
}

/** Once in a while: where the file is missing for another reason, that would go on for ever. */
function loadAnew(): void {
  const last = Number(sessionStorage.getItem(LOADED_ANEW) ?? 0);
  if (!navigator.onLine || Date.now() - last < A_WHILE_MS) return;
  sessionStorage.setItem(LOADED_ANEW, String(Date.now()));
  location.reload();
}
