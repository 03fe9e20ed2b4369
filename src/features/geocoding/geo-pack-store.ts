import type { Session, Transaction } from '../../platform/postgres/database.ts';

export interface StoredPack {
  readonly country: string;
  readonly rows: number;
  readonly source: string;
  readonly addedAt: number;
}

export const packsOf = (db: Session): Promise<StoredPack[]> =>
  db.query<StoredPack>('select country, rows, source, added_at as "addedAt" from geo_pack order by country');

export async function packDigests(db: Session): Promise<Map<string, string>> {
  const rows = await db.query<{ country: string; digest: string }>('select country, digest from geo_pack');
  return new Map(rows.map(({ country, digest }) => [country, digest]));
}

/** Gzipped, as it was stored. */
export async function packContent(db: Session, country: string): Promise<Buffer | undefined> {
  const [row] = await db.query<{ content: Buffer }>('select content from geo_pack where country = $1', [country]);
  return row?.content;
}

export async function storePack(
  tx: Transaction,
  pack: { country: string; rows: number; digest: string; source: string; content: Buffer },
): Promise<void> {
  await tx.query(
    `insert into geo_pack (country, rows, digest, source, content) values ($1, $2, $3, $4, $5)
     on conflict (country) do update
     set rows = excluded.rows, digest = excluded.digest, source = excluded.source, content = excluded.content, added_at = now()`,
    [pack.country, pack.rows, pack.digest, pack.source, pack.content],
  );
  await lookAgain(tx, pack.country);
}

/** False when there was none. */
export async function removePack(tx: Transaction, country: string): Promise<boolean> {
  const removed = await tx.query('delete from geo_pack where country = $1 returning country', [country]);
  if (removed.length > 0) await lookAgain(tx, country);
  return removed.length > 0;
}

/** What the offline data answered for a country may be answered better, or no longer, once they change. Streets and houses came from elsewhere. */
const lookAgain = (tx: Transaction, country: string): Promise<unknown> =>
  tx.query(
    `update geocode_result set retry_at = now()
     where (country = $1 or country is null) and (precision is null or precision not in ('house', 'street'))`,
    [country],
  );
