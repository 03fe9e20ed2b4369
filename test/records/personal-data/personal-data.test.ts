import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemCaller } from '../../../src/features/access/create-tenant.ts';
import { erasePorts } from '../../../src/person-commands.ts';
import { erasePerson } from '../../../src/records/personal-data/erase-person.ts';
import { exportPerson } from '../../../src/records/personal-data/export-person.ts';
import type { PersonKind } from '../../../src/records/personal-data/person.ts';
import { sharedService, type TestService, type TestTenant } from '../../support/service.ts';

/** Every text in which the person can be found. None may be left anywhere. */
const ANN = ['ann.peeters@example.com', 'ann peeters', '0470 11 22 33', 'kerkstraat 7'];
const GUS = ['gus de boer', 'gus@home.example', '+31 20 555 1234', 'dorpsweg 12'];

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('the personal data', () => {
  let service: TestService;
  let one: TestTenant;
  beforeAll(async () => {
    service = await sharedService();
    one = await service.tenant();
    const { client } = one;
    const send = async (route: string, body: unknown) =>
      expect((await client.post(route, body)).status, route).toBeLessThan(300);
    await send('/resource', {
      resourceNo: 'R1',
      resourceName: 'Ann Peeters',
      displayName: 'Ann',
      email: 'Ann.Peeters@example.com',
      mobilePhone: '0470 11 22 33',
      homeAddress: 'Kerkstraat 7, 9000 Gent',
      homeCity: 'Gent',
      teamName: 'North',
    });
    await send('/resource', { resourceNo: 'R2', resourceName: 'Joann Peeters', email: 'joann.peeters@example.com' });
    await send('/resource', { resourceNo: 'R1', homeAddress: 'Kerkstraat 7', homeCity: 'Brugge' });
    await send('/resourceGpsTracking', {
      resourceNo: 'R1',
      latitude: 51.05,
      longitude: 3.72,
      date: '2026-01-01T10:00:00Z',
    });
    const party = {
      customerNo: 'C9',
      customerName: 'Gus de Boer',
      customerEmail: 'gus@home.example',
      customerPhone: '+31 20 555 1234',
    };
    const job = { sourceApp: 'ERP', sourceType: 'S', shortDescription: 'Call Gus de Boer first' };
    await send('/job', {
      ...job,
      jobNo: 'J1',
      ...party,
      siteNo: 'C9',
      siteStreet: 'Dorpsweg',
      siteStreetNo: '12',
      siteAddress: 'Dorpsweg 12',
      siteCity: 'Edam',
    });
    await send('/job', {
      ...job,
      jobNo: 'J2',
      shortDescription: 'Other',
      customerNo: 'C8',
      customerName: 'Ria de Wit',
    });
    await send('/job', { ...job, jobNo: 'J2', shortDescription: 'Other', ...party });
    await send('/task', {
      sourceApp: 'ERP',
      sourceType: 'S',
      jobNo: 'J1',
      taskNo: 'T1',
      shortDescription: 'Visit',
      resourceType: 'Resource',
    });
    await send('/appointment', {
      sourceApp: 'ERP',
      sourceType: 'S',
      jobNo: 'J1',
      taskNo: 'T1',
      subject: 'Ann Peeters to Gus de Boer',
      start: '2026-06-01T08:00:00Z',
      end: '2026-06-01T09:00:00Z',
      appointmentGuid: GUID,
    });
    await send('/assignment', { appointmentGuid: GUID, resourceNo: 'R1' });
    await send('/user', {
      email: 'ann.peeters@example.com',
      displayName: 'Ann Peeters',
      roles: ['planner'],
      password: 'a long enough password',
      resourceNo: 'R1',
    });
  });
  afterAll(() => service.close());

  const rowsOf = async (): Promise<string[]> => {
    const { db } = service.deps;
    const tables = await db.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
    );
    const rows: string[] = [];
    for (const { name } of tables)
      for (const { row } of await db.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`))
        rows.push(`${name} ${row}`);
    return rows;
  };
  const found = async (texts: readonly string[]): Promise<string[]> =>
    (await rowsOf()).filter((row) => texts.some((text) => row.toLowerCase().replaceAll('joann', '').includes(text)));
  const erasing = (kind: PersonKind, name: string, isTrial = false) => {
    const caller = systemCaller(one.tenant, 'erase');
    const erasure = { kind, name, isTrial, alsoRelatedFiles: false };
    return erasePerson(service.deps, caller, erasure, erasePorts(service.deps, caller));
  };
  const exported = async (kind: PersonKind, name: string) => {
    const rows: { table: string; row: Readonly<Record<string, unknown>> }[] = [];
    for await (const row of exportPerson(service.deps.db, one.tenant.id, kind, name)) rows.push(row);
    return rows;
  };

  test('of a person is exported: own records, history, and every row with the name, without proofs of identity', async () => {
    const resource = await exported('resource', 'r1');
    const tables = new Set(resource.map(({ table }) => table));
    for (const table of ['resource', 'change', 'resource_gps_tracking', 'assignment', 'appointment', 'app_user'])
      expect([...tables], table).toContain(table);
    expect(resource.filter(({ table }) => table === 'resource').map(({ row }) => row['resource_no'])).toEqual(['R1']);
    const user = await exported('user', 'ann.peeters@example.com');
    expect(JSON.stringify(user)).not.toMatch(/password_hash|"hash"/);
    expect(new Set(user.map(({ table }) => table))).toContain('membership');
    const contact = await exported('contact', 'c9');
    expect(contact.filter(({ table }) => table === 'job')).toHaveLength(2);
    await expect(exported('user', 'nobody@example.com')).rejects.toThrow('There is no user nobody@example.com');
  });

  test('of a person is counted by a trial, which changes nothing', async () => {
    // A trial brings the projection of the plan up to date.
    const stored = async () => (await rowsOf()).filter((row) => !/^(\w+_plan|plan_state|violation) /.test(row)).sort();
    const before = await stored();
    const { records, changed, deleted } = await erasing('resource', 'R1', true);
    expect(records).toBe(1);
    expect(changed.get('change')).toBeGreaterThan(0);
    expect(deleted.get('resource_gps_tracking')).toBe(1);
    expect(await stored()).toEqual(before);
  });

  test('of a contact is erased from jobs, their history and texts; others and the place in the plan stay', async () => {
    expect((await found(GUS)).length).toBeGreaterThan(5);
    const { label } = await erasing('contact', 'C9');
    expect(await found(GUS)).toEqual([]);
    const { body } = await one.client.get('/job/J1');
    expect(body).toMatchObject({
      customerNo: 'C9',
      customerName: null,
      siteCity: 'Edam',
      siteStreet: null,
      shortDescription: `Call ${label} first`,
    });
    expect((await found(['ria de wit'])).length).toBeGreaterThan(0);
    const [appointment] = await service.deps.db.query('select start, subject from appointment where tenant_id = $1', [
      one.tenant.id,
    ]);
    expect(appointment).toMatchObject({
      start: Date.parse('2026-06-01T08:00:00Z'),
      subject: expect.stringContaining(label),
    });
  });

  test('of a resource and of the same person as a user is erased everywhere; the assignment stays', async () => {
    await erasing('resource', 'R1');
    const { body } = await one.client.get('/resource/R1');
    expect(body).toMatchObject({ resourceNo: 'R1', email: null, homeCity: null, teamName: 'North' });
    expect(body.displayName).toMatch(/^erased resource \d+$/);
    expect((await found(['brugge', '51.05', '3.72'])).length).toBe(0);
    await erasing('user', 'Ann.Peeters@example.com').catch(async () => {
      // The address was the same as that of the resource, and is replaced already.
      const [user] = await service.deps.db.query<{ email: string }>('select email from app_user where tenant_id = $1', [
        one.tenant.id,
      ]);
      await erasing('user', user?.email ?? '');
    });
    expect(await found(ANN)).toEqual([]);
    expect((await found(['joann.peeters@example.com'.replace('joann', '')])).length).toBeGreaterThan(0);
    expect((await one.client.get('/resource/R2')).body.email).toBe('joann.peeters@example.com');
    const users = await service.deps.db.query<{ enabled: boolean }>(
      'select enabled from app_user where tenant_id = $1',
      [one.tenant.id],
    );
    expect(users).toEqual([{ enabled: false }]);
    expect(await service.deps.db.query('select from account')).toEqual([]);
    const assigned = await service.deps.db.query('select resource_no as no from assignment where tenant_id = $1', [
      one.tenant.id,
    ]);
    expect(assigned).toEqual([{ no: 'R1' }]);
    // The log has no gap, and its readers get the emptied record.
    const { body: log } = await one.client.get('/changes?limit=1000');
    const numbers = log.changes.map(({ number }: { number: number }) => number);
    expect(numbers).toEqual(numbers.map((_: number, at: number) => at + 1));
  });
});
