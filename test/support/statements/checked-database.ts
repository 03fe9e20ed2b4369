import { Database, type Decision, type Session, type Transaction } from '../../../src/platform/postgres/database.ts';
import type { RowProperty } from './row-type.ts';
import { type Statement, statementsOf } from './statements.ts';

/**
 * Compares what composed statements return with the row types that their callers declare, whenever a test makes the service execute one. The other
 * statements are made of constants, and test/platform/postgres/statements.test.ts compares them without executing them.
 */
export class CheckedDatabase extends Database {
  override query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return checked(text, super.query<Row>(text, values));
  }

  override transaction<T>(work: (tx: Transaction) => Promise<Decision<T>>, begin?: string): Promise<T> {
    const query =
      (tx: Transaction): Session['query'] =>
      (text, values) =>
        checked(text, tx.query(text, values));
    return super.transaction((tx) => work({ ...tx, query: query(tx) }), begin);
  }
}

/** Read when the file is imported: later it would keep requests waiting. */
const composed = statementsOf().filter(({ texts, row }) => texts === undefined && row !== undefined);
/** What is still to be compared, by the text of a statement; null where nothing is, or no more. */
const expected = new Map<string, NonNullable<Statement['row']> | null>();

/** Where a statement comes from is only known while it is being called. A stack trace is expensive, so each text gets one. */
function checked<Row>(text: string, rows: Promise<Row[]>): Promise<Row[]> {
  const known = expected.get(text);
  const declared = known === undefined ? (rowDeclaredAt(new Error().stack ?? '') ?? null) : known;
  if (known === undefined) expected.set(text, declared);
  if (declared === null) return rows;
  return rows.then((returned) => {
    const [first] = returned;
    if (first === undefined) return returned;
    expected.set(text, null);
    const wrong = differences(declared, first as Readonly<Record<string, unknown>>);
    if (wrong.length > 0) throw new Error(`A statement ${wrong.join('; ')}: ${text}`);
    return returned;
  });
}

function rowDeclaredAt(stack: string): Statement['row'] {
  const frames = [...stack.matchAll(/\/src\/([\w./-]+\.ts):(\d+)/g)].map(([, file, line]) => ({
    file,
    line: Number(line),
  }));
  const caller = frames.find(({ file }) => file !== 'platform/postgres/database.ts');
  return composed.find(
    ({ file, lines: [first, last] }) => file === caller?.file && caller.line >= first && caller.line <= last,
  )?.row;
}

function differences(declared: ReadonlyMap<string, RowProperty>, row: Readonly<Record<string, unknown>>): string[] {
  return [
    ...[...declared].flatMap(([name, { optional, kind }]) => {
      if (!(name in row)) return optional ? [] : [`declares ${name}, which is not returned`];
      const actual = kindOf(row[name]);
      return actual === undefined || kind === undefined || kind === 'other' || actual === kind
        ? []
        : [`declares ${name} as ${kind}, and it is ${actual}`];
    }),
    ...Object.keys(row)
      .filter((name) => !declared.has(name))
      .map((name) => `returns ${name}, which is not declared`),
  ];
}

/** Undefined for what one value does not show: null, an empty list, JSON. */
function kindOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return value === null || typeof value === 'object' ? undefined : typeof value;
  const [first] = value;
  const inner = first === undefined ? undefined : kindOf(first);
  return inner && `${inner}[]`;
}
