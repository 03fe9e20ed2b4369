import type { Located } from '../../domain/geocoding.ts';
import type { Session } from '../../platform/postgres/database.ts';

/** The kept answer; null when the provider is known not to know; undefined when it was not asked, or too long ago. */
export async function cachedAnswer(db: Session, key: Buffer): Promise<Located | null | undefined> {
  const [row] = await db.query<{ answer: Located | null }>(
    'select answer from geocode_cache where key = $1 and expires_at > now()',
    [key],
  );
  return row?.answer;
}

/** Keeps it, and clears away a few that have expired: the table cannot grow without end, and nobody has to look after it. */
export async function keepAnswer(db: Session, key: Buffer, answer: Located | null, seconds: number): Promise<void> {
  await db.query(
    `with expired as (
       delete from geocode_cache where key in (
         select key from geocode_cache where expires_at < now() and key <> $1 order by expires_at limit 20 for update skip locked)
     )
     insert into geocode_cache (key, answer, expires_at) values ($1, $2::jsonb, now() + $3 * interval '1 second')
     on conflict (key) do update set answer = excluded.answer, expires_at = excluded.expires_at`,
    [key, answer === null ? null : JSON.stringify(answer), seconds],
  );
}
