/** Time that passes, or the end of the process, whichever comes first. */
export const rest = (ms: number, stopping: AbortSignal): Promise<void> =>
  new Promise((wake) => {
    if (ms === 0 || stopping.aborted) {
      wake();
      return;
    }
    const timer = setTimeout(wake, ms);
    stopping.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        wake();
      },
      { once: true },
    );
  });
