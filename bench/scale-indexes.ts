import type pg from 'pg';

/**
 * Tables that receive millions of rows at once do so without their indexes, which are made again from the full table: that is several times
 * quicker, and the rows are the same. What was dropped is kept in `bench_index`; a database that still has this table was left by a run that
 * was interrupted. Triggers stay, since they write what belongs to the rows.
 */
export async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.query(
    `create table bench_index as
     select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as of,
       case when c.conname is null then format('drop index %s', i.indexrelid::regclass)
         else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
       case when c.conname is null then pg_get_indexdef(i.indexrelid)
         else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as make
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid
     where i.indrelid in (${tables.map((table) => `'${table}'::regclass`).join(', ')})`,
  );
  const { rows } = await client.query<{ drop: string }>('select drop from bench_index');
  for (const { drop } of rows) await client.query(drop);
  for (const table of tables) await client.query(`alter table ${table} set (autovacuum_enabled = off)`);
}

/** Makes the indexes of one table again, and what else a table has that grew in the ordinary way. */
export async function makeIndexes(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ make: string }>('select make from bench_index where of = $1 order by name', [
    table,
  ]);
  for (const { make } of rows) await client.query(make);
  await client.query(`vacuum analyze ${table}`);
  await client.query(`alter table ${table} reset (autovacuum_enabled)`);
}

/** Whether indexes are missing. */
export async function lacksIndexes(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(`select to_regclass('bench_index') as name`);
  return Boolean(rows[0]?.name);
}
