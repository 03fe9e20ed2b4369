import type { GuardOptions } from '../../platform/outbound/guard.ts';
import { OutboundClient } from '../../platform/outbound/outbound-client.ts';

export interface OutboundOptions extends GuardOptions {
  readonly timeoutMs: number;
}

/** Concurrent deliveries to one receiver, each of a different record. */
export const IN_FLIGHT = 16;

/** Opens clients for receivers. */
export class Outbound {
  readonly options: OutboundOptions;

  constructor(options: OutboundOptions) {
    this.options = options;
  }

  openClient(): OutboundClient {
    return new OutboundClient({ ...this.options, connections: IN_FLIGHT });
  }
}

export interface HasOutbound {
  readonly outbound: Outbound;
}
