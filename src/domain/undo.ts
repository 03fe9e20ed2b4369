import { because, type Reason } from './undo-reasons.ts';

/**
 * Undo, decided from the log alone. The changes to undo are looked at record by record: what has to become of the record so that it is as it was
 * before the first of them, and whether what happened to it since leaves room for that.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** One change of a record that is to be undone. */
export interface UndoneChange {
  readonly no: number;
  readonly action: 'created' | 'updated' | 'deleted';
  /** The changed fields of an update, all fields of a delete. */
  readonly before: Fields | null;
}

/** A change of the same record that is not to be undone. */
export interface OtherChange {
  readonly no: number;
  readonly action: 'created' | 'updated' | 'deleted';
  /** The fields that an update changed, as they were before and after it. */
  readonly fields: readonly string[];
  readonly before: Fields | null;
  readonly after: Fields | null;
  /** The changes of the record that it undid. */
  readonly undoes: readonly number[] | null;
}

export type Reversal =
  | { readonly kind: 'remove' }
  | { readonly kind: 'restore'; readonly fields: Fields }
  | { readonly kind: 'revert'; readonly fields: Fields }
  /** It came and went within what is undone. */
  | { readonly kind: 'nothing' };

/** How a record gets back to where it was before the first of these changes, which come in their order. */
export function reversalOf(changes: readonly UndoneChange[]): Reversal {
  const existed = changes[0]?.action !== 'created';
  const exists = changes.at(-1)?.action !== 'deleted';
  if (!existed) return { kind: exists ? 'remove' : 'nothing' };
  let fields: Record<string, unknown> = {};
  // From the last to the first, so that the oldest value stays.
  for (const { action, before } of changes.toReversed()) fields = action === 'created' ? {} : { ...fields, ...before };
  return { kind: exists ? 'revert' : 'restore', fields };
}

/**
 * Later changes without those that cancel each other: a change and its undo leave the record as it was, and so do updates after which every field
 * holds what it held before them. That is what lets someone undo again and again, step by step.
 */
export const standing = <C extends OtherChange>(later: readonly C[]): C[] => withoutReturned(withoutUndone(later));

/** The newest come first: an undo that was undone itself cancels nothing. */
function withoutUndone<C extends OtherChange>(later: readonly C[]): C[] {
  const byNo = new Map(later.map((change) => [change.no, change]));
  const cancelled = new Set<number>();
  for (const { no, undoes } of [...later].sort((a, b) => b.no - a.no)) {
    if (cancelled.has(no) || !undoes?.every((each) => byNo.has(each))) continue;
    for (const each of [no, ...undoes]) cancelled.add(each);
  }
  return later.filter(({ no }) => !cancelled.has(no));
}

/** A category that is given to a job and deleted in one request is taken from the job again, and an undo of the two writes nothing. */
function withoutReturned<C extends OtherChange>(later: readonly C[]): C[] {
  if (later.some(({ action }) => action !== 'updated')) return [...later];
  const first = new Map<string, string>();
  const last = new Map<string, string>();
  const moved = new Set<string>();
  for (const { fields, before, after } of later)
    for (const field of fields) {
      const [was, is] = [JSON.stringify(before?.[field] ?? null), JSON.stringify(after?.[field] ?? null)];
      if (!first.has(field)) first.set(field, was);
      last.set(field, is);
      // Of a secret the log records only that it changed.
      if (was === is) moved.add(field);
    }
  for (const [field, was] of first) if (last.get(field) !== was) moved.add(field);
  return later.filter(({ fields }) => fields.length === 0 || fields.some((field) => moved.has(field)));
}

export interface Hindrance<C> {
  readonly reason: Reason;
  /** The conflicting change, if there is one. */
  readonly by: C | undefined;
}

const EXISTS_AGAIN = because('existsAgain', 'The record exists again.', {});
const DELETED = because('deleted', 'The record was deleted.', {});
const changedLater = (change: number): Reason =>
  because('changedLater', `The record was changed later, by change ${change}.`, { change });

/** What keeps a record from going back. `later` holds the other changes since the first that is undone, `present` whether the record exists. */
export function hindranceOf<C extends OtherChange>(
  changes: readonly UndoneChange[],
  reversal: Reversal,
  later: readonly C[],
  present: boolean,
): Hindrance<C> | undefined {
  const open = standing(later);
  const own = new Set(changes.map(({ no }) => no));
  const again = open.find(({ undoes }) => undoes?.some((no) => own.has(no)));
  if (again) {
    const text = `The change was already undone by change ${again.no}.`;
    return { reason: because('alreadyUndone', text, { change: again.no }), by: again };
  }
  const [first] = open;
  switch (reversal.kind) {
    case 'nothing':
      return undefined;
    case 'restore':
      if (first || present) return { reason: EXISTS_AGAIN, by: first };
      return undefined;
    case 'remove':
      if (!present) return { reason: DELETED, by: open.findLast(isDelete) };
      return first && { reason: changedLater(first.no), by: first };
    case 'revert': {
      if (!present) return { reason: DELETED, by: open.findLast(isDelete) };
      const touching = open.find(({ fields }) => fields.some((field) => field in reversal.fields));
      if (!touching) return undefined;
      const fields = touching.fields.filter((field) => field in reversal.fields).join(', ');
      const text = `${fields} changed later, by change ${touching.no}.`;
      return { reason: because('fieldsChangedLater', text, { fields, change: touching.no }), by: touching };
    }
  }
}

const isDelete = ({ action }: OtherChange): boolean => action === 'deleted';

/** Records that are corrected by a new write, never by undo, and why. */
export function neverUndone(entity: { readonly name: string; readonly module?: string }): Reason | undefined {
  if (entity.module === 'timeRegistration')
    return because(
      'timeNeverUndone',
      'Registered time cannot be undone: correct it by writing the entry or session again.',
      {},
    );
  if (entity.name === 'Absence')
    return because(
      'absenceNeverUndone',
      'Absences cannot be undone: withdraw, cancel or request the absence again.',
      {},
    );
  if (entity.name === 'User')
    return because(
      'userNeverUndone',
      'Users cannot be undone, because their accounts have no change log: write the user again.',
      {},
    );
  return undefined;
}
