import { ApiError, api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import type { Interval } from '../board/types.ts';
import type { Appointment, BoardStore } from './board-store.ts';

/** A change by another user: the appointment as the planner saw it, and as it is now. */
export interface Difference {
  readonly resources?: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly time?: { readonly before: Interval; readonly after: Interval };
}

/** The notification about an action that was done or refused. */
export type Outcome =
  | {
      readonly type: 'done';
      readonly what: 'moved' | 'changed' | 'copied' | 'planned' | 'deleted' | 'undone' | 'redone';
    }
  | {
      readonly type: 'conflict';
      readonly who: string;
      readonly what: string;
      readonly together: boolean;
      readonly difference: Difference;
    }
  | { readonly type: 'refused'; readonly why: string }
  | { readonly type: 'nothingToUndo' | 'nothingToRedo' | 'nothingToPaste' | 'noInsertionPoint' };

const MOST_UNDOS = 50;

/**
 * Actions are sent one after the other. A refused action is reverted, after a conflict or for another reason. All requests
 * of an action carry its id, by which it is undone.
 */
export class ActionQueue {
  readonly #store: BoardStore;
  readonly #report: (outcome: Outcome) => void;
  /** Reads some appointments again, or everything. */
  readonly #refresh: (ids: readonly number[] | 'all') => Promise<void>;
  #done: string[] = [];
  /** Ids of the undos that can be undone. */
  #undone: string[] = [];
  #last: Promise<void> = Promise.resolve();
  /** Request ids of our own actions: their changes are known already. */
  readonly own = new Set<string>();

  constructor(
    store: BoardStore,
    report: (outcome: Outcome) => void,
    refresh: (ids: readonly number[] | 'all') => Promise<void>,
  ) {
    this.#store = store;
    this.#report = report;
    this.#refresh = refresh;
  }

  act(
    what: Extract<Outcome, { type: 'done' }>['what'],
    ids: readonly number[] | 'all',
    work: (actionId: string) => Promise<void>,
    held: readonly number[] = ids === 'all' ? [] : ids,
  ): Promise<void> {
    return this.#inTurn(ids, held, async (actionId) => {
      await work(actionId);
      if (what !== 'undone') {
        this.#done = [...this.#done, actionId].slice(-MOST_UNDOS);
        // A new action clears the redo list, because both may concern the same appointment.
        this.#undone = [];
      }
      return { type: 'done', what };
    });
  }

  /** Runs one action after the other. Afterwards the board shows what is stored, also after an error. */
  #inTurn(
    ids: readonly number[] | 'all',
    held: readonly number[],
    work: (actionId: string) => Promise<Outcome>,
  ): Promise<void> {
    const hold = this.#store.hold(held);
    this.#last = this.#last.then(async () => {
      const actionId = newId();
      this.own.add(actionId);
      this.#report(await work(actionId).catch((error: unknown) => this.#outcomeOf(error, held.length > 1)));
      hold.letGo();
      await this.#refresh(ids).catch(() => {});
      hold.settled();
    });
    return this.#last;
  }

  /** Resolves when all actions are done and their results have been read. */
  settled(): Promise<void> {
    return this.#last;
  }

  /** The last action of this page that is not undone. */
  undo(): Promise<void> {
    return this.#inTurn('all', [], async (actionId) => {
      const requestId = this.#done.pop();
      if (requestId === undefined) return { type: 'nothingToUndo' };
      await api.post('/changes/undo', { body: { requestId }, actionId });
      this.#undone.push(actionId);
      return { type: 'done', what: 'undone' };
    });
  }

  /** Undoes the last undo of this page. */
  redo(): Promise<void> {
    return this.#inTurn('all', [], async (actionId) => {
      const requestId = this.#undone.pop();
      if (requestId === undefined) return { type: 'nothingToRedo' };
      await api.post('/changes/undo', { body: { requestId }, actionId });
      this.#done.push(actionId);
      return { type: 'done', what: 'redone' };
    });
  }

  /** Undoes one change in the history of a record, regardless of who made it. */
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
      const id = Number(current['id']);
      const what = this.#store.bar(id)?.subject.slice(0, 80) ?? '';
      return { type: 'conflict', who, what, together, difference: differenceOf(this.#store.appointment(id), current) };
    }
    const [conflict] = error.failure.conflicts ?? [];
    return { type: 'refused', why: conflict?.reason ?? error.message };
  }
}

const timeOf = (record: Readonly<Record<string, unknown>>): Interval => ({
  start: Date.parse(String(record['start'])),
  end: Date.parse(String(record['end'])),
});

/** `seen` is the last state from the service; the bar may already show the planner's change. */
function differenceOf(seen: Appointment | undefined, current: Readonly<Record<string, unknown>>): Difference {
  if (!seen) return {};
  const after = Array.isArray(current['resources']) ? current['resources'].map(String) : undefined;
  const before = seen.resources;
  const isOther = after && (after.length !== before.length || after.some((no) => !before.includes(no)));
  const [was, is] = [timeOf(seen), timeOf(current)];
  const moved = was.start !== is.start || was.end !== is.end;
  return {
    ...(isOther ? { resources: { before, after } } : {}),
    ...(moved ? { time: { before: was, after: is } } : {}),
  };
}
