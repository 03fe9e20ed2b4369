import type pg from 'pg';
import type { Database, Session } from '../postgres/database.ts';

/** A connection of its own without limits of time, that writes rows in a form that does not depend on settings of the server. */
export async function openSession(db: Database): Promise<{ client: pg.Client; session: Session }> {
  const client = await db.dedicated();
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0; set extra_float_digits = 1;
     set bytea_output = 'hex'; set intervalstyle = 'postgres'; set search_path = public, pg_catalog`,
  );
  const session: Session = {
    query: async <Row>(text: string, values: readonly unknown[] = []) => {
      // Several statements in one text are possible without values only.
      const { rows } = values.length === 0 ? await client.query(text) : await client.query(text, [...values]);
      return rows as Row[];
    },
    lists: async (text, values) =>
      (await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows,
  };
  return { client, session };
}
