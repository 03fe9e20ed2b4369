import { type Fields, type Reversal, reversalOf } from './undo.ts';

/** A change of the log, as far as folding it back needs it. */
export interface PastChange {
  readonly no: number;
  readonly entity: string;
  readonly recordId: number;
  readonly action: 'created' | 'updated' | 'deleted';
  readonly version: number;
  /** JSON texts. */
  readonly before: string | null;
  readonly after: string | null;
}

/** A record at a past moment, from what happened to it since. */
export interface PastRecord {
  readonly entity: string;
  readonly id: number;
  readonly reversal: Exclude<Reversal, { readonly kind: 'nothing' }>;
  /** Of a record that was there. */
  readonly version: number;
}

/** What the log says about records although nothing of them changed: their version stays. */
export const NOTED_ONLY: readonly string[] = ['acceptedConflict', 'located'];

const parse = (text: string | null): Fields => (text === null ? {} : JSON.parse(text));

/** Every record as it was before the first of these changes, which come in their order. What came and went since is left out. */
export function foldedBack(changes: readonly PastChange[]): PastRecord[] {
  const byRecord = new Map<string, (Omit<PastChange, 'before'> & { readonly before: Fields })[]>();
  for (const change of changes) {
    const before = parse(change.before);
    if (change.action === 'updated' && Object.keys(before).every((name) => NOTED_ONLY.includes(name))) continue;
    const key = `${change.entity}|${change.recordId}`;
    const own = byRecord.get(key) ?? [];
    own.push({ ...change, before });
    byRecord.set(key, own);
  }
  return [...byRecord.values()].flatMap((own) => {
    const [first] = own;
    const reversal = reversalOf(own);
    if (!first || reversal.kind === 'nothing') return [];
    const { entity, recordId: id } = first;
    return [{ entity, id, reversal, version: first.action === 'updated' ? first.version - 1 : first.version }];
  });
}

/** The way back of each change, for what follows from changes: it looks at records after they changed. */
export const reversed = (changes: readonly PastChange[]): PastChange[] =>
  changes.map((change) => ({
    ...change,
    action: change.action === 'created' ? 'deleted' : change.action === 'deleted' ? 'created' : 'updated',
    before: change.after,
    after: change.before,
  }));
