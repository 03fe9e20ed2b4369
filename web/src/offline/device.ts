import { ApiError } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import type { Action, ActionDetails } from './action.ts';
import { droppedWith, heldBack, isDoubtful, isTemporary, nextToSend } from './queue.ts';
import { ownerNow, send } from './send.ts';
import { actionsOf, addAction, changeActions } from './store.ts';

export interface DeviceState {
  /** In order; `sent` ones are stored by the service and not read back yet. */
  readonly actions: readonly Action[];
  readonly sent: ReadonlySet<string>;
  /** Refused, or behind one that was. */
  readonly held: ReadonlySet<string>;
  readonly isOnline: boolean;
}

const TRY_AGAIN_MS = 15_000;
export const DOUBTFUL = 'doubtful';

/**
 * The actions of one user: stores them first, then sends them, oldest first. A Web Lock lets one tab send at a time. Without locks, on a
 * page without TLS, the Idempotency-Key prevents duplicates.
 */
export class Device {
  readonly owner: string;
  #state: DeviceState = { actions: [], sent: new Set(), held: new Set(), isOnline: navigator.onLine };
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #channel: BroadcastChannel | undefined;
  readonly #watchers = new Set<() => void>();
  /** Called and awaited after the service stored an action; only then the sent action is removed. */
  #reread: () => Promise<unknown> = async () => {};

  constructor(owner: string) {
    this.owner = owner;
    this.#channel = 'BroadcastChannel' in window ? new BroadcastChannel(`openslot-device-${owner}`) : undefined;
    this.#channel?.addEventListener('message', () => void this.#read().then(() => this.#reread()));
    window.addEventListener('online', () => {
      this.#set({ isOnline: true });
      void this.flush().then(() => this.#reread());
    });
    window.addEventListener('offline', () => this.#set({ isOnline: false }));
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void this.flush();
    });
    void this.#read().then(() => this.flush());
  }

  get state(): DeviceState {
    return this.#state;
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  whenSent(reread: () => Promise<unknown>): void {
    this.#reread = reread;
  }

  /** Stores an action and starts sending it, without waiting for the service. */
  async act(resourceNo: string, details: ActionDetails): Promise<void> {
    await addAction({ id: newId(), owner: this.owner, resourceNo, deed: details });
    await this.#changed();
    void this.flush();
  }

  async drop(id: string): Promise<void> {
    const gone = new Set(droppedWith(this.#state.actions, id));
    await this.#change(
      (action) => gone.has(action.id),
      () => undefined,
    );
  }

  /** Sends a refused action again, corrected or as it is. */
  async again(id: string, details?: ActionDetails): Promise<void> {
    await this.#change(
      (action) => action.id === id,
      // A new key: the result of the old one is final.
      ({ refusal: _, failure: ___, triedAt: __, ...action }) => ({
        ...action,
        id: newId(),
        deed: details ?? action.deed,
      }),
    );
    void this.flush();
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    const all = (): Promise<void> => this.#sendAll();
    if ('locks' in navigator) await navigator.locks.request(`openslot-device-${this.owner}`, all);
    else await all();
  }

  async #sendAll(): Promise<void> {
    const sent = new Set<string>();
    for (let isChecked = false; ; isChecked = true) {
      await this.#read();
      const next = nextToSend(this.#state.actions.filter(({ id }) => !this.#state.sent.has(id)));
      if (!next) break;
      const outcome = isChecked || (await this.#isOwnersTurn()) ? await this.#sendOne(next) : 'later';
      if (outcome === 'later') {
        this.#timer = setTimeout(() => void this.flush(), TRY_AGAIN_MS);
        break;
      }
      this.#set({ isOnline: true });
      if (outcome === 'sent') {
        sent.add(next.id);
        this.#set({ sent: new Set([...this.#state.sent, next.id]) });
      }
    }
    if (sent.size === 0) return;
    this.#channel?.postMessage('changed');
    await this.#reread();
    this.#set({
      actions: this.#state.actions.filter(({ id }) => !sent.has(id)),
      sent: new Set([...this.#state.sent].filter((id) => !sent.has(id))),
    });
  }

  /** Another user may have signed in in another tab: actions of one user must not be sent as another. */
  async #isOwnersTurn(): Promise<boolean> {
    try {
      return (await ownerNow()) === this.owner;
    } catch (error) {
      if (!(error instanceof ApiError)) this.#set({ isOnline: false });
      return false;
    }
  }

  async #sendOne(action: Action): Promise<'sent' | 'refused' | 'later'> {
    const same = ({ id }: Action): boolean => id === action.id;
    try {
      if (isDoubtful(action, Date.now())) {
        await changeActions(same, (kept) => ({ ...kept, refusal: DOUBTFUL }));
        return 'refused';
      }
      if (action.triedAt === undefined) await changeActions(same, (kept) => ({ ...kept, triedAt: Date.now() }));
      await send(action);
      await changeActions(same, () => undefined);
      return 'sent';
    } catch (error) {
      if (!(error instanceof ApiError)) {
        this.#set({ isOnline: false });
        return 'later';
      }
      if (isTemporary(error.status, error.failure.Code)) return 'later';
      await changeActions(same, (kept) => ({
        ...kept,
        refusal: error.message,
        failure: { status: error.status, body: error.failure },
      }));
      this.#channel?.postMessage('changed');
      return 'refused';
    }
  }

  async #change(which: (action: Action) => boolean, into: (action: Action) => Action | undefined): Promise<void> {
    await changeActions(which, into);
    await this.#changed();
  }

  async #changed(): Promise<void> {
    this.#channel?.postMessage('changed');
    await this.#read();
  }

  /** Reads the store, because other tabs write to it too. Sent actions are no longer stored but still shown. */
  async #read(): Promise<void> {
    const kept = await actionsOf(this.owner);
    const lingering = this.#state.actions.filter(({ id }) => this.#state.sent.has(id));
    this.#set({ actions: [...lingering, ...kept.filter(({ id }) => !this.#state.sent.has(id))] });
  }

  #set(more: Partial<DeviceState>): void {
    const next = { ...this.#state, ...more };
    this.#state = { ...next, held: heldBack(next.actions) };
    for (const watcher of this.#watchers) watcher();
  }
}

let current: Device | undefined;
/** One instance per page. */
export function deviceOf(owner: string): Device {
  if (current?.owner !== owner) current = new Device(owner);
  return current;
}
