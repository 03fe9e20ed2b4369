import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EventClient } from '../support/event-client.ts';
import { Place, request, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

const key = 'the key of the outage tests';
let shared: SharedDatabase;
let place: Place;
beforeEach(async () => {
  shared = await SharedDatabase.make();
  place = await Place.make();
});
afterEach(async () => {
  await place.remove();
  await shared.remove();
});

test('a database that is away for a while is one line for each thing that needs it, not one for each attempt', async () => {
  const service = await place.start({ DATABASE_URL: shared.url, BOOTSTRAP_API_KEY: key });
  const clients = Array.from(
    { length: 20 },
    () => new EventClient(`${service.address}/changes/stream`, { 'x-api-key': key }),
  );
  await Promise.all(clients.map((client) => client.isOpen()));
  const before = service.stdout().length;
  await shared.close();
  await service.says(/connecting to the database failed, retrying/);
  // Time for many attempts: a line for each of them would be hundreds.
  await delay(15_000);
  await shared.open();
  await until(
    async () => (await request(service.address, key, '/whoami').catch(() => undefined))?.status === 200,
    'the database',
  );
  const warnings = service
    .stdout()
    .slice(before)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level, reqId }) => level >= 40 && reqId === undefined)
    .map(({ msg }) => msg as string);
  expect(warnings).toEqual([...new Set(warnings)]);
  expect(warnings.length).toBeLessThanOrEqual(12);
  for (const client of clients) client.close();
});
