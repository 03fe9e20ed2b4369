import type { Session } from '../../platform/postgres/database.ts';
import { mentions, textColumns } from './replace-texts.ts';

/** Rows in whose texts a word of the person's names still stands. */
export interface LeftWords {
  readonly table: string;
  readonly rows: number;
  /** The first of them, where the table has ids. */
  readonly ids: readonly number[];
}

const MOST_IDS = 20;
/** They repeat what the records have. */
const DERIVED = /_(?:search|plan)$/;

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** For a person to look at: whether a single word is the name of the person or something else, no rule can say. */
export async function leftoverWords(db: Session, tenantId: number, words: readonly string[]): Promise<LeftWords[]> {
  if (words.length === 0) return [];
  const pattern = `(?<!\\w)(?:${words.map(escaped).join('|')})(?!\\w)`;
  const left: LeftWords[] = [];
  for (const { table, columns, hasId } of await textColumns(db)) {
    if (DERIVED.test(table)) continue;
    const [found] = await db.query<{ rows: number; ids: number[] | null }>(
      `select count(*)::int as rows, ${hasId ? `(array_agg(id order by id))[1:${MOST_IDS}]` : 'null'} as ids
       from "${table}" where tenant_id = $1 and (${mentions(columns, '$2')})`,
      [tenantId, pattern],
    );
    if (found && found.rows > 0) left.push({ table, rows: found.rows, ids: found.ids ?? [] });
  }
  return left;
}
