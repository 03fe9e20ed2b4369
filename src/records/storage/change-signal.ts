import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Session } from '../../platform/postgres/database.ts';

export const CHANGES_CHANNEL = 'openslot_changes';
/** Sent to all nodes, stored nowhere. */
export const LIVE_CHANNEL = 'openslot_live';
/** Rung by triggers when a credential is withdrawn or its rights change, whatever writes it. */
const CREDENTIALS_CHANNEL = 'openslot_credentials';

/** Wakes those who wait for changes of the tenant though nothing was written: there is something else to do. */
export async function signalChanges(db: Session, tenantId: number): Promise<void> {
  await db.query(`select pg_notify('${CHANGES_CHANNEL}', $1 || ':')`, [tenantId]);
}

/** Waits for a change of any tenant; no tenant has this number. */
export const ANY_TENANT = 0;

/** As the triggers of the database write it: the account of a person, or an API key. */
export type CredentialChange = { readonly account: number } | { readonly key: number };

/** Wakes readers that wait for changes of a tenant. One connection listens for the whole process. */
export class ChangeSignal {
  readonly #waiting = new Map<number, Set<() => void>>();
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  readonly #listening = new Set<() => void>();
  #stopped = false;
  #end: () => Promise<void> = async () => {};

  /** `ready`: when the database lets clients in, where it is still starting. */
  constructor(options: { db: Database; onError: (error: Error) => void; ready?: Promise<void> }) {
    const listen = () => this.#listen(options.db, options.onError);
    // A database that never starts ends the service.
    void (options.ready ?? Promise.resolve()).then(listen, () => {});
  }

  async #listen(db: Database, onError: (error: Error) => void): Promise<void> {
    while (!this.#stopped) {
      try {
        const client = await db.dedicated();
        if (this.#stopped) {
          await client.end();
          return;
        }
        const lost = new Promise<void>((settle) => {
          client.once('end', settle);
          client.on('error', (error) => onError(error));
        });
        this.#end = () => client.end();
        client.on('notification', ({ channel, payload = '' }) => {
          if (channel !== CHANGES_CHANNEL) {
            for (const listener of this.#listeners.get(channel) ?? []) listener(payload);
            return;
          }
          this.#ring(Number(payload.split(':')[0]));
          this.#ring(ANY_TENANT);
        });
        await client.query(`listen ${CHANGES_CHANNEL}; listen ${LIVE_CHANNEL}; listen ${CREDENTIALS_CHANNEL}`);
        // Changes that were committed without a listener sent no signal.
        for (const tenantId of this.#waiting.keys()) this.#ring(tenantId);
        for (const listener of this.#listening) listener();
        await lost;
      } catch (error) {
        if (!this.#stopped) onError(error as Error);
      }
      if (!this.#stopped) await sleep(500);
    }
  }

  /** Receives messages to all nodes from now on. */
  onPushed(listener: (payload: string) => void): void {
    this.#hear(LIVE_CHANNEL, listener);
  }

  /** Hears of credentials that were withdrawn or changed. */
  onCredential(listener: (change: CredentialChange) => void): void {
    this.#hear(CREDENTIALS_CHANNEL, (payload) => listener(JSON.parse(payload) as CredentialChange));
  }

  /** Called whenever the connection listens, the first time and after it was lost: notifications in between were missed. */
  onListening(listener: () => void): void {
    this.#listening.add(listener);
  }

  #hear(channel: string, listener: (payload: string) => void): void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
  }

  #ring(tenantId: number): void {
    const waiting = this.#waiting.get(tenantId);
    this.#waiting.delete(tenantId);
    for (const wake of waiting ?? []) wake();
  }

  /** Resolves at the next change of the tenant, when the signal aborts, or after the time. Subscribe before you look. */
  wait(tenantId: number, ms: number, signal: AbortSignal): { arrived: Promise<void>; cancel: () => void } {
    const waiting = this.#waiting.get(tenantId) ?? new Set();
    this.#waiting.set(tenantId, waiting);
    let cancel = (): void => {};
    const arrived = new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
      waiting.add(done);
      cancel = done;
    });
    return { arrived, cancel };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const tenantId of this.#waiting.keys()) this.#ring(tenantId);
    await this.#end().catch(() => {});
  }
}

export interface HasChangeSignal {
  readonly changeSignal: ChangeSignal;
}
