import { ApiError, api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import type { BoardStore } from './board-store.ts';

/** What is told to the planner when an action is done or refused. */
export type Outcome =
  | { readonly type: 'done'; readonly what: 'moved' | 'changed' | 'copied' | 'planned' | 'deleted' | 'undone' }
  | { readonly type: 'conflict'; readonly who: string; readonly what: string; readonly together: boolean }
  | { readonly type: 'refused'; readonly why: string }
  | { readonly type: 'nothingToUndo' };

const MOST_UNDOS = 50;

/**
 * Actions go out one after the other; what is refused is put back, because somebody else was faster or for another reason. All requests
 * of an action carry its id, by which it is undone.
 */
export class ActionQueue {
  readonly #store: BoardStore;
  readonly #tell: (outcome: Outcome) => void;
  /** Reads some appointments anew, or everything. */
  readonly #refresh: (ids: readonly number[] | 'all') => Promise<void>;
  #done: string[] = [];
  #last: Promise<void> = Promise.resolve();
  /** Ids of what went out from here: the log tells us nothing new about it. */
  readonly own = new Set<string>();

  constructor(
    store: BoardStore,
    tell: (outcome: Outcome) => void,
    refresh: (ids: readonly number[] | 'all') => Promise<void>,
  ) {
    this.#store = store;
    this.#tell = tell;
    this.#refresh = refresh;
  }

  act(
    what: Extract<Outcome, { type: 'done' }>['what'],
    ids: readonly number[] | 'all',
    work: (actionId: string) => Promise<void>,
    held: readonly number[] = ids === 'all' ? [] : ids,
  ): Promise<void> {
    const hold = this.#store.hold(held);
    this.#last = this.#last.then(async () => {
      const actionId = newId();
      this.own.add(actionId);
      try {
        await work(actionId);
        if (what !== 'undone') this.#done = [...this.#done, actionId].slice(-MOST_UNDOS);
        this.#tell({ type: 'done', what });
      } catch (error) {
        this.#tell(this.#outcomeOf(error, held.length > 1));
      }
      hold.letGo();
      // Done or not, what is shown is now what is stored.
      await this.#refresh(ids).catch(() => {});
      hold.settled();
    });
    return this.#last;
  }

  /** Of the last action of this page that is not undone yet. */
  undo(): Promise<void> {
    const requestId = this.#done.pop();
    if (requestId === undefined) {
      this.#tell({ type: 'nothingToUndo' });
      return Promise.resolve();
    }
    return this.act('undone', 'all', async (actionId) => {
      await api.post('/changes/undo', { body: { requestId }, actionId });
    });
  }

  /** Of one change in the history of a record, whoever made it. */
  undoChange(number: number): Promise<void> {
    return this.act('undone', 'all', async (actionId) => {
      await api.post('/changes/{number}/undo', { path: { number }, actionId });
    });
  }

  #outcomeOf(error: unknown, together: boolean): Outcome {
    if (!(error instanceof ApiError)) return { type: 'refused', why: String(error) };
    if (error.status === 412) {
      const current = error.failure.current ?? {};
      const who = String(current['updatedBy'] ?? '').replace(/^\w+:/, '');
      const what = this.#store.bar(Number(current['id']))?.subject.slice(0, 80) ?? '';
      return { type: 'conflict', who, what, together };
    }
    const [conflict] = error.failure.conflicts ?? [];
    return { type: 'refused', why: conflict?.reason ?? error.message };
  }
}
