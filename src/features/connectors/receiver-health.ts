import { isFailingLong, isSteady } from '../../domain/outbound.ts';
import type { HasLog } from '../../platform/log.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { beginFailing, endFailing, type Receiver } from './receiver-store.ts';
import { suspend } from './suspension.ts';

/**
 * Whether a receiver works: healthy, failing, suspended, recovered. A change of state is stored and logged once, by whichever process made it;
 * attempts in between are not logged. A receiver that takes some deliveries and misses others stays healthy.
 */
export class ReceiverHealth {
  readonly #deps: WriteDeps & HasLog;
  #failingSince: number | null = null;
  #lastSuccess = Number.NEGATIVE_INFINITY;
  #suspending = false;

  constructor(deps: WriteDeps & HasLog) {
    this.#deps = deps;
  }

  /** Takes over the stored state: the receiver may have been resumed meanwhile. */
  read(receiver: Receiver): void {
    this.#failingSince = receiver.failingSince;
    this.#suspending = false;
  }

  async succeeded(receiver: Receiver): Promise<void> {
    const { db, log, now } = this.#deps;
    this.#lastSuccess = now().getTime();
    if (this.#failingSince === null) return;
    const seconds = Math.round((this.#lastSuccess - this.#failingSince) / 1000);
    this.#failingSince = null;
    if (await endFailing(db, receiver.tenantId, receiver.id))
      log.info({ ...named(receiver), seconds }, 'receiver recovered');
  }

  /** Returns whether it is suspended now. */
  async failed(receiver: Receiver, reason: string): Promise<boolean> {
    const { db, log } = this.#deps;
    const now = this.#deps.now().getTime();
    if (this.#failingSince === null) {
      if (isSteady(this.#lastSuccess, now)) return false;
      this.#failingSince = now;
      if (await beginFailing(db, receiver.tenantId, receiver.id, new Date(now), reason))
        log.warn({ ...named(receiver), reason }, 'receiver failing, retrying');
      return false;
    }
    if (!isFailingLong(this.#failingSince, now)) return false;
    // Deliveries that fail together suspend it once.
    if (this.#suspending) return true;
    this.#suspending = true;
    if (await suspend(this.#deps, receiver, this.#failingSince, reason))
      log.warn({ ...named(receiver), since: new Date(this.#failingSince).toISOString(), reason }, 'receiver suspended');
    return true;
  }
}

/** For the log. Not its address: it may hold a secret of a workflow platform. */
const named = ({ tenantId, id, connectorId, webhookId }: Receiver): Readonly<Record<string, unknown>> => ({
  tenant: tenantId,
  receiver: id,
  ...(connectorId === null ? { webhook: webhookId } : { connector: connectorId }),
});
