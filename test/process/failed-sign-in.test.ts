import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Place, request, type Service, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

const PASSWORD = 'correct horse battery';
/** Loaded before the service: says so each time a key is derived. */
const WATCH = `const crypto = require('node:crypto');
const { scrypt } = crypto;
crypto.scrypt = (...all) => { process.stderr.write('derived\\n'); return scrypt(...all); };
require('node:module').syncBuiltinESMExports();`;

let place: Place;
let shared: SharedDatabase;
let service: Service;
beforeAll(async () => {
  [place, shared] = [await Place.make(), await SharedDatabase.make()];
  const watch = path.join(place.home, 'watch.cjs');
  await writeFile(watch, WATCH);
  service = await place.start({ DATABASE_URL: shared.url, NODE_OPTIONS: `--require ${watch}`, RATE_LIMIT: '0' });
  const other = await place.run(['key', 'create', await otherTenant(), '--name', 'x', '--scopes', 'admin'], {
    DATABASE_URL: shared.url,
  });
  const otherKey = /os_[\w-]{43}/.exec(other.stdout)?.[0] ?? '';
  const users = [
    { email: 'known@example.com', password: PASSWORD },
    { email: 'both@example.com', password: PASSWORD },
    { email: 'invited@example.com' },
    { email: 'disabled@example.com', password: PASSWORD, enabled: false },
  ];
  expect((await request(service.address, service.key, '/user', users)).status).toBe(200);
  const elsewhere = [{ email: 'both@example.com', password: 'gravel orchard lantern' }];
  expect((await request(service.address, otherKey, '/user', elsewhere)).status).toBe(200);
});
afterAll(async () => {
  await place.remove();
  await shared.remove();
});

async function otherTenant(): Promise<string> {
  await place.run(['tenant', 'create', 'other'], { DATABASE_URL: shared.url });
  return 'other';
}

const derived = (): number =>
  service
    .stderr()
    .split('\n')
    .filter((line) => line === 'derived').length;

test.each(['/tokens', '/session'])('a failed sign-in at %s does not tell whether the address exists', async (route) => {
  const seen = [];
  for (const [username, password] of [
    ['known@example.com', 'not the password'],
    ['both@example.com', 'not the password'],
    ['invited@example.com', 'not the password'],
    ['disabled@example.com', PASSWORD],
    ['nobody@example.com', 'not the password'],
    ['no address at all', 'not the password'],
  ]) {
    const before = derived();
    const { status, body } = await request(service.address, {}, route, { username, password });
    // The line comes through a pipe.
    await until(() => derived() > before, 'the derivation');
    const { requestId: _, ...told } = body;
    seen.push(JSON.stringify({ status, told, derived: derived() - before }));
  }
  expect(seen[0]).toMatch(/"status":401.*"Code":"USR001".*"derived":1/);
  expect([...new Set(seen)]).toEqual([seen[0]]);
});
