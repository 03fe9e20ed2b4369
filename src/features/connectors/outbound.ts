import type { GuardOptions } from '../../platform/outbound/guard.ts';
import { OutboundLine } from '../../platform/outbound/line.ts';

export interface OutboundOptions extends GuardOptions {
  readonly timeoutMs: number;
}

/** So many deliveries are on their way to one receiver at once, each of another record. */
export const IN_FLIGHT = 16;

/** How this process reaches receivers. */
export class Outbound {
  readonly options: OutboundOptions;

  constructor(options: OutboundOptions) {
    this.options = options;
  }

  openLine(): OutboundLine {
    return new OutboundLine({ ...this.options, connections: IN_FLIGHT });
  }
}

export interface HasOutbound {
  readonly outbound: Outbound;
}
