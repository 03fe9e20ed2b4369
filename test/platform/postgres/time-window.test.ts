import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { appointmentOverlaps, momentOf, violationOverlaps } from '../../../src/platform/postgres/time-window.ts';
import { databaseUrl } from '../../support/global-setup.ts';

const client = new pg.Client(databaseUrl(inject('server'), inject('tables')));
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST = Date.UTC(2026, 0, 1);

/** Hours that an appointment lasts: short ones, and some around and above the limit of 31 days. */
const lengths = [1, 2, 8, 24, 72, 31 * 24 - 1, 31 * 24, 31 * 24 + 1, 33 * 24, 400 * 24];
const rows = Array.from({ length: 1500 }, (_, id) => {
  const start = FIRST + (id % 700) * DAY_MS + (id % 24) * HOUR_MS;
  const hours = id % 5 === 0 ? (lengths[(id / 5) % lengths.length] ?? 1) : 1 + (id % 4);
  return { id, start, end: start + hours * HOUR_MS };
});

beforeAll(async () => {
  await client.connect();
  // Temporary tables hide those of the service.
  for (const name of ['appointment', 'violation']) {
    await client.query(
      `create temporary table ${name} (tenant_id integer, id integer, start timestamptz, "end" timestamptz)`,
    );
    await client.query(
      `insert into ${name} select 1, id, to_timestamp(start / 1000), to_timestamp("end" / 1000)
       from json_to_recordset($1) as r(id integer, start double precision, "end" double precision)`,
      [JSON.stringify(rows)],
    );
    // Of another tenant, and long: it says nothing about this one.
    await client.query(`insert into ${name} values (2, 1, '2020-01-01Z', '2030-01-01Z')`);
  }
});
afterAll(() => client.end());

describe('rows that overlap a window', () => {
  test.each([
    ['appointment', appointmentOverlaps, 'UTC'],
    ['appointment', appointmentOverlaps, 'Europe/Brussels'],
    ['violation', violationOverlaps, 'UTC'],
    ['violation', violationOverlaps, 'Europe/Brussels'],
  ] as const)('of %s are those that start before its end and end after its start', async (table, overlaps, zone) => {
    await client.query(`set time zone '${zone}'`);
    const text = `select id from ${table} t where t.tenant_id = $1 and ${overlaps('t', momentOf('$2'), momentOf('$3'))} order by id`;
    for (let day = -40; day < 1200; day += 31) {
      const from = FIRST + day * DAY_MS + 30 * 60_000;
      const till = from + (day % 2 === 0 ? 7 : 1) * DAY_MS;
      const found = await client.query<{ id: number }>(text, [1, from, till]);
      const wanted = rows.filter(({ start, end }) => start < till && end > from).map(({ id }) => id);
      expect(found.rows.map(({ id }) => id)).toEqual(wanted);
    }
  });
});
