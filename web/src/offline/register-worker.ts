/**
 * Lets the pages open without a line. A version that is replaced loses its files: a page of it that asks for one of them loads itself anew
 * and is then of the new version.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('vite:preloadError', () => {
    if (navigator.onLine) location.reload();
  });
  navigator.serviceWorker.register('/app/worker.js', { scope: '/app/' }).catch(() => {
    // A browser that forbids it does without.
  });
}
