import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { preparedPlace } from './prepared-place.ts';
import { aJob, hasProgram, loudly, Place, request, type Service } from './process.ts';

const run = promisify(execFile);
const curlIsThere = loudly(hasProgram('curl') && hasProgram('bash'), 'the printed curl line, for want of curl or bash');

const administrator = /administrator +(\S+) +password (\S+)/;

async function tokenFor(service: Service, username: string, password: string): Promise<string> {
  const { status, body } = await request(service.address, {}, '/tokens', { username, password });
  expect(status).toBe(200);
  return body.access_token;
}

describe('the first start', () => {
  let place: Place;
  let service: Service;
  beforeAll(async () => {
    place = await Place.make();
    service = await place.start();
  });
  afterAll(() => place.remove());

  test('prints an address that answers, the tenant, the administrator with a password, and a key', async () => {
    const said = service.stdout();
    expect(said).toMatch(/^ +tenant +main$/m);
    expect(said).toMatch(administrator);
    expect(service.key).toMatch(/^os_[\w-]{43}$/);
    expect((await request(service.address, {}, '/health/ready')).status).toBe(200);
    expect((await request(service.address, service.key, '/whoami')).body).toMatchObject({
      tenant: 'main',
      timeZone: 'UTC',
    });
  });

  test('prints a password that signs the administrator in', async () => {
    const [, email = '', password = ''] = administrator.exec(service.stdout()) ?? [];
    const token = await tokenFor(service, email, password);
    const { body } = await request(service.address, { authorization: `Bearer ${token}` }, '/whoami');
    expect(body).toMatchObject({ actor: `user:${email}`, scopes: expect.arrayContaining(['admin']) });
  });

  test.runIf(curlIsThere)('prints a curl line that works exactly as it is printed', async () => {
    const [line = ''] = /^ +curl [\s\S]*?\]'$/m.exec(service.stdout()) ?? [];
    expect(line).not.toBe('');
    const { stdout } = await run('bash', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, statusCode: 200, counts: { created: 1 } });
    const { body } = await request(service.address, service.key, '/job');
    expect(body).toMatchObject([{ jobNo: 'J-1', shortDescription: 'Pump maintenance' }]);
  });

  test('keeps the data folder, the secret and the database password to its owner', async () => {
    const modes = ['.', 'jwt-secret', 'postgres', 'postgres.password'].map(async (name) => {
      const { mode } = await stat(path.join(place.dataDir, name));
      return [name, (mode & 0o777).toString(8)];
    });
    expect(Object.fromEntries(await Promise.all(modes))).toEqual({
      '.': '700',
      'jwt-secret': '600',
      postgres: '700',
      'postgres.password': '600',
    });
  });
});

describe('the second start', () => {
  let place: Place;
  afterEach(() => place.remove());

  test('prints no key and no password, and finds records, key and tokens of the first', async () => {
    place = await preparedPlace();
    const first = await place.start();
    const [, email = '', password = ''] = administrator.exec(first.stdout()) ?? [];
    const token = await tokenFor(first, email, password);
    await request(first.address, first.key, '/import', [aJob('J-1')]);
    first.kill('SIGTERM');
    expect(await first.ended).toEqual({ code: 0, signal: null });

    const second = await place.start({ BOOTSTRAP_API_KEY: 'a key that comes too late' });
    expect(second.stdout()).not.toMatch(/API key|password|curl|tenant /);
    const jobs = await request(second.address, first.key, '/job');
    expect(jobs.body).toMatchObject([{ jobNo: 'J-1' }]);
    const whoami = await request(second.address, { authorization: `Bearer ${token}` }, '/whoami');
    expect(whoami.body).toMatchObject({ tenant: 'main', actor: `user:${email}` });
    const late = await request(second.address, 'a key that comes too late', '/whoami');
    expect(late.status).toBe(401);
  });
});

describe('values that the operator chose', () => {
  const chosen = {
    BOOTSTRAP_TENANT: 'Acme Ltd',
    BOOTSTRAP_TIME_ZONE: 'Europe/Brussels',
    BOOTSTRAP_API_KEY: 'chosen-api-key-of-acme',
    BOOTSTRAP_ADMIN_EMAIL: 'chief@acme.example',
    BOOTSTRAP_ADMIN_PASSWORD: 'chosen password of the boss',
  };
  let place: Place;
  let service: Service;
  beforeAll(async () => {
    place = await preparedPlace();
    service = await place.start(chosen);
  });
  afterAll(() => place.remove());

  test('count at the first start', async () => {
    expect((await request(service.address, chosen.BOOTSTRAP_API_KEY, '/whoami')).body).toMatchObject({
      tenant: 'Acme Ltd',
      timeZone: 'Europe/Brussels',
    });
    await tokenFor(service, chosen.BOOTSTRAP_ADMIN_EMAIL, chosen.BOOTSTRAP_ADMIN_PASSWORD);
  });

  test('are not printed where they are secret', () => {
    const said = service.stdout() + service.stderr();
    expect(said).toContain('Acme Ltd');
    expect(said).not.toContain(chosen.BOOTSTRAP_API_KEY);
    expect(said).not.toContain(chosen.BOOTSTRAP_ADMIN_PASSWORD);
  });

  test.runIf(curlIsThere)('make a curl line that works in the shell that holds them', async () => {
    const [line = ''] = /^ +curl [\s\S]*?\]'$/m.exec(service.stdout()) ?? [];
    const { stdout } = await run('bash', ['-c', line], { env: { ...process.env, ...chosen } });
    expect(JSON.parse(stdout)).toMatchObject({ success: true });
  });

  test('make one more tenant, and leave the others alone, when they name a new one', async () => {
    service.kill('SIGTERM');
    await service.ended;
    const next = await place.start({ BOOTSTRAP_TENANT: 'Second' });
    expect(next.stdout()).toMatch(/^ +tenant +Second$/m);
    expect((await request(next.address, next.key, '/whoami')).body.tenant).toBe('Second');
    expect((await request(next.address, chosen.BOOTSTRAP_API_KEY, '/whoami')).body.tenant).toBe('Acme Ltd');
  });
});
