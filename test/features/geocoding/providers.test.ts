import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nominatim } from '../../../src/features/geocoding/gateway/nominatim.ts';
import { photon } from '../../../src/features/geocoding/gateway/photon.ts';
import { PoliteClient, type PoliteOptions } from '../../../src/platform/outbound/polite-client.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let url: string;
let handle: Handler;
let asked: { readonly url: URL; readonly headers: IncomingMessage['headers']; readonly at: number }[];
const clients: PoliteClient[] = [];
const never = new AbortController().signal;

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Handler =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push({ url: new URL(request.url ?? '/', 'http://x'), headers: request.headers, at: performance.now() });
    handle(request, response);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

function client(options: Partial<PoliteOptions> = {}): PoliteClient {
  const made = new PoliteClient({
    url,
    userAgent: 'Openslot test (ops@example.com)',
    intervalMs: 0,
    timeoutMs: 2000,
    ...options,
  });
  clients.push(made);
  return made;
}

/** Of the same shape as Nominatim's own. */
const aPlace = {
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  lat: '51.0543',
  lon: '3.7250',
  category: 'building',
  type: 'townhall',
  place_rank: 30,
  addresstype: 'building',
  display_name: 'Stadhuis, 1, Botermarkt, Gent, 9000, België',
  address: { house_number: '1', road: 'Botermarkt', city: 'Gent', postcode: '9000', country_code: 'be' },
};

describe('Nominatim', () => {
  test('is asked in free text, limited to the country, by a client that says who it is', async () => {
    handle = json([aPlace]);
    expect(await nominatim(client()).ask({ country: 'BE', address: 'Botermarkt 1, Gent' }, never)).toEqual({
      latitude: 51.0543,
      longitude: 3.725,
      precision: 'house',
      source: 'Nominatim (Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright)',
      confidence: 0.95,
      displayName: 'Stadhuis, 1, Botermarkt, Gent, 9000, België',
    });
    const [{ url: target, headers } = { url: new URL(url), headers: {} }] = asked;
    expect(target.pathname).toBe('/search');
    expect(Object.fromEntries(target.searchParams)).toEqual({
      format: 'jsonv2',
      addressdetails: '1',
      limit: '1',
      countrycodes: 'be',
      q: 'Botermarkt 1, Gent',
    });
    expect(headers['user-agent']).toBe('Openslot test (ops@example.com)');
  });

  test('is asked by parts without q, because the two do not mix', async () => {
    handle = json([aPlace]);
    const address = { street: 'Botermarkt', streetNo: '1', zipCode: '9000', city: 'Gent', state: '' };
    await nominatim(client()).ask({ country: 'BE', address }, never);
    const sent = Object.fromEntries(asked[0]?.url.searchParams ?? []);
    expect(sent).toMatchObject({ street: '1 Botermarkt', postalcode: '9000', city: 'Gent', countrycodes: 'be' });
    expect(sent).not.toHaveProperty('q');
    expect(sent).not.toHaveProperty('state');
  });

  test('keeps the path and the key of its address', async () => {
    handle = json([]);
    await nominatim(client({ url: `${url}/geo/v1?key=s3cret` })).ask({ country: undefined, address: 'Gent' }, never);
    expect(asked[0]?.url.pathname).toBe('/geo/v1/search');
    expect(asked[0]?.url.searchParams.get('key')).toBe('s3cret');
    expect(asked[0]?.url.searchParams.has('countrycodes')).toBe(false);
  });

  test('an empty list is an address that it does not know', async () => {
    handle = json([]);
    expect(await nominatim(client()).ask({ country: 'BE', address: 'x' }, never)).toBeNull();
  });

  test('an answer in another country is none', async () => {
    handle = json([aPlace]);
    expect(await nominatim(client()).ask({ country: 'NL', address: 'Gent' }, never)).toBeNull();
  });

  test.each([
    [{ addresstype: 'road', place_rank: 26, address: { country_code: 'be' } }, 'street'],
    [{ addresstype: 'postcode', place_rank: 21, address: { country_code: 'be' } }, 'postcode'],
    [{ addresstype: 'city', place_rank: 16, address: { country_code: 'be' } }, 'city'],
    [{ addresstype: 'state', place_rank: 8, address: { country_code: 'be' } }, 'country'],
    [{ addresstype: 'country', place_rank: 4, address: { country_code: 'be' } }, 'country'],
  ])('%j is as near as a %s', async (fields, precision) => {
    handle = json([{ ...aPlace, ...fields }]);
    expect(await nominatim(client()).ask({ country: 'BE', address: 'x' }, never)).toMatchObject({ precision });
  });

  /** The shape of what Nominatim 5 answers in `jsonv2`, with all that it sends and we do not read. */
  const answered = (own: Record<string, unknown>, address: Record<string, string>) => [
    {
      place_id: 4711,
      licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
      osm_type: 'way',
      osm_id: 815,
      lat: '47.1234567',
      lon: '9.5432109',
      importance: 0.05,
      boundingbox: ['47.1230000', '47.1240000', '9.5430000', '9.5440000'],
      address: { ...address, country: 'Liechtenstein', country_code: 'li' },
      ...own,
    },
  ];

  test('answers of the shape that a real one sends are read', async () => {
    const read = async (answer: unknown) => {
      handle = json(answer);
      return nominatim(client()).ask({ country: 'LI', address: 'x' }, never);
    };
    const road = { category: 'highway', type: 'primary', place_rank: 26, addresstype: 'road', name: 'Dorfstrasse' };
    const name = 'Dorfstrasse, Schaan, 9494, Liechtenstein';
    expect(await read(answered({ ...road, display_name: name }, { road: 'Dorfstrasse' }))).toMatchObject({
      latitude: 47.12346,
      longitude: 9.54321,
      precision: 'street',
      displayName: name,
    });
    const code = { category: 'place', type: 'postcode', place_rank: 21, addresstype: 'postcode', name: '9494' };
    expect(await read(answered({ ...code, display_name: '9494, Liechtenstein' }, { postcode: '9494' }))).toMatchObject({
      precision: 'postcode',
    });
    expect(await read([])).toBeNull();
    handle = json('<html><body>Parameter error</body></html>', 400);
    await expect(nominatim(client()).ask({ country: 'LI', address: 'x' }, never)).rejects.toThrow('it returned 400');
  });
});

describe('Photon', () => {
  const feature = (properties: object, coordinates = [3.725, 51.0543]) => ({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: { type: 'Point', coordinates }, properties }],
  });
  const house = {
    type: 'house',
    countrycode: 'BE',
    street: 'Botermarkt',
    housenumber: '1',
    postcode: '9000',
    city: 'Gent',
    country: 'België',
  };

  test('answers with the longitude first', async () => {
    handle = json(feature(house));
    expect(await photon(client()).ask({ country: 'BE', address: 'Botermarkt 1, Gent' }, never)).toEqual({
      latitude: 51.0543,
      longitude: 3.725,
      precision: 'house',
      source: 'Photon (© OpenStreetMap contributors, ODbL 1.0)',
      confidence: 0.95,
      displayName: 'Botermarkt 1, 9000 Gent, België',
    });
    expect(asked[0]?.url.pathname).toBe('/api');
    expect(asked[0]?.url.searchParams.get('q')).toBe('Botermarkt 1, Gent, Belgium');
  });

  test('is asked for parts by another path', async () => {
    handle = json(feature({ ...house, type: 'street' }));
    const address = { street: 'Botermarkt', streetNo: '1', zipCode: '9000', city: 'Gent' };
    expect(await photon(client()).ask({ country: 'BE', address }, never)).toMatchObject({ precision: 'street' });
    expect(asked[0]?.url.pathname).toBe('/structured');
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toMatchObject({
      street: 'Botermarkt',
      housenumber: '1',
      postcode: '9000',
      city: 'Gent',
      countrycode: 'BE',
    });
  });

  test('what lies in another country is passed over', async () => {
    const abroad = feature({ ...house, countrycode: 'NL' });
    handle = json({ ...abroad, features: [...abroad.features, ...feature(house).features] });
    expect(await photon(client()).ask({ country: 'BE', address: 'Gent' }, never)).toMatchObject({ precision: 'house' });
    handle = json(abroad);
    expect(await photon(client()).ask({ country: 'BE', address: 'Gent' }, never)).toBeNull();
  });
});

describe('a service that does not behave', () => {
  const ask = (options: Partial<PoliteOptions> = {}, of = client(options)) =>
    nominatim(of).ask({ country: 'BE', address: 'Gent' }, never);

  test.each<[string, Handler, RegExp]>([
    ['fails', json('oops', 500), /returned 500/],
    ['is not JSON', json('<html>'), /not JSON/],
    ['is no list', json({ error: 'x' }), /not a list/],
    ['has no coordinate', json([{ ...aPlace, lat: 'north' }]), /no coordinate/],
    ['lies off the earth', json([{ ...aPlace, lat: '91' }]), /no coordinate/],
    ['hangs up', (_request, response) => response.destroy(), /.+/],
    ['has no end', (_request, response) => response.end(`[${' '.repeat(2_000_000)}]`), /.+/],
  ])('is a throw when it %s', async (_title, handler, message) => {
    handle = handler;
    await expect(ask()).rejects.toThrow(message);
  });

  test('is not followed elsewhere', async () => {
    handle = json('', 302, { location: `${url}/elsewhere` });
    await expect(ask()).rejects.toThrow('it returned 302');
    expect(asked).toHaveLength(1);
  });

  test('is not waited for without end', async () => {
    handle = () => {};
    await expect(ask({ timeoutMs: 150 })).rejects.toThrow();
  });

  test('is left alone for a while after a failure', async () => {
    handle = json('', 503);
    const one = client();
    await expect(ask({}, one)).rejects.toThrow('it returned 503');
    handle = json([aPlace]);
    await expect(ask({}, one)).rejects.toThrow('failed recently');
    expect(asked).toHaveLength(1);
  });

  test('a caller that has gone does not count as its failure', async () => {
    const gone = new AbortController();
    handle = (_request, response) => {
      gone.abort();
      setTimeout(() => response.end('[]'), 50);
    };
    const one = client();
    await expect(nominatim(one).ask({ country: 'BE', address: 'Gent' }, gone.signal)).rejects.toThrow();
    handle = json([]);
    expect(await ask({}, one)).toBeNull();
  });
});

describe('the interval between two requests', () => {
  test('is kept, however many ask at once', async () => {
    handle = json([]);
    const one = client({ intervalMs: 120 });
    const start = performance.now();
    await Promise.all([1, 2, 3].map((n) => nominatim(one).ask({ country: 'BE', address: `Gent ${n}` }, never)));
    const times = asked.map(({ at }) => at - start).sort((a, b) => a - b);
    // None can arrive before its turn, however busy the machine is; a timer may be a little early.
    for (const [at, time] of times.entries()) expect(time).toBeGreaterThan(at * 120 - 10);
  });

  test('a queue that is longer than an answer may take is refused', async () => {
    handle = json([]);
    const one = client({ intervalMs: 1000, timeoutMs: 500 });
    expect(await nominatim(one).ask({ country: 'BE', address: 'a' }, never)).toBeNull();
    await expect(nominatim(one).ask({ country: 'BE', address: 'b' }, never)).rejects.toThrow('too many requests');
  });
});
