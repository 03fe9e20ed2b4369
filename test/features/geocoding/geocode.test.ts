import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GeocodeProvider, GeocodeQuery, Located } from '../../../src/domain/geocoding.ts';
import { addPacks, dropPack } from '../../../src/features/geocoding/packs.ts';
import { HANDMADE } from '../../support/packs.ts';
import { sharedService, startService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

const text = (address: string, country: string) =>
  tenant.client.get(`/geocode?${new URLSearchParams({ address, country })}`);

describe('GET /geocode', () => {
  test('answers a coordinate with its precision, its source and how sure it is', async () => {
    const answer = await text('Botermarkt 1, 9000 Gent', 'BE');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      latitude: expect.closeTo(51.05, 1),
      longitude: expect.closeTo(3.72, 1),
      precision: 'city',
      source: 'GeoNames (CC BY 4.0)',
      confidence: expect.any(Number),
      displayName: 'Gent, Flanders, Belgium',
    });
  });

  test.each(['BE', 'be', 'BEL', 'België', 'Belgique', 'BELGIUM'])('takes the country as %s', async (country) => {
    expect((await text('Gent', country)).body).toMatchObject({ displayName: 'Gent, Flanders, Belgium' });
  });

  test.each([
    ['?address=%20&country=BE', 'address'],
    ['?address=Gent', 'country'],
  ])('%s is 400: something is missing', async (query, parameter) => {
    const answer = await tenant.client.get(`/geocode${query}`);
    expect([answer.status, answer.body.Code, answer.body.parameter]).toEqual([400, 'REQ008', parameter]);
  });

  test('names of parameters compare without case, as everywhere', async () => {
    const answer = await tenant.client.get('/Geocode?Address=Gent&Country=BE');
    expect(answer.body).toMatchObject({ displayName: 'Gent, Flanders, Belgium' });
  });

  test.each([
    ['xyzzy', 'BE'],
    ['4 Rue des Mouettes', 'FR'],
    ['Gent', 'Atlantis'],
    ['Gent', 'DD'],
    ['Paris, France', 'BE'],
    ['\0', 'BE'],
  ])('%j in %s is an empty result, not an error', async (address, country) => {
    const answer = await text(address, country);
    expect([answer.status, answer.body]).toEqual([200, {}]);
  });

  test('an address of more than 1,000 characters is 400', async () => {
    const answer = await text('x'.repeat(1001), 'BE');
    expect([answer.status, answer.body.Code]).toEqual([400, 'REQ013']);
  });
});

describe('POST /geocode', () => {
  test('takes the address in one text, with or without a country, and tries the parts first', async () => {
    const post = async (body: object) => (await tenant.client.post('/geocode', body)).body;
    const gent = { displayName: 'Gent, Flanders, Belgium' };
    expect(await post({ address: 'Botermarkt 1, 9000 Gent', country: 'BE' })).toMatchObject(gent);
    expect(await post({ Address: 'Botermarkt 1, 9000 Gent' })).toMatchObject(gent);
    expect(await post({ address: 'Botermarkt 1, 9000 Gent, Belgium' })).toMatchObject(gent);
    expect(await post({ address: 'Antwerpen', city: 'Gent', country: 'BE' })).toMatchObject(gent);
    expect(await post({ address: '9000 Gent', street: 'Botermarkt 1', country: 'BE' })).toMatchObject(gent);
    expect(await post({ address: 'xyzzy', country: 'BE' })).toEqual({});
    expect(await post({ address: ' ' })).toEqual({});
  });

  test('takes any of the parts, in any case, and numbers for texts', async () => {
    for (const body of [
      { street: 'Botermarkt', streetNo: '1', zipCode: '9000', city: 'Gent', country: 'BE' },
      { Street: 'Botermarkt', StreetNo: 1, ZipCode: 9000, City: 'gent', Country: 'Belgium' },
      { city: 'Gent', country: 'BEL', state: null },
      { city: 'Gent', unknown: [1], country: 'be' },
    ])
      expect((await tenant.client.post('/geocode', body)).body).toMatchObject({
        displayName: 'Gent, Flanders, Belgium',
      });
  });

  test('finds the country of a large town by itself, and is less sure of it', async () => {
    const alone = (await tenant.client.post('/geocode', { city: 'Antwerpen' })).body as Located;
    const limited = (await tenant.client.post('/geocode', { city: 'Antwerpen', country: 'BE' })).body as Located;
    expect(alone.displayName).toBe(limited.displayName);
    expect(alone.confidence).toBeLessThan(limited.confidence);
    const inStreet = await tenant.client.post('/geocode', { street: 'Meir 1, 2000 Antwerpen, Belgium' });
    expect(inStreet.body).toMatchObject({ displayName: limited.displayName });
  });

  test('a country alone is found as a country', async () => {
    expect((await tenant.client.post('/geocode', { country: 'BE' })).body).toMatchObject({
      precision: 'country',
      displayName: 'Belgium',
    });
  });

  test.each<[string, unknown, number, string]>([
    ['no body', undefined, 400, 'REQ001'],
    ['an empty text', '', 400, 'REQ001'],
    ['null', 'null', 400, 'REQ001'],
    ['an empty object', {}, 400, 'REQ015'],
    ['an object for a part', { city: { name: 'Gent' } }, 400, 'REQ014'],
  ])('%s is refused', async (_title, body, status, code) => {
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await tenant.client.send('POST', '/geocode', body, headers);
    expect([answer.status, answer.body.Code]).toEqual([status, code]);
  });

  test('parts that say too little are an empty result', async () => {
    for (const body of [
      { city: '' },
      { street: 'Kerkstraat', streetNo: '12', country: 'BE' },
      { state: 'Flanders' },
      { city: 'Gent', country: 'Atlantis' },
    ])
      expect(await tenant.client.post('/geocode', body)).toMatchObject({ status: 200, body: {} });
  });
});

describe('the module basicMap', () => {
  test('is on for a new tenant, and without it every route is 403', async () => {
    const other = await service.tenant();
    expect((await other.client.get('/geocode?address=Gent&country=BE')).status).toBe(200);
    await service.deps.db.query(`update tenant set modules = array_remove(modules, 'basicMap') where id = $1`, [
      other.tenant.id,
    ]);
    for (const answer of [
      await other.client.get('/geocode?address=Gent&country=BE'),
      await other.client.post('/geocode', { city: 'Gent' }),
      await other.client.get('/geocode/failures'),
    ])
      expect([answer.status, answer.body.Code]).toEqual([403, 'USR005']);
  });
});

describe('country packs', () => {
  test('make answers nearer from one request to the next, and leave as they came', async () => {
    const address = '9050 Ledeberg';
    expect((await text(address, 'BE')).body).not.toMatchObject({ precision: 'postcode' });
    const added = await addPacks(service.deps, readFileSync(HANDMADE), 'packs.txt');
    expect(added).toContainEqual({ country: 'BE', rows: 8 });
    expect((await text(address, 'BE')).body).toMatchObject({
      latitude: expect.closeTo(51.037, 2),
      longitude: expect.closeTo(3.743, 2),
      precision: 'postcode',
      displayName: '9050 Ledeberg, Vlaanderen, Belgium',
    });
    await dropPack(service.deps, 'BE');
    expect((await text(address, 'BE')).body).not.toMatchObject({ precision: 'postcode' });
  });

  test('what is not a pack changes nothing', async () => {
    for (const [file, why] of [
      ['', 'it is empty'],
      ['hello\nworld\n', 'line 1'],
      ['BE\t9000\tGent\tVlaanderen\tVLG\t\t\t\t\tnorth\t3.7\t', 'out of range'],
    ])
      await expect(addPacks(service.deps, Buffer.from(file ?? ''), 'x.txt')).rejects.toThrow(why);
    await expect(addPacks(service.deps, readFileSync(HANDMADE), 'BE.zip', 'ZW')).rejects.toThrow(
      'contains no rows of ZW',
    );
    await expect(dropPack(service.deps, 'ZW')).rejects.toThrow('There is no pack for ZW');
  });
});

describe('a provider', () => {
  const asked: GeocodeQuery[] = [];
  let answer: () => Located | null;
  const provider: GeocodeProvider = {
    name: 'test',
    ask: async (query) => {
      asked.push(query);
      return answer();
    },
  };
  const house: Located = {
    latitude: 51.05428,
    longitude: 3.72496,
    precision: 'house',
    source: 'Test',
    confidence: 0.95,
    displayName: 'Stadhuis',
  };
  let withProvider: TestService;
  let client: TestTenant['client'];
  beforeAll(async () => {
    withProvider = await startService({ geocoding: { provider } });
    client = (await withProvider.tenant()).client;
  });
  afterAll(() => withProvider.close());
  const get = (address: string) => client.get(`/geocode?${new URLSearchParams({ address, country: 'BE' })}`);

  test('is asked once for an address, however it is written, and by every tenant', async () => {
    asked.length = 0;
    answer = () => house;
    expect((await get('Botermarkt 1, Gent')).body).toEqual(house);
    expect((await get('BOTERMARKT 1 gent')).body).toEqual(house);
    const other = await withProvider.tenant();
    expect((await other.client.get('/geocode?address=botermarkt+1,+gent&country=Belgium')).body).toEqual(house);
    expect(asked).toEqual([{ country: 'BE', address: 'Botermarkt 1, Gent' }]);
  });

  test('that knows no such address is not asked again for a while, and the offline data answer', async () => {
    asked.length = 0;
    answer = () => null;
    for (let times = 0; times < 2; times++)
      expect((await get('Onbestaandestraat 99, Gent')).body).toMatchObject({
        precision: 'city',
        displayName: 'Gent, Flanders, Belgium',
      });
    expect(asked).toHaveLength(1);
    const [row] = await withProvider.deps.db.query<{ days: number }>(
      `select round(extract(epoch from max(expires_at) filter (where answer is null) - now()) / 86400)::int as days from geocode_cache`,
    );
    expect(row?.days).toBe(7);
  });

  test('an answer that has grown old is asked for again, and old ones leave', async () => {
    asked.length = 0;
    answer = () => house;
    await get('Kouter 1, Gent');
    await withProvider.deps.db.query(`update geocode_cache set expires_at = now() - interval '1 second'`);
    await get('Kouter 1, Gent');
    expect(asked).toHaveLength(2);
    const [row] = await withProvider.deps.db.query<{ count: number }>('select count(*) as count from geocode_cache');
    expect(row?.count).toBe(1);
  });

  test('that is down is replaced by the offline data, and its silence is not kept', async () => {
    asked.length = 0;
    answer = () => {
      throw new Error('connection refused');
    };
    expect((await get('Veldstraat 5, Gent')).body).toMatchObject({ precision: 'city' });
    answer = () => house;
    expect((await get('Veldstraat 5, Gent')).body).toEqual(house);
    expect(asked).toHaveLength(2);
  });
});
