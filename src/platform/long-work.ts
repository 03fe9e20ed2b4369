/** Other requests wait no longer than this for their turn. */
const LONGEST_TURN_MS = 5;

/**
 * Work that others must not have to wait for. It goes on while its turn is short: what is finished first can be sent first, while work that is done
 * by turns is all finished at the end.
 */
export class LongWork {
  #began = performance.now();

  /** To be called often. */
  async rest(): Promise<void> {
    if (performance.now() - this.#began < LONGEST_TURN_MS) return;
    await new Promise(setImmediate);
    this.#began = performance.now();
  }
}
