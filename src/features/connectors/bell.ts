/** Wakes one that waits. Rung while nobody waits, it is heard by the next who does. */
export class Bell {
  #rang = false;
  #wake: (() => void) | undefined;

  get isRinging(): boolean {
    return this.#rang;
  }

  ring(): void {
    this.#rang = true;
    this.#wake?.();
  }

  /** Whether it rang within the time. */
  rung(ms: number): Promise<boolean> {
    return new Promise((settle) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wake = undefined;
        const rang = this.#rang;
        this.#rang = false;
        settle(rang);
      };
      const timer = setTimeout(done, ms);
      this.#wake = done;
      if (this.#rang) done();
    });
  }
}
