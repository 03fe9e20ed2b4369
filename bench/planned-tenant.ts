import type pg from 'pg';
import {
  APPOINTMENTS,
  categoryCalls,
  type Ids,
  JOBS,
  jobCall,
  plannedAppointment,
  plannedTask,
  range,
  rawAppointmentRow,
  rawAppointmentStatement,
  rawAssignmentRow,
  rawAssignmentStatement,
  resourceCalls,
} from './appointment-rows.ts';
import { rawRow, rawTaskStatement, type SentCall } from './task-rows.ts';
import { BATCH } from './turns.ts';

const ACTOR = 'key:bench';
/** Somebody who writes into tables of his own choice and knows the ids of everything. */
export class RawWriter {
  readonly #appointments: string;
  readonly #assignments: string;
  readonly tenantId: string;
  readonly ids: Ids;

  constructor(tenantId: string, ids: Ids, prefix: string) {
    this.tenantId = tenantId;
    this.ids = ids;
    this.#appointments = rawAppointmentStatement(`${prefix}appointment`);
    this.#assignments = rawAssignmentStatement(`${prefix}assignment`, `${prefix}appointment`);
  }

  /** One batch in one transaction; answers how long it took. */
  async write(client: pg.Client, set: string, batch: number, revision: number): Promise<number> {
    const rows = range(batch * BATCH, BATCH, (number) => plannedAppointment(set, number, revision));
    const began = performance.now();
    const sent = (row: typeof rawAppointmentRow): unknown[] => [
      this.tenantId,
      JSON.stringify(rows.map((each) => row(each, this.ids))),
      ACTOR,
    ];
    await client.query('begin');
    const appointments = await client.query(this.#appointments, sent(rawAppointmentRow));
    const assignments = await client.query(this.#assignments, sent(rawAssignmentRow));
    await client.query('commit');
    const took = performance.now() - began;
    if (appointments.rowCount !== BATCH || assignments.rowCount !== BATCH)
      throw new Error(`raw wrote ${appointments.rowCount} appointments and ${assignments.rowCount} assignments`);
    return took;
  }
}

async function idsBy(client: pg.Client, entity: 'task' | 'job' | 'resource'): Promise<Map<string, string>> {
  const { rows } = await client.query<{ no: string; id: string }>(`select ${entity}_no as no, id from ${entity}`);
  return new Map(rows.map(({ no, id }) => [no, id]));
}

/** The first appointments of the tenant with their resources, jobs and tasks. What is large goes in by the bare statements. */
export async function fillAppointments(
  client: pg.Client,
  send: (calls: readonly SentCall[]) => Promise<unknown>,
  appointments: number,
): Promise<RawWriter> {
  await send([...categoryCalls(), ...resourceCalls()]);
  for (let at = 0; at < JOBS; at += BATCH) await send(range(at, BATCH, jobCall));
  const { rows } = await client.query<{ id: string }>('select id from tenant');
  const tenantId = rows[0]?.id ?? '';
  const jobs = new Map([...(await idsBy(client, 'job'))].map(([no, id]) => [no, Number(id)]));
  for (let at = 0; at < appointments; at += BATCH) {
    const text = JSON.stringify(range(at, BATCH, (number) => rawRow(plannedTask(number), jobs)));
    await client.query(rawTaskStatement('task'), [tenantId, text, ACTOR]);
  }
  await client.query('analyze task');
  const ids = { tasks: await idsBy(client, 'task'), resources: await idsBy(client, 'resource') };
  const filling = new RawWriter(tenantId, ids, '');
  for (let batch = 0; batch < appointments / BATCH; batch++) await filling.write(client, 'PLAN', batch, 0);
  await client.query('vacuum analyze');
  return filling;
}

/** The tenant that everything happens in, and a copy of its appointments for the raw side. */
export async function fill(
  client: pg.Client,
  send: (calls: readonly SentCall[]) => Promise<unknown>,
): Promise<RawWriter> {
  const { tenantId, ids } = await fillAppointments(client, send, APPOINTMENTS);
  for (const name of ['appointment', 'assignment']) {
    await client.query(`create table raw_${name} (like ${name} including all)`);
    await client.query(`insert into raw_${name} overriding system value select * from ${name}`);
    await client.query(`select setval(pg_get_serial_sequence('raw_${name}', 'id'), max(id)) from raw_${name}`);
  }
  await client.query('vacuum analyze');
  return new RawWriter(tenantId, ids, 'raw_');
}
