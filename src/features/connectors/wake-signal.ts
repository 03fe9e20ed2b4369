/** Wakes a loop that waits. A wake-up while nothing waits counts for the next wait. */
export class WakeSignal {
  #isWoken = false;
  #wake: (() => void) | undefined;

  get isPending(): boolean {
    return this.#isWoken;
  }

  wake(): void {
    this.#isWoken = true;
    this.#wake?.();
  }

  /** Whether it was woken within the time. */
  wait(ms: number): Promise<boolean> {
    return new Promise((settle) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wake = undefined;
        const isWoken = this.#isWoken;
        this.#isWoken = false;
        settle(isWoken);
      };
      const timer = setTimeout(done, ms);
      this.#wake = done;
      if (this.#isWoken) done();
    });
  }
}
