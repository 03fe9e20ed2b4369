import type { HasDatabase } from './postgres/database.ts';
import type { Sealer } from './sealer.ts';

/** Rows that are changed with one statement. */
const PORTION = 500;

export interface Resealed {
  readonly table: string;
  readonly column: string;
  readonly count: number;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Seals with the current secret what was sealed with the previous one, in every column of texts: no list of columns can be incomplete. A text
 * that only looks sealed does not open, and stays. Sealed texts inside of documents (links in waiting mails) end within a day or two and are left out.
 */
export async function resealAll(
  { db }: HasDatabase,
  { current, previous }: { readonly current: Sealer; readonly previous: Sealer },
): Promise<Resealed[]> {
  const columns = await db.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       and a.atttypid = 'text'::regtype order by 1, 2`,
  );
  const done: Resealed[] = [];
  for (const { table, column } of columns) {
    const count = await resealColumn(db, quoted(table), quoted(column), current, previous);
    if (count > 0) done.push({ table, column, count });
  }
  return done;
}

async function resealColumn(
  db: HasDatabase['db'],
  table: string,
  column: string,
  current: Sealer,
  previous: Sealer,
): Promise<number> {
  const rows = await db.query<{ sealed: string }>(
    `select distinct ${column} as sealed from ${table} where ${column} like 'v1.%'`,
  );
  const changed = rows.flatMap(({ sealed }) => {
    const plain = opened(current, sealed) === undefined ? opened(previous, sealed) : undefined;
    return plain === undefined ? [] : [{ sealed, again: current.seal(plain) }];
  });
  let count = 0;
  for (let at = 0; at < changed.length; at += PORTION) {
    const portion = changed.slice(at, at + PORTION);
    const updated = await db.query(
      `update ${table} t set ${column} = s.again from unnest($1::text[], $2::text[]) as s(sealed, again) where t.${column} = s.sealed returning 1`,
      [portion.map(({ sealed }) => sealed), portion.map(({ again }) => again)],
    );
    count += updated.length;
  }
  return count;
}

function opened(sealer: Sealer, sealed: string): string | undefined {
  try {
    return sealer.open(sealed);
  } catch {
    return undefined;
  }
}
