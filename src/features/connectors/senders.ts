import type { HasLog } from '../../platform/log.ts';
import type { HasOutages } from '../../platform/outages.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { receiversDue } from './delivery-store.ts';
import type { HasOutbound } from './outbound.ts';
import { ReceiverLocks } from './receiver-locks.ts';
import { Sender } from './sender.ts';

const SENDING = 'sending deliveries';

/** The receivers that this process sends to. Each has a loop of its own, so that none waits for another. */
export class Senders {
  readonly #locks = new ReceiverLocks();
  readonly #running = new Map<number, { readonly sender: Sender; readonly ended: Promise<void> }>();

  /** Starts a sender for every receiver with due deliveries, unless another process has one. Does not wait for the deliveries. */
  async look(deps: WriteDeps & HasLog & HasOutages & HasOutbound, stopping: AbortSignal): Promise<void> {
    for (const receiver of await receiversDue(deps.db)) {
      const running = this.#running.get(receiver.id);
      if (running) {
        running.sender.wake();
        continue;
      }
      const lost = stopping.aborted ? undefined : await this.#locks.take(deps.db, receiver.id);
      if (!lost) continue;
      const sender = new Sender(deps, receiver, AbortSignal.any([stopping, lost]));
      this.#running.set(receiver.id, { sender, ended: this.#attend(deps, receiver.id, sender, stopping) });
    }
  }

  async #attend(
    deps: WriteDeps & HasLog & HasOutages & HasOutbound,
    id: number,
    sender: Sender,
    stopping: AbortSignal,
  ): Promise<void> {
    try {
      await sender.run();
      deps.outages.worked(SENDING);
    } catch (error) {
      // Not a failure of the receiver: the database cannot be reached, or a secret cannot be decrypted.
      deps.outages.failed(SENDING, { receiver: id, reason: (error as Error).message });
    }
    this.#running.delete(id);
    await this.#locks.release(id);
    if (sender.isWanted && !stopping.aborted) await this.look(deps, stopping).catch(() => {});
  }

  /** Settles when the stopped ones have ended. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    await this.#locks.close();
  }
}
