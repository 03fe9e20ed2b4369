import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preparedPlace } from './prepared-place.ts';
import { cli, type Place, type Process, repository } from './process.ts';

let place: Place;
beforeAll(async () => {
  place = await preparedPlace();
});
afterAll(() => place.remove());

interface Demo {
  readonly started: Process;
  readonly address: string;
  readonly people: readonly (readonly [email: string, password: string])[];
}

async function start(...more: string[]): Promise<Demo> {
  const { scripts } = JSON.parse(await readFile(path.join(repository, 'package.json'), 'utf8'));
  const command = (scripts.demo as string).split(' ').map((part) => (part === 'node' ? process.execPath : part));
  const started = place.spawn([...command.map((part) => (part === 'dist/cli.js' ? cli : part)), ...more]);
  const [, address = ''] = await started.says(/Openslot is ready: (\S+) /);
  const people = [...started.stdout().matchAll(/(\S+@demo\.example) +password (\S+)/g)].map(
    ([, email = '', password = '']) => [email, password] as const,
  );
  return { started, address, people };
}

interface Session {
  readonly user: { readonly scopes: string[]; readonly displayName: string; readonly resourceNo: string };
}

/** Signs in as a browser does, and reads a page of the API with the session. */
async function signIn(address: string, [username, password]: readonly [string, string]) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${address}/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username, password }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const get = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${address}${path}`, { headers: { cookie } })).json()) as T;
  return { status: answer.status, session: (await answer.json()) as Session, get };
}

async function stop({ started }: Demo): Promise<void> {
  started.kill('SIGTERM');
  expect(await started.ended).toEqual({ code: 0, signal: null });
}

test('npm run demo starts a filled service, prints sign-ins that work, and does so again', async () => {
  const first = await start();
  expect(first.people).toHaveLength(2);
  const [planner, worker] = first.people as [readonly [string, string], readonly [string, string]];
  const dora = await signIn(first.address, planner);
  expect(dora.status).toBe(200);
  expect(dora.session.user.scopes).toEqual(expect.arrayContaining(['plan', 'admin']));
  expect(await dora.get('/resource')).toHaveLength(25);
  const { session } = await signIn(first.address, worker);
  const { displayName } = await dora.get<{ displayName: string }>(`/resource/${session.user.resourceNo}`);
  expect(session.user.displayName).toBe(displayName);
  const { mode } = await stat(path.join(place.dataDir, 'demo-passwords.json'));
  expect(mode & 0o077, 'only its owner reads the passwords').toBe(0);
  await stop(first);

  const second = await start();
  expect(second.people).toEqual(first.people);
  expect((await signIn(second.address, planner)).status).toBe(200);
  await stop(second);

  const fresh = await start('--fresh');
  const again = await signIn(fresh.address, worker);
  expect(again.session.user.resourceNo).toBe(session.user.resourceNo);
  expect(await (await signIn(fresh.address, planner)).get('/resource')).toHaveLength(25);
  await stop(fresh);
});
