import type { Log } from './log.ts';

/** Works again when it has worked for so long without a failure in between; what comes and goes is one outage. */
const STEADY_MS = 30_000;
/** A failure that comes so long after the one before is another outage, also where nothing reports that it worked meanwhile. */
const QUIET_MS = 600_000;

interface Outage {
  readonly since: number;
  last: number;
  failures: number;
}

/**
 * For what is tried again and again: one log line when it begins to fail and one when it works again, however often it is tried in between.
 */
export class Outages {
  readonly #log: Log;
  readonly #clock: () => number;
  readonly #open = new Map<string, Outage>();

  constructor(log: Log, clock: () => number = () => performance.now()) {
    this.#log = log;
    this.#clock = clock;
  }

  /** `what` is the subject of the line: "delivering changes". */
  failed(what: string, fields: { readonly reason: string; readonly [name: string]: unknown }): void {
    const now = this.#clock();
    const open = this.#open.get(what);
    if (open && now - open.last < QUIET_MS) {
      open.last = now;
      open.failures++;
      return;
    }
    this.#open.set(what, { since: now, last: now, failures: 1 });
    this.#log.warn(fields, `${what} failed, retrying`);
  }

  /** What fails at present; what has been quiet for long is over. */
  current(): readonly { readonly what: string; readonly secondsAgo: number; readonly failures: number }[] {
    const now = this.#clock();
    return [...this.#open]
      .filter(([, { last }]) => now - last < QUIET_MS)
      .map(([what, { since, failures }]) => ({ what, secondsAgo: (now - since) / 1000, failures }));
  }

  worked(what: string): void {
    const open = this.#open.get(what);
    const now = this.#clock();
    if (!open || now - open.last < STEADY_MS) return;
    this.#open.delete(what);
    this.#log.info({ failures: open.failures, seconds: Math.round((now - open.since) / 1000) }, `${what} works again`);
  }
}

export interface HasOutages {
  readonly outages: Outages;
}
