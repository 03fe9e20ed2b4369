import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HANDMADE } from '../support/packs.ts';
import { zip } from '../support/zip.ts';
import { Place, request, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

const lines = readFileSync(HANDMADE, 'utf8');
const linesOf = (country: string): string =>
  lines
    .split('\n')
    .filter((line) => line.startsWith(`${country}\t`))
    .join('\n');

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let place: Place;
let shared: SharedDatabase;
beforeAll(async () => {
  place = await Place.make();
  shared = await SharedDatabase.make();
});
afterAll(async () => {
  await place.remove();
  await shared.remove();
});

describe('openslot geo', () => {
  let server: Server;
  let geonames: string;
  beforeAll(async () => {
    server = createServer(({ url }, response) => {
      const country = /^\/zip\/([A-Z]{2})\.zip$/.exec(url ?? '')?.[1] ?? '';
      if (country === 'FR') response.writeHead(302, { location: '/zip/BE.zip' }).end();
      else if (linesOf(country) === '') response.writeHead(404).end();
      else response.end(zip({ 'readme.txt': 'GeoNames, CC BY 4.0', [`${country}.txt`]: linesOf(country) }));
    });
    geonames = `${await listen(server)}/zip`;
  });
  afterAll(() => server.close());
  const geo = (...args: string[]) => place.run(['geo', ...args], { DATABASE_URL: shared.url, GEONAMES_URL: geonames });

  test('adds packs from GeoNames or from a file, lists and removes them', async () => {
    expect(await geo('add', 'BE', 'deu')).toMatchObject({
      code: 0,
      stdout: 'BE: 8 postal codes and places.\nDE: 6 postal codes and places.\n',
    });
    const packed = path.join(place.home, 'LU.txt.gz');
    await writeFile(packed, gzipSync(linesOf('LU')));
    expect(await geo('add', '--file', packed)).toMatchObject({ code: 0, stdout: 'LU: 2 postal codes and places.\n' });
    // Again, and from another source: it is replaced.
    expect(await geo('add', '--file', HANDMADE)).toMatchObject({ code: 0, stdout: expect.stringContaining('BE: 8 ') });
    const listed = (await geo('list')).stdout;
    expect(listed).toMatch(/^BE\t8 rows\tpacks.txt\tadded 20\d\d-/m);
    expect(listed).toMatch(/^LU\t2 rows\tpacks.txt\t/m);
    expect(await geo('remove', 'BE', 'LU')).toMatchObject({ code: 0, stdout: 'BE removed.\nLU removed.\n' });
    expect((await geo('list')).stdout).not.toMatch(/^(BE|LU)\t/m);
  });

  test('installs the packs of several countries, from GeoNames or from a folder, with the credit of their licence', async () => {
    const usual = await geo('install');
    expect(usual.stdout).toMatch(/^BE: 8 postal codes and places\.$/m);
    expect(usual.stdout).toContain('© GeoNames (https://www.geonames.org/), CC BY 4.0');
    // The server has no pack of some countries, and sends elsewhere for France.
    expect(usual.stderr).toMatch(/of 10 packs could not be installed\.\n(.*\n)*FR: .* returned 302/);
    expect(usual.code).toBe(1);
    await writeFile(path.join(place.home, 'LU.txt.gz'), gzipSync(linesOf('LU')));
    await writeFile(path.join(place.home, 'BE.txt'), linesOf('BE'));
    const named = await geo('install', 'LU', 'Belgium', '--from', place.home);
    expect(named).toMatchObject({ code: 0, stdout: expect.stringMatching(/^LU: 2 .*\nBE: 8 .*\nPostal codes: ©/) });
    const missing = await geo('install', 'DK', '--from', place.home);
    expect(missing.stderr).toContain('has no DK.zip, DK.txt.gz or DK.txt');
    expect(missing.code).toBe(1);
    await geo('remove', 'BE', 'LU');
  });

  test.each<[string, string[], RegExp]>([
    ['nothing is named', ['add'], /Name countries .*or a file/],
    ['both are named', ['add', 'BE', '--file', 'BE.zip'], /Name countries .*or a file/],
    ['the country is none', ['add', 'Atlantis'], /Atlantis is not a country/],
    ['there is no such pack', ['add', 'ZW'], /There is no pack for ZW at http/],
    ['it is sent elsewhere', ['add', 'FR'], /returned 302/],
    ['the file is not there', ['add', '--file', 'nowhere.zip'], /nowhere\.zip cannot be read/],
    [
      'the file is none',
      ['add', '--file', path.join(import.meta.dirname, 'geo.test.ts')],
      /not in GeoNames' postal-code format \(line 1/,
    ],
    ['nothing can be removed', ['remove', 'ZW'], /There is no pack for ZW/],
  ])('says so in plain words and ends with 1: %s', async (_title, args, message) => {
    const run = await geo(...args);
    expect(run.stderr).toMatch(message);
    expect(run.stderr).not.toMatch(/^ +at /m);
    expect(run.code).toBe(1);
  });

  test('an address that does not answer is named', async () => {
    const run = await place.run(['geo', 'add', 'BE'], { DATABASE_URL: shared.url, GEONAMES_URL: 'http://127.0.0.1:1' });
    expect(run.stderr).toMatch(/127\.0\.0\.1:1\/BE\.zip cannot be reached.*--file BE\.zip/);
    expect(run.code).toBe(1);
  });
});

describe('geocoding in the background', () => {
  const JOBS = 60;
  let provider: Server;
  let url: string;
  const asked: string[] = [];
  beforeAll(async () => {
    provider = createServer((incoming, response) => {
      asked.push(new URL(incoming.url ?? '/', 'http://x').searchParams.get('q') ?? '');
      const answer = [{ lat: '51.0', lon: '3.7', place_rank: 30, display_name: 'x', address: { country_code: 'be' } }];
      setTimeout(() => response.end(JSON.stringify(answer)), 40);
    });
    url = await listen(provider);
  });
  afterAll(() => {
    provider.closeAllConnections();
    provider.close();
  });

  test('a service that is killed in the middle goes on where it was: each address is found once, and told once', async () => {
    const env = { DATABASE_URL: shared.url, GEOCODER_URL: url, GEOCODER_INTERVAL_MS: '0' };
    const first = await place.start(env);
    const jobs = Array.from({ length: JOBS }, (_, n) => ({
      SourceApp: 'ERP',
      SourceType: 'S',
      JobNo: `J-${n}`,
      ShortDescription: 'x',
      SiteAddress: `Kouter ${n}, Gent`,
      SiteCountry: 'BE',
    }));
    expect((await request(first.address, first.key, '/job', jobs)).status).toBe(200);
    await until(() => asked.length >= 5);
    first.kill('SIGKILL');
    await first.ended;
    const before = asked.length;
    expect(before).toBeLessThan(JOBS);
    expect(await shared.query('select 1 from geocode_result')).toEqual([]);
    // As if its time had run out.
    await shared.query('update geocode_state set leased_until = null');
    const second = await place.start(env);
    await until(async () => (await shared.query('select 1 from geocode_result where latitude = 51')).length === JOBS);
    // What the first one had asked for was kept; at most one answer was still on its way.
    expect(asked.length).toBeLessThanOrEqual(JOBS + 1);
    const told = await shared.query(`select record_id from change where entity = 'Job' and after like '%located%'`);
    expect(told).toHaveLength(JOBS);
    second.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
  });
});
