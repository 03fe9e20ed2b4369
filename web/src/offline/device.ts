import { ApiError } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import type { Action, ActionDetails } from './action.ts';
import { droppedWith, heldBack, isDoubtful, isTemporary, nextToSend } from './queue.ts';
import { ownerNow, send } from './send.ts';
import { actionsOf, addAction, changeActions } from './store.ts';

export interface DeviceState {
  /** In the order in which they were done; `sent` ones are done and not yet read back. */
  readonly actions: readonly Action[];
  readonly sent: ReadonlySet<string>;
  /** Refused, or behind one that was. */
  readonly held: ReadonlySet<string>;
  readonly isOnline: boolean;
}

const TRY_AGAIN_MS = 15_000;
export const DOUBTFUL = 'doubtful';

/**
 * Does what one person does about time: keeps it first, sends it then, oldest first. Of several tabs one sends at a time, by a Web Lock; where
 * there is none, on a page without TLS, the service sees to it that what comes twice is done once.
 */
export class Device {
  readonly owner: string;
  #state: DeviceState = { actions: [], sent: new Set(), held: new Set(), isOnline: navigator.onLine };
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #channel: BroadcastChannel | undefined;
  readonly #watchers = new Set<() => void>();
  /** Called after the service took something, and awaited: only then what was sent is taken out of sight. */
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

  /** Kept, and on its way; the answer does not wait for the service. */
  async act(resourceNo: string, deed: ActionDetails): Promise<void> {
    await addAction({ id: newId(), owner: this.owner, resourceNo, deed });
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
  async again(id: string, deed?: ActionDetails): Promise<void> {
    await this.#change(
      (action) => action.id === id,
      // A new key: what the old one stood for is decided.
      ({ refusal: _, triedAt: __, ...action }) => ({ ...action, id: newId(), deed: deed ?? action.deed }),
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
      await changeActions(same, (kept) => ({ ...kept, refusal: error.message }));
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

  /** From the store, for other tabs write there too. What was sent is no longer there, and stays in sight. */
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
/** One for all parts of a page. */
export function deviceOf(owner: string): Device {
  if (current?.owner !== owner) current = new Device(owner);
  return current;
}
