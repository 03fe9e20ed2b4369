import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Environment, Place, request, type Service, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

let place: Place;
let shared: SharedDatabase;
beforeEach(async () => {
  [place, shared] = [await Place.make(), await SharedDatabase.make()];
});
afterEach(async () => {
  await place.remove();
  await shared.remove();
});

/** Starts a service and has it make links: those of two mails, and the address of a calendar feed. */
async function links(env: Environment): Promise<{ service: Service; found: string[] }> {
  const service = await place.start({ DATABASE_URL: shared.url, ...env });
  const { address, key } = service;
  await request(address, key, '/user', [{ email: 'a@example.com' }, { email: 'b@example.com' }]);
  await request(address, key, '/resource', { resourceNo: 'R' });
  const feed = await request(address, key, '/calendarFeed', { resourceNo: 'R' });
  const folder = path.join(place.dataDir, 'mail');
  const mails = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  await until(async () => (await mails()).length === 2, 'the mails');
  const texts = await Promise.all((await mails()).map((name) => readFile(path.join(folder, name), 'utf8')));
  const found = texts.map((text) => /http\S+/.exec(text.replace(/=\r\n/g, ''))?.[0] ?? text);
  return { service, found: [...found, feed.body.url] };
}

const warnings = ({ stdout }: Service): string[] =>
  stdout()
    .split('\n')
    .filter((line) => line.includes('PUBLIC_URL is not set'));

test('links begin with PUBLIC_URL, whatever the service listens on', async () => {
  const { service, found } = await links({ HOST: '0.0.0.0', PUBLIC_URL: 'https://planning.example.com/openslot/' });
  for (const link of found)
    expect(link).toMatch(/^https:\/\/planning\.example\.com\/openslot\/(app\/invitation|feed)\/[\w-]{43}/);
  expect(warnings(service)).toEqual([]);
  const description = await request(service.address, {}, '/docs/json');
  expect(description.body.servers).toEqual([
    { url: 'https://planning.example.com/openslot', description: 'Production' },
  ]);
});

test('without it they use the address the service listens on, with the port that it got', async () => {
  const { service, found } = await links({});
  for (const link of found) expect(link.startsWith(`${service.address}/`), link).toBe(true);
  expect(warnings(service)).toEqual([]);
});

test('without it a service that others can reach warns, once', async () => {
  const { service } = await links({ HOST: '0.0.0.0' });
  expect(warnings(service)).toHaveLength(1);
});
