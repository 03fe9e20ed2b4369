import { ApiError, api } from '../api/client.ts';
import { keepActionIn } from '../api/draft.ts';
import { newId } from '../api/new-id.ts';
import type { Interval } from '../board/types.ts';
import type { UndoConflict } from '../messages/error-message.ts';
import type { Appointment, BoardStore } from './board-store.ts';
import { namedAction } from './named-action.ts';
import { OwnVersions } from './own-versions.ts';
import { type OwnAction, UndoList } from './undo/undo-list.ts';

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
      /** As the change log describes it; undefined when nothing was changed. */
      readonly action?: OwnAction | undefined;
      readonly undo?: (() => void) | undefined;
    }
  | {
      readonly type: 'conflict';
      readonly who: string;
      readonly what: string;
      readonly together: boolean;
      readonly difference: Difference;
    }
  | {
      readonly type: 'refused';
      /** A text of the page, where no request was sent. */
      readonly why?: string;
      readonly conflict?: UndoConflict | undefined;
      readonly error?: unknown;
    }
  /** Others have changed since what the action changed. */
  | {
      readonly type: 'notUndone';
      readonly action: OwnAction;
      readonly error: ApiError;
      readonly conflict: UndoConflict | undefined;
    }
  | { readonly type: 'nothingToUndo' | 'nothingToRedo' | 'nothingToPaste' | 'noInsertionPoint' | 'notInDraft' };

/** Called when an action begins; what it returns is called with the appointments that the action created, when the board shows them. */
export type ShowCreated = () => (ids: readonly number[]) => void;

/** Sends the requests of an action, and names the appointments that they created. */
type Work<Result> = (actionId: string, created: (ids: readonly number[]) => void) => Promise<Result>;

/**
 * Actions are sent one after the other. A refused action is reverted, after a conflict or for another reason. All requests
 * of an action carry its id, by which it is undone; what can be undone is read from the change log.
 */
export class ActionQueue {
  readonly #store: BoardStore;
  readonly #report: (outcome: Outcome) => void;
  /** Reads some appointments again, or everything. */
  readonly #refresh: (ids: readonly number[] | 'all') => Promise<void>;
  readonly #showCreated: ShowCreated;
  /** The draft that actions change; undefined for the plan. */
  readonly draft: number | undefined;
  readonly undoList = new UndoList();
  readonly versions = new OwnVersions();
  #last: Promise<void> = Promise.resolve();
  /** Request ids of our own actions: their changes are known already. */
  readonly own = new Set<string>();

  constructor(
    store: BoardStore,
    report: (outcome: Outcome) => void,
    refresh: (ids: readonly number[] | 'all') => Promise<void>,
    showCreated: ShowCreated,
    draft?: number,
  ) {
    this.draft = draft;
    this.#store = store;
    this.#report = report;
    this.#refresh = refresh;
    this.#showCreated = showCreated;
  }

  act(
    what: Extract<Outcome, { type: 'done' }>['what'],
    ids: readonly number[] | 'all',
    work: Work<void>,
    held: readonly number[] = ids === 'all' ? [] : ids,
  ): Promise<void> {
    return this.#inTurn(ids, held, async (actionId, created) => {
      await namedAction(what, actionId, work(actionId, created));
      return { type: 'done', what };
    });
  }

  /** Runs one action after the other. Afterwards the board shows what is stored, also after an error. */
  #inTurn(ids: readonly number[] | 'all', held: readonly number[], work: Work<Outcome>): Promise<void> {
    const hold = this.#store.hold(held);
    const show = this.#showCreated();
    this.#last = this.#last.then(async () => {
      const actionId = newId();
      keepActionIn(this.draft, actionId);
      const created: number[] = [];
      this.own.add(actionId);
      const outcome = await work(actionId, (found) => created.push(...found)).catch((error: unknown) =>
        this.#outcomeOf(error, held.length > 1),
      );
      const isDone = outcome.type === 'done';
      if (!isDone) this.#report(outcome);
      hold.letGo();
      await Promise.all([
        this.#refresh(ids).catch(() => {}),
        isDone && this.draft === undefined ? this.undoList.read().catch(() => {}) : undefined,
      ]);
      if (isDone) this.#report(this.#described(outcome, actionId));
      if (created.length > 0) show(created);
    });
    return this.#last;
  }

  /** Resolves when all actions are done and their results have been read. */
  settled(): Promise<void> {
    return this.#last;
  }

  /** The last own action that is not undone. */
  undo(): Promise<void> {
    return this.#takeBack('undone', 'nothingToUndo', async () => {
      await this.undoList.read();
      return this.undoList.next.undo;
    });
  }

  /** Undoes the last own undo. */
  redo(): Promise<void> {
    return this.#takeBack('redone', 'nothingToRedo', async () => {
      await this.undoList.read();
      return this.undoList.next.redo;
    });
  }

  #takeBack(
    what: 'undone' | 'redone',
    nothing: 'nothingToUndo' | 'nothingToRedo',
    choose: () => Promise<OwnAction | undefined>,
  ): Promise<void> {
    // The change log knows the plan only: an undo would change it behind the draft.
    if (this.draft !== undefined) {
      this.#report({ type: 'notInDraft' });
      return Promise.resolve();
    }
    return this.#inTurn('all', [], async (actionId) => {
      const action = await choose();
      if (!action) return { type: nothing };
      const { requestId } = action;
      try {
        await namedAction(what, actionId, api.post('/changes/undo', { body: { requestId }, actionId }));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
        this.undoList.skip(requestId);
        const [conflict] = error.failure.conflicts ?? [];
        return { type: 'notUndone', action, error, conflict };
      }
      return { type: 'done', what, action };
    });
  }

  /** Shows what a request of another part of the page did, with its undo. */
  async announce(actionId: string): Promise<void> {
    await this.undoList.read();
    this.#report(this.#described({ type: 'done', what: 'changed' }, actionId));
  }

  #described(outcome: Extract<Outcome, { type: 'done' }>, actionId: string): Outcome {
    const action = this.undoList.action(actionId);
    if (outcome.what === 'undone' || !action) return outcome;
    const undo = (): void => void this.#takeBack('undone', 'nothingToUndo', async () => action);
    return { ...outcome, action: outcome.action ?? action, undo };
  }

  /** Undoes one change in the history of a record, regardless of who made it. */
  undoChange(number: number): Promise<void> {
    return this.act('undone', 'all', async (actionId) => {
      await api.post('/changes/{number}/undo', { path: { number }, actionId });
    });
  }

  #outcomeOf(error: unknown, together: boolean): Outcome {
    if (!(error instanceof ApiError)) return { type: 'refused', error };
    if (error.status === 412) {
      const current = error.failure.current ?? {};
      const who = String(current['updatedBy'] ?? '').replace(/^\w+:/, '');
      const id = Number(current['id']);
      const what = this.#store.bar(id)?.subject.slice(0, 80) ?? '';
      return { type: 'conflict', who, what, together, difference: differenceOf(this.#store.appointment(id), current) };
    }
    const [conflict] = error.failure.conflicts ?? [];
    return { type: 'refused', conflict, error };
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
