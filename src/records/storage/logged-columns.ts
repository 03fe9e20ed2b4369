import type { Change } from './change.ts';
import { LoggedText, SEPARATOR } from './joined-texts.ts';

/** The most rows of one statement. */
export const PORTION = 5000;

/** The value of all rows and nothing, or nothing and the values row by row. */
type Column = readonly [same: string | null, values: string | Buffer];

/** Columns that were put together before their changes are logged, by the first of these changes. */
const prepared = new WeakMap<Change, { readonly changes: readonly Change[]; readonly columns: readonly Column[] }>();

/** Puts the columns together that changes will probably have in the log, while the database is busy with something else. None of them is a delete. */
export function prepareColumns(changes: readonly Change[]): void {
  for (let at = 0; at < changes.length; at += PORTION) {
    const portion = changes.slice(at, at + PORTION);
    prepared.set(portion[0] as Change, { changes: portion, columns: columnsOfRun(portion, new Map()) });
  }
}

/**
 * The columns of changes, each as two values of a statement. A column travels as one text, split by a character which JSON escapes and keys may not
 * hold. Of all ways that were tried this is the quickest by a third: documents are not parsed on the way, and the driver has no arrays to write.
 * Most columns of most writes hold one value in all rows: it travels once, beside a list that is empty.
 */
export function columnsOf(
  changes: readonly Change[],
  visibleBy: ReadonlyMap<Change, string>,
): readonly (string | Buffer | null)[] {
  const runs = visibleBy.size === 0 ? runsOf(changes) : [{ changes, columns: columnsOfRun(changes, visibleBy) }];
  const [first, ...others] = runs;
  if (!first) return columnsOfRun([], visibleBy).flat();
  if (others.length === 0) return first.columns.flat();
  return first.columns.flatMap((_, at) => together(runs, at));
}

interface Run {
  readonly changes: readonly Change[];
  readonly columns: readonly Column[];
}

/** The changes in pieces: those that are prepared, and what lies between them. */
function runsOf(changes: readonly Change[]): readonly Run[] {
  const runs: Run[] = [];
  let done = 0;
  const addOthers = (until: number): void => {
    if (until === done) return;
    const run = changes.slice(done, until);
    runs.push({ changes: run, columns: columnsOfRun(run, new Map()) });
  };
  for (let at = 0; at < changes.length; ) {
    const ahead = prepared.get(changes[at] as Change);
    if (!ahead || !isRunAt(changes, at, ahead.changes)) {
      at++;
      continue;
    }
    addOthers(at);
    runs.push(ahead);
    at += ahead.changes.length;
    done = at;
  }
  addOthers(changes.length);
  return runs;
}

function isRunAt(changes: readonly Change[], at: number, run: readonly Change[]): boolean {
  for (let i = 0; i < run.length; i++) if (changes[at + i] !== run[i]) return false;
  return true;
}

/** A column of several runs. */
function together(runs: readonly Run[], at: number): Column {
  const columns = runs.map((run) => run.columns[at] as Column);
  const [[same]] = columns as [Column];
  if (same !== null && columns.every((column) => column[0] === same)) return [same, ''];
  const texts = columns.map(([value, values], i) =>
    value === null ? values : repeated(value, (runs[i] as Run).changes.length),
  );
  if (texts.every((text) => typeof text === 'string')) return [null, texts.join(SEPARATOR)];
  const pieces = texts.flatMap((text, i) => [
    ...(i === 0 ? [] : [Buffer.from(SEPARATOR)]),
    typeof text === 'string' ? Buffer.from(text) : text,
  ]);
  return [null, Buffer.concat(pieces)];
}

const repeated = (value: string, times: number): string => `${value}${SEPARATOR}`.repeat(times).slice(0, -1);

type VisibleBy = ReadonlyMap<Change, string>;
type Read = (change: Change, visibleBy: VisibleBy) => string;

const readAfter: Read = ({ after }) => String(after ?? '');

const READERS: readonly Read[] = [
  ({ entity }) => entity,
  ({ recordId }) => String(recordId),
  ({ key }) => withoutSeparator(key),
  ({ sourceApp }) => withoutSeparator(sourceApp ?? ''),
  ({ action }) => action,
  ({ version }) => String(version),
  ({ fromBackOffice }) => String(fromBackOffice),
  ({ before }) => before ?? '',
  readAfter,
  ({ undoes }) => (undoes ? `{${undoes.join(',')}}` : ''),
  (change, visibleBy) => visibleBy.get(change) ?? '',
];

const columnsOfRun = (changes: readonly Change[], visibleBy: VisibleBy): readonly Column[] =>
  READERS.map((read) => (read === readAfter && joinedAfter(changes)) || column(changes, read, visibleBy));

/** The texts of a batch of new records, which are joined already. */
function joinedAfter(changes: readonly Change[]): Column | undefined {
  const first = changes[0]?.after;
  if (!(first instanceof LoggedText)) return undefined;
  const { texts, at } = first;
  for (let i = 0; i < changes.length; i++) {
    const after = changes[i]?.after;
    if (!(after instanceof LoggedText) || after.texts !== texts || after.at !== at + i) return undefined;
  }
  return [null, texts.bytes(at, at + changes.length)];
}

function column(changes: readonly Change[], read: Read, visibleBy: VisibleBy): Column {
  const [one] = changes;
  const first = one ? read(one, visibleBy) : '';
  let at = 1;
  while (at < changes.length && read(changes[at] as Change, visibleBy) === first) at++;
  if (at >= changes.length) return [first, ''];
  const values: string[] = [];
  for (const change of changes) values.push(read(change, visibleBy));
  return [null, values.join(SEPARATOR)];
}

/** A SourceApp may hold anything; what would break the row apart is a blank in the log. */
const withoutSeparator = (text: string): string => (text.includes(SEPARATOR) ? text.replaceAll(SEPARATOR, ' ') : text);
