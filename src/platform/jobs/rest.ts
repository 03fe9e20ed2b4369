/** Time that passes, or the end of the process, whichever comes first. */
export const rest = (ms: number, stopping: AbortSignal): Promise<void> =>
  new Promise((wake) => {
    if (ms === 0 || stopping.aborted) {
      wake();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', done);
      wake();
    };
    const timer = setTimeout(done, ms);
    stopping.addEventListener('abort', done);
  });
