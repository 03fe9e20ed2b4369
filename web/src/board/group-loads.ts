import { type ResourceGroup, type WindowLoad, windowLoad } from './groups.ts';
import type { Bar, Interval } from './types.ts';

const NONE: readonly Bar[] = [];

/** The load of groups in the visible days. Only resources whose bars changed are computed again. */
export class GroupLoads {
  #window: Interval = { start: 0, end: 0 };
  #byResource = new Map<string, { readonly bars: readonly Bar[]; readonly load: WindowLoad }>();
  #byGroup = new Map<string, WindowLoad>();

  reset(window: Interval): void {
    this.#window = window;
    this.#byResource = new Map();
    this.#byGroup = new Map();
  }

  /** The same object while nothing changes. */
  of({ name, resources }: ResourceGroup, barsOf: ReadonlyMap<string, readonly Bar[]>): WindowLoad {
    const known = this.#byGroup.get(name);
    let isSame = known !== undefined;
    const sum = { availableMs: 0, bookedMs: 0, freeMs: 0 };
    for (const { no, working } of resources) {
      const bars = barsOf.get(no) ?? NONE;
      let own = this.#byResource.get(no);
      if (own?.bars !== bars) {
        own = { bars, load: windowLoad(this.#window, working, bars) };
        this.#byResource.set(no, own);
        isSame = false;
      }
      sum.availableMs += own.load.availableMs;
      sum.bookedMs += own.load.bookedMs;
      sum.freeMs += own.load.freeMs;
    }
    if (known && isSame) return known;
    this.#byGroup.set(name, sum);
    return sum;
  }
}
