import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { enqueueMails } from '../../../src/platform/mail/mail.ts';
import { Database } from '../../../src/platform/postgres/database.ts';
import { work } from '../../../src/work.ts';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { type Answer, aCall, startService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let tenant: TestTenant;
const CONNECTIONS = 3;
beforeAll(async () => {
  service = await startService({ connections: CONNECTIONS });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const upsert = (no: string) => tenant.client.import([aCall('mboc_upsertResource', { ResourceNo: no })]);
const refusedBy = ({ status, body, headers }: Answer) => ({
  status,
  code: body.Code,
  retryAfter: headers.get('retry-after') !== null,
});

describe('what PostgreSQL refuses for reasons of its own is 503, never 500', () => {
  const raise = (state: string) =>
    service.deps.db.query(
      `create or replace function fail_here() returns trigger language plpgsql as
       $$ begin raise exception 'raised by a test' using errcode = '${state}'; end $$`,
    );
  beforeAll(async () => {
    await raise('53100');
    await service.deps.db.query(
      'create trigger fail_here before insert on resource for each row execute function fail_here()',
    );
  });
  afterAll(() => service.deps.db.query('drop trigger fail_here on resource'));

  test.each([
    ['53100', 'SYS005', 'a full disk'],
    ['25006', 'SYS005', 'a read-only server'],
    ['53200', 'SYS002', 'no memory'],
    ['53300', 'SYS006', 'too many connections'],
    ['57014', 'SYS002', 'a statement that took too long'],
    ['55P03', 'SYS002', 'a lock that was not free in time'],
    ['40001', 'SYS002', 'a serialization failure at every attempt'],
    ['40P01', 'SYS002', 'a deadlock at every attempt'],
    ['57P01', 'SYS002', 'a server that stops'],
    ['08006', 'SYS002', 'a connection that failed'],
  ])('%s is %s: %s', async (state, code) => {
    await raise(state);
    expect(refusedBy(await upsert('F'))).toEqual({ status: 503, code, retryAfter: true });
    expect((await tenant.client.get('/resource?resourceNo=F')).body).toEqual([]);
  });

  test('a fault of our own says that nothing was stored where that is sure', async () => {
    await raise('22000');
    const answer = await upsert('F');
    expect(answer.body).toMatchObject({ status: 500, Code: 'SYS001' });
    expect(answer.body.message).toContain('nothing was stored');
    expect(answer.body.outcome).toBeUndefined();
  });
});

describe('a unique index that only the database knows to be violated', () => {
  afterEach(() => service.deps.db.query('drop trigger if exists collide on time_entry'));

  test('is refused with 409 and names the parameter', async () => {
    await tenant.client.import([aJob('J'), aTask('J', 'T'), aResource('R')]);
    await service.deps.db.query(
      `create or replace function collide() returns trigger language plpgsql as
       $$ begin raise unique_violation using constraint = 'time_entry_reference', message = 'raised by a test'; end $$`,
    );
    await service.deps.db.query(
      'create trigger collide before insert on time_entry for each row execute function collide()',
    );
    const answer = await tenant.client.import([
      aCall('mboc_upsertTimeEntry', {
        ...taskKey('J', 'T'),
        ResourceNo: 'R',
        Date: '2026-05-04',
        DurationInSeconds: 60,
        BackofficeID: 'X',
      }),
    ]);
    expect(answer.body).toMatchObject({ status: 409, Code: 'APP035', parameter: 'BackofficeID' });
  });
});

test('an exclusion constraint that is violated at the commit is refused with 409', async () => {
  await service.deps.db.query(
    `create or replace function run_two() returns trigger language plpgsql as
     $$ begin
       insert into time_session (tenant_id, key, resource_id, task_id, source_app, source_type, resource_no, job_no, task_no, started_at, type, part,
         session, stop_recorded, created_by, updated_by)
       values (new.tenant_id, new.key || ' again', new.resource_id, new.task_id, new.source_app, new.source_type, new.resource_no, new.job_no, new.task_no,
         new.started_at, new.type, new.part, new.session || ' again', false, 'test', 'test');
       return null;
     end $$`,
  );
  await service.deps.db.query(
    `create trigger run_two after insert on time_session for each row when (new.key not like '%again') execute function run_two()`,
  );
  try {
    await tenant.client.import([aJob('J'), aTask('J', 'T'), aResource('R')]);
    const answer = await tenant.client.import([
      aCall('mboc_upsertTimeSession', {
        ...taskKey('J', 'T'),
        ResourceNo: 'R',
        StartedAt: new Date(Date.now() - 3_600_000).toISOString(),
      }),
    ]);
    expect(answer.body).toMatchObject({ status: 409, Code: 'APP035', parameter: 'ResourceNo' });
    const [left] = await service.deps.db.query<{ count: number }>('select count(*) as count from time_session');
    expect(left?.count).toBe(0);
  } finally {
    await service.deps.db.query('drop trigger run_two on time_session');
  }
});

describe('connections', () => {
  test('those that the server ends are replaced: no write fails for it', async () => {
    for (let round = 0; round < 5; round++) {
      await upsert(`K${round}`);
      await service.deps.db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'openslot'`,
      );
      const answer = await upsert(`K${round} again`);
      expect([200, 503], answer.body.message).toContain(answer.status);
    }
  });

  /** Takes all connections of the pool until it is called again. */
  function holdAll(): () => Promise<void> {
    let release = (): void => {};
    const held = new Promise<void>((wake) => {
      release = wake;
    });
    const holders = Array.from({ length: CONNECTIONS }, () =>
      service.deps.db.transaction(async (tx) => {
        await tx.query('select 1');
        await held;
        return { commit: false, value: undefined };
      }),
    );
    return async () => {
      release();
      await Promise.all(holders);
    };
  }

  test('a request that gets none within five seconds is 503 with SYS006', async () => {
    const release = holdAll();
    const began = performance.now();
    const answers = await Promise.all([upsert('P'), tenant.client.get('/resource')]);
    const waited = performance.now() - began;
    await release();
    expect(answers.map(refusedBy)).toEqual([
      { status: 503, code: 'SYS006', retryAfter: true },
      { status: 503, code: 'SYS006', retryAfter: true },
    ]);
    expect(waited).toBeGreaterThan(4500);
    expect((await upsert('P')).status).toBe(200);
  });

  test('a job that gets none waits, and loses no attempt by it', async () => {
    const stopping = new AbortController();
    const warnings: string[] = [];
    const log = Object.assign(Object.create(service.deps.log), {
      warn: (_: unknown, text: string) => warnings.push(text),
    });
    const worker = work({ ...service.deps, log }, [], stopping.signal);
    // Beside the pool of the service, as another node would.
    const other = new Database({ connection: service.databaseUrl, connections: 1 });
    const send = (subject: string) =>
      other.transaction(async (tx) => {
        await enqueueMails(tx, { tenantId: tenant.tenant.id, requestId: 'r' }, [
          { to: 'anna@example.com', subject, text: 'Hello' },
        ]);
        await tx.query('update graphile_worker._private_jobs set max_attempts = 1');
        return { commit: true, value: undefined };
      });
    const until = async (isIt: () => Promise<boolean> | boolean): Promise<void> => {
      for (const began = Date.now(); !(await isIt()); ) {
        if (Date.now() - began > 30_000) throw new Error(`it did not happen: ${warnings.join(', ')}`);
        await new Promise((wake) => setTimeout(wake, 50));
      }
    };
    const mails = async (count: number) => (await service.mails()).length === count;
    await send('first');
    await until(() => mails(1));
    const release = holdAll();
    await send('second');
    await until(() => warnings.includes('database not available, jobs are waiting'));
    await release();
    await until(() => mails(2));
    await until(async () => {
      const jobs = await other.query<{ status: string }>('select status from background_job');
      return jobs.every(({ status }) => status === 'done');
    });
    stopping.abort();
    await worker;
    await other.close();
  });
});
