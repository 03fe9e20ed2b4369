import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GeocodeProvider, Located } from '../../../src/domain/geocoding.ts';
import { coordinatesOf } from '../../../src/features/geocoding/coordinates.ts';
import { geocode } from '../../../src/features/geocoding/geocode-job.ts';
import { geocodeMissing } from '../../../src/features/geocoding/geocode-missing.ts';
import { addPacks, dropPack } from '../../../src/features/geocoding/packs.ts';
import { waitingTenants } from '../../../src/features/geocoding/waiting.ts';
import { followChanges } from '../../../src/records/follow-changes.ts';
import { HANDMADE } from '../../support/packs.ts';
import { startService, type TestService, type TestTenant } from '../../support/service.ts';

const house: Located = {
  latitude: 51.05428,
  longitude: 3.72496,
  precision: 'house',
  source: 'Test',
  confidence: 0.95,
  displayName: 'Stadhuis',
};
const never = new AbortController().signal;
let asked = 0;
let answer: (() => Located | null | Promise<Located>) | undefined;
const provider: GeocodeProvider = {
  name: 'test',
  ask: async () => {
    asked++;
    return answer ? await answer() : null;
  },
};

let service: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  service = await startService({ geocoding: { provider } });
});
afterAll(() => service.close());
beforeEach(async () => {
  asked = 0;
  answer = undefined;
  await service.deps.db.query('delete from geocode_cache');
  tenant = await service.tenant();
});

const base = { sourceApp: 'ERP', sourceType: 'S', shortDescription: 'x' };
async function aJob(jobNo: string, fields: Record<string, unknown> = {}): Promise<number> {
  const written = await tenant.client.post('/job', { ...base, jobNo, ...fields });
  expect(written.status, written.text).toBe(200);
  return written.body.results[0].id;
}
async function aResource(resourceNo: string, fields: Record<string, unknown> = {}): Promise<number> {
  const written = await tenant.client.post('/resource', { resourceNo, ...fields });
  expect(written.status, written.text).toBe(200);
  return written.body.results[0].id;
}
const round = () => geocodeMissing(service.deps, tenant.tenant.id, never);
const placeOf = async (job: number) =>
  (await coordinatesOf(service.deps.db, tenant.tenant.id, [job], [])).jobs.get(job);
const failures = async () => (await tenant.client.get('/geocode/failures')).body as { key: string }[];

describe('jobs and resources', () => {
  test('without a coordinate get one, from the site of the job and the home of the resource', async () => {
    const job = await aJob('J-1', { siteAddress: 'Veldstraat 1, 9000 Gent', siteCountry: 'BE', billAddress: 'Paris' });
    const resource = await aResource('R-1', { homePostcode: '2000', homeCity: 'Antwerpen', homeCountry: 'Belgium' });
    expect(await round()).toEqual({ found: 2, failed: 0, isDone: true });
    const { jobs, resources } = await coordinatesOf(service.deps.db, tenant.tenant.id, [job], [resource]);
    expect(jobs.get(job)).toEqual({
      latitude: expect.closeTo(51.05, 1),
      longitude: expect.closeTo(3.72, 1),
      precision: 'city',
      source: 'GeoNames (CC BY 4.0)',
    });
    expect(resources.get(resource)).toMatchObject({ latitude: expect.closeTo(51.22, 1) });
    expect(await failures()).toEqual([]);
  });

  test('a coordinate of the back office wins, whenever it comes, and nothing is written into the record', async () => {
    const job = await aJob('J-1', {
      siteCity: 'Gent',
      siteCountry: 'BE',
      siteAddressGeoLat: 50.1,
      siteAddressGeoLong: 4.1,
    });
    expect(await round()).toMatchObject({ found: 0, failed: 0 });
    expect(await placeOf(job)).toEqual({ latitude: 50.1, longitude: 4.1, precision: 'house', source: 'back office' });
    await aJob('J-1', { siteAddressGeoLat: null, siteAddressGeoLong: null });
    await round();
    expect(await placeOf(job)).toMatchObject({ precision: 'city', latitude: expect.closeTo(51.05, 1) });
    const shown = (await tenant.client.get('/job/J-1')).body;
    expect([shown.siteAddressGeoLat, shown.siteAddressGeoLong, shown.version]).toEqual([null, null, 2]);
    await aJob('J-1', { siteAddressGeoLat: 50.2, siteAddressGeoLong: 4.2 });
    expect(await placeOf(job)).toMatchObject({ latitude: 50.2, source: 'back office' });
    await round();
    expect(await placeOf(job)).toMatchObject({ latitude: 50.2 });
  });

  test('are shown with their coordinates and the source of them', async () => {
    await aJob('J-1', { siteCity: 'Gent', siteCountry: 'BE' });
    await aJob('J-2', { siteAddressGeoLat: 50.1, siteAddressGeoLong: 4.1 });
    await aResource('R-1', { homePostcode: '2000', homeCity: 'Antwerpen', homeCountry: 'Belgium' });
    const located = async (path: string) => (await tenant.client.get(path)).body.located;
    expect(await located('/job/J-1')).toBeNull();
    expect((await tenant.client.get('/job/J-1', { 'if-none-match': '"1"' })).status).toBe(304);
    await round();
    expect(await located('/job/J-1')).toEqual({
      latitude: expect.closeTo(51.05, 1),
      longitude: expect.closeTo(3.72, 1),
      precision: 'city',
      source: 'GeoNames (CC BY 4.0)',
      confidence: expect.any(Number),
    });
    // It was found while the record stayed the same: who has the record without it gets it.
    expect((await tenant.client.get('/job/J-1', { 'if-none-match': '"1"' })).status).toBe(200);
    const sent = { latitude: 50.1, longitude: 4.1, precision: 'house', source: 'back office', confidence: 1 };
    expect(await located('/job/J-2')).toEqual(sent);
    expect((await tenant.client.get('/job/J-2', { 'if-none-match': '"1"' })).status).toBe(304);
    expect(await located('/resource/R-1')).toMatchObject({ latitude: expect.closeTo(51.22, 1) });
    const list: { located: object | null }[] = (await tenant.client.get('/job')).body;
    expect(list.map((job) => job.located)).toEqual([expect.objectContaining({ precision: 'city' }), sent]);
    await aJob('J-1', { siteCity: 'Xyzzy' });
    expect(await located('/job/J-1')).toBeNull();
  });

  test('that are located have a change under the key that their other changes have', async () => {
    await aJob('Site', { siteCity: 'Gent', siteCountry: 'BE' });
    await aResource('Home', { homeCity: 'Antwerpen', homeCountry: 'Belgium' });
    await round();
    const { changes } = (await tenant.client.get('/changes?entity=Job,Resource')).body;
    expect(changes.map((change: { action: string; key: string }) => [change.action, change.key])).toEqual([
      ['created', 'ERP/S/Site'],
      ['created', 'Home'],
      ['updated', 'ERP/S/Site'],
      ['updated', 'Home'],
    ]);
  });

  test('0, 0 and half a coordinate are none', async () => {
    const zero = await aJob('J-0', {
      siteCity: 'Gent',
      siteCountry: 'BE',
      siteAddressGeoLat: 0,
      siteAddressGeoLong: 0,
    });
    const half = await aJob('J-2', { siteCity: 'Gent', siteCountry: 'BE', siteAddressGeoLat: 50 });
    expect(await round()).toMatchObject({ found: 2 });
    for (const job of [zero, half]) expect(await placeOf(job)).toMatchObject({ precision: 'city' });
  });

  test('structured fields come before the free text, which is the second try', async () => {
    const both = await aJob('J-1', { siteCity: 'Antwerpen', siteAddress: '9000 Gent', siteCountry: 'BE' });
    const wrong = await aJob('J-2', { siteCity: 'Xyzzy', siteAddress: '9000 Gent', siteCountry: 'BE' });
    const strange = await aJob('J-3', {
      siteCity: 'Gent',
      siteAddress: 'Veldstraat 1, 9000 Gent, Belgium',
      siteCountry: 'Atlantis',
    });
    await round();
    expect(await placeOf(both)).toMatchObject({ latitude: expect.closeTo(51.22, 1) });
    expect(await placeOf(wrong)).toMatchObject({ latitude: expect.closeTo(51.05, 1) });
    expect(await placeOf(strange)).toMatchObject({ latitude: expect.closeTo(51.05, 1) });
  });

  test('whose address cannot be found are listed, until it can', async () => {
    await aJob('J-1', { siteAddress: 'Xyzzystraat 12', siteCountry: 'BE' });
    await aResource('R-1', { homeCity: 'Xyzzy', homeCountry: 'BE' });
    await aJob('J-2');
    await aJob('J-3', { siteCountry: 'BE' });
    expect(await failures()).toEqual([]);
    expect(await round()).toMatchObject({ found: 0, failed: 2 });
    const listed = await tenant.client.get('/geocode/failures');
    expect(listed.headers.get('x-total-count')).toBe('2');
    expect(listed.body).toMatchObject([
      { entity: 'Job', key: 'ERP/S/J-1', address: 'Xyzzystraat 12', country: 'BE' },
      { entity: 'Resource', key: 'R-1', address: 'Xyzzy', country: 'BE' },
    ]);
    expect((await tenant.client.get('/geocode/failures?limit=1&page=2')).body).toMatchObject([{ key: 'R-1' }]);
    expect((await tenant.client.get('/geocode/failures?limit=0')).status).toBe(400);
    await aJob('J-1', { siteAddress: 'Xyzzystraat 12, 9000 Gent' });
    await tenant.client.del('/resource', { resourceNo: 'R-1' });
    await round();
    expect(await failures()).toEqual([]);
  });

  test('a failure is shown to its own tenant, and to keys of its own SourceApp only', async () => {
    await aJob('J-1', { siteAddress: 'Xyzzystraat 12', siteCountry: 'BE' });
    await round();
    const stranger = await service.tenant();
    expect((await stranger.client.get('/geocode/failures')).body).toEqual([]);
    const get = async (sourceApps: string[]) => {
      const key = await tenant.addKey({ sourceApps });
      return (await fetch(`${service.baseUrl}/geocode/failures`, { headers: { 'x-api-key': key } })).json();
    };
    expect(await get(['CRM'])).toEqual([]);
    expect(await get(['erp'])).toMatchObject([{ key: 'ERP/S/J-1' }]);
  });
});

test('a place that was found for another address does not count, even before the new one is found', async () => {
  const job = await aJob('J-1', { siteCity: 'Gent', siteCountry: 'BE' });
  await round();
  expect(await placeOf(job)).toMatchObject({ latitude: expect.closeTo(51.05, 1) });
  await aJob('J-1', { siteCity: 'Antwerpen' });
  expect(await placeOf(job)).toBeUndefined();
  await round();
  expect(await placeOf(job)).toMatchObject({ latitude: expect.closeTo(51.22, 1) });
  // The log has the location again, also when it is the same: it did not count in between.
  const { next } = (await tenant.client.get('/changes')).body;
  await aJob('J-1', { siteStreet: 'Meir' });
  await round();
  const { changes } = (await tenant.client.get(`/changes?after=${next}`)).body;
  expect(changes).toMatchObject([
    { actor: expect.stringContaining('key:') },
    { actor: 'geocoder', before: { located: null } },
  ]);
});

describe('a round', () => {
  test('that finds nothing new does nothing, and an address is looked for once', async () => {
    answer = () => house;
    await aJob('J-1', { siteAddress: 'Botermarkt 1, Gent', siteCountry: 'BE' });
    await aJob('J-2', { siteAddress: 'BOTERMARKT 1, GENT', siteCountry: 'BE' });
    expect(await round()).toMatchObject({ found: 2 });
    expect(asked).toBe(1);
    expect(await waitingTenants(service.deps)).toContain(tenant.tenant.id);
    // What it noted itself is read, and passed over.
    expect(await round()).toEqual({ found: 0, failed: 0, isDone: true });
    expect(await waitingTenants(service.deps)).not.toContain(tenant.tenant.id);
    await aJob('J-1', { shortDescription: 'another' });
    expect(await round()).toMatchObject({ found: 0, failed: 0 });
    expect(asked).toBe(1);
  });

  test('logs the location of a record, without a new version of it', async () => {
    const job = await aJob('J-1', { siteCity: 'Gent', siteCountry: 'BE' });
    const { next } = (await tenant.client.get('/changes')).body;
    await round();
    const { changes } = (await tenant.client.get(`/changes?after=${next}`)).body;
    expect(changes).toMatchObject([
      {
        entity: 'Job',
        id: job,
        action: 'updated',
        version: 1,
        actor: 'geocoder',
        origin: 'system',
        before: { located: null },
        after: { located: { latitude: expect.closeTo(51.05, 1) } },
      },
    ]);
  });

  test('asks a number of statements that does not grow with the records', async () => {
    const measure = async (count: number): Promise<number> => {
      tenant = await service.tenant();
      const jobs = Array.from({ length: count }, (_, n) => ({
        ...base,
        jobNo: `J-${n}`,
        siteAddress: `${n} Botermarkt 1, Gent`,
        siteCountry: 'BE',
      }));
      await tenant.client.post('/job', jobs);
      service.statements();
      await round();
      // The cache is asked for each address.
      return service.statements().filter((text) => !text.includes('geocode_cache')).length;
    };
    expect(await measure(40)).toBe(await measure(2));
  });

  test('that loses its place to another one writes nothing', async () => {
    const job = await aJob('J-1', { siteCity: 'Gent', siteCountry: 'BE' });
    const { db } = service.deps;
    // Another process moves on while this one is asking.
    answer = async () => {
      await db.query('update geocode_state set seen = seen + 1 where tenant_id = $1', [tenant.tenant.id]);
      return house;
    };
    expect(await round()).toMatchObject({ found: 0 });
    expect(await placeOf(job)).toBeUndefined();
  });

  test('is left to the process that has begun it, until that is given up', async () => {
    const job = await aJob('J-1', { siteCity: 'Gent', siteCountry: 'BE' });
    const { db } = service.deps;
    const lease = (until: string) =>
      db.query(
        `insert into geocode_state (tenant_id, leased_until) values ($1, now() + $2::interval)
         on conflict (tenant_id) do update set leased_until = excluded.leased_until`,
        [tenant.tenant.id, until],
      );
    await lease('1 minute');
    expect(await waitingTenants(service.deps)).not.toContain(tenant.tenant.id);
    expect(await round()).toMatchObject({ found: 0 });
    expect(await placeOf(job)).toBeUndefined();
    await lease('-1 second');
    expect(await round()).toMatchObject({ found: 1 });
    expect(await placeOf(job)).toBeDefined();
  });

  test('that fails is done again, and so is one that was stopped', async () => {
    const job = await aJob('J-1', { siteCity: 'Gent', siteCountry: 'BE' });
    const stopped = new AbortController();
    stopped.abort();
    expect(await geocodeMissing(service.deps, tenant.tenant.id, stopped.signal)).toEqual({
      found: 0,
      failed: 0,
      isDone: false,
    });
    const { gazetteers } = service.deps.geocoding;
    const broken = vi.spyOn(gazetteers, 'of').mockRejectedValue(new Error('the disk is gone'));
    await expect(round()).rejects.toThrow('the disk is gone');
    broken.mockRestore();
    expect(await round()).toMatchObject({ found: 1 });
    expect(await placeOf(job)).toBeDefined();
  });

  test('reads a log that is longer than itself to its end', async () => {
    const jobs = Array.from({ length: 1500 }, (_, n) => ({
      ...base,
      jobNo: `J-${n}`,
      siteCity: 'Gent',
      siteCountry: 'BE',
    }));
    await tenant.client.post('/job', jobs);
    let found = 0;
    for (let isDone = false; !isDone; ) {
      const done = await round();
      found += done.found;
      isDone = done.isDone;
    }
    expect(found).toBe(1500);
    expect(asked).toBe(1);
  });
});

describe('what was found in an emergency', () => {
  test('is looked for again when the provider is back', async () => {
    answer = () => {
      throw new Error('down');
    };
    const job = await aJob('J-1', { siteAddress: 'Kouter 1, Gent', siteCountry: 'BE' });
    await round();
    expect(await placeOf(job)).toMatchObject({ precision: 'city' });
    answer = () => house;
    await round();
    expect(await placeOf(job)).toMatchObject({ precision: 'city' });
    await service.deps.db.query(
      'update geocode_result set retry_at = now() where tenant_id = $1 and retry_at is not null',
      [tenant.tenant.id],
    );
    expect(await waitingTenants(service.deps)).toContain(tenant.tenant.id);
    await round();
    expect(await placeOf(job)).toMatchObject({ precision: 'house', latitude: house.latitude });
  });

  test('is looked for again when a pack is added, and what was not found as well', async () => {
    const near = await aJob('J-1', { siteAddress: '9050 Ledeberg', siteCountry: 'BE' });
    const area = await aJob('J-2', { sitePostcode: '9050', siteCountry: 'BE' });
    // The area of this code is too large to send anybody to its main town.
    const lost = await aJob('J-3', { sitePostcode: '37073', siteCountry: 'DE' });
    await round();
    expect(await placeOf(area)).toMatchObject({ precision: 'city' });
    expect(await placeOf(lost)).toBeUndefined();
    await addPacks(service.deps, readFileSync(HANDMADE), 'packs.txt');
    await round();
    expect(await placeOf(near)).toMatchObject({ precision: 'postcode' });
    expect(await placeOf(area)).toMatchObject({ precision: 'postcode' });
    expect(await placeOf(lost)).toMatchObject({ precision: 'postcode' });
    expect(await failures()).toEqual([]);
    await dropPack(service.deps, 'BE');
  });
});

describe('the background', () => {
  test('finds what is written while it runs, for every tenant, and stops on request', async () => {
    const stopping = new AbortController();
    const running = followChanges(service.deps, geocode, stopping.signal);
    const job = await aJob('J-1', { siteCity: 'Gent', siteCountry: 'BE' });
    await vi.waitFor(async () => expect(await placeOf(job)).toBeDefined(), { timeout: 60_000, interval: 50 });
    tenant = await service.tenant();
    const other = await aJob('J-1', { siteCity: 'Gent', siteCountry: 'BE' });
    await vi.waitFor(async () => expect(await placeOf(other)).toBeDefined(), { timeout: 60_000, interval: 50 });
    stopping.abort();
    await running;
  });
});
