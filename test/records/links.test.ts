import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { models } from '../../src/records/derive/model.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, holdings, taskKey } from './builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
  await erp.client.import([aResource('R'), aJob('J'), aTask('J', 'T')]);
});

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const anAppointment = aCall('mboc_upsertAppointment', {
  ...taskKey('J', 'T'),
  AppointmentGuid: GUID,
  ResourceNo: 'R',
  Start: '2026-06-01T10:00',
  End: '2026-06-01T12:00',
});

/** A call for each column of each record that holds an address. */
const writers: Readonly<Record<string, (uri: string) => { readonly path: string; readonly body: object }>> = {
  'ActionUri.uri': (uri) => ({ path: '/actionUri', body: { uriType: 1, uri } }),
  'TaskUri.uri': (uri) => ({
    path: '/taskUri',
    body: { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J', taskNo: 'T', uri },
  }),
  'ResourceUri.uri': (uri) => ({ path: '/resourceUri', body: { resourceNo: 'R', uri } }),
  'AppointmentUri.uri': (uri) => ({ path: '/appointmentUri', body: { appointmentGuid: GUID, uri } }),
  ...Object.fromEntries(
    [1, 2, 3].flatMap((n) => [
      [
        `Task.url${n}`,
        (uri: string) => ({
          path: '/task',
          body: { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J', taskNo: 'T', [`url${n}`]: uri },
        }),
      ],
      [`Resource.url${n}`, (uri: string) => ({ path: '/resource', body: { resourceNo: 'R', [`url${n}`]: uri } })],
    ]),
  ),
};

test('every column that is named like an address is checked as one, or by the guard of connectors', () => {
  const named = [...models.values()].flatMap(({ name, columns }) =>
    columns
      .filter(({ property, spec }) => spec.kind === 'text' && /^(?:\w*ur[il]\d*|href|link)$/i.test(property))
      .map(({ property }) => `${name}.${property}`),
  );
  expect(named.filter((each) => !each.startsWith('Connector.')).sort()).toEqual(Object.keys(writers).sort());
});

describe('stored addresses', () => {
  test.each(Object.keys(writers))('%s: one that runs a script is refused, and nothing is stored', async (column) => {
    await erp.client.import([anAppointment]);
    const before = await holdings(service, erp);
    for (const uri of [
      'javascript:alert(1)',
      ' JaVa\tScript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///x',
    ]) {
      const { path, body } = writers[column]?.(uri) ?? { path: '', body: {} };
      const { status, body: told } = await erp.client.post(path, body);
      // A tab cannot be part of a key at all.
      expect([status, ['REQ014', 'REQ016'].includes(told.Code), told.parameter]).toEqual([
        400,
        true,
        column.split('.')[1],
      ]);
    }
    expect(await holdings(service, erp)).toEqual(before);
    for (const uri of ['https://erp.example/{0}', 'dynamicsnav://nav/x', 'tel:+32', '/relative']) {
      const { path, body } = writers[column]?.(uri) ?? { path: '', body: {} };
      expect((await erp.client.post(path, body)).status, uri).toBe(200);
    }
  });

  test('one that was stored before can still be deleted by its name', async () => {
    await erp.client.post('/resourceUri', { resourceNo: 'R', uri: 'http://old.example' });
    await service.deps.db.query(
      `update resource_uri set uri = 'javascript:alert(1)', key = replace(key, 'http://old.example', 'javascript:alert(1)') where tenant_id = $1`,
      [erp.tenant.id],
    );
    const gone = await erp.client.del('/resourceUri', { resourceNo: 'R', uri: 'javascript:alert(1)' });
    expect(gone.body.counts, gone.text).toMatchObject({ deleted: 1 });
  });

  test('links within a layout of a setup package are held to the same', async () => {
    const layouts = (link: string) => [{ code: 'L', name: 'L', kind: 'board', content: { actions: [{ url: link }] } }];
    const send = (link: string) =>
      erp.client.post('/import/setup?plan=true', {
        owner: 'anna@example.com',
        layouts: layouts(link),
        profiles: [{ code: 'P', name: 'P', layouts: ['L'] }],
      });
    expect((await send('https://erp.example')).status).toBe(200);
    const refused = await send('java\nscript:alert(1)');
    expect([refused.status, refused.text.includes('javascript:')]).toEqual([400, true]);
  });
});
