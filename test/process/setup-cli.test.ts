import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Place } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

let shared: SharedDatabase;
let place: Place;
beforeAll(async () => {
  shared = await SharedDatabase.make();
  place = await Place.make();
});
afterAll(async () => {
  await place.remove();
  await shared.remove();
});

const run = (...args: string[]) => place.run(args, { DATABASE_URL: shared.url });
async function file(text: string): Promise<string> {
  const name = path.join(place.home, 'package.json5');
  await writeFile(name, text);
  return name;
}

test('a package is planned and applied from the command line', async () => {
  await run('tenant', 'create', 'Acme');
  const good = await file("{ owner: 'a@acme.example', profiles: [{ code: 'P' }], /* no more */ }");
  expect(await run('setup', 'plan', 'Acme', good)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('created\tProfile\tP'),
  });
  expect(await shared.query('select from profile')).toEqual([]);
  expect(await run('setup', 'apply', 'Acme', good)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Applied: 1 created'),
  });
  expect(await shared.query('select code from profile')).toEqual([{ code: 'P' }]);
  expect(await run('setup', 'plan', 'Acme', good)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing would change.'),
  });
  const wrong = await file("{ owner: 'a@acme.example', profiles: [{ code: 'P', layouts: ['X'] }] }");
  expect(await run('setup', 'apply', 'Acme', wrong)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('profiles[0].layouts[0]'),
  });
  const none = await file('{ profiles: [] }');
  expect(await run('setup', 'apply', 'Acme', none)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^REQ002: /),
  });
});

test('the work of the night can be done now', async () => {
  const { code, stdout } = await run('nightly');
  expect(code).toBe(0);
  for (const task of [
    'forget what has expired',
    'look again for addresses',
    'remind of keys',
    'trim the import log',
    'trim the change log',
  ])
    expect(stdout).toContain(task);
});
