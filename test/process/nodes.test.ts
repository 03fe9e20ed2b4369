import net from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aJob, cli, type Environment, Place, request, type Service, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('a database of the operator', () => {
  let shared: SharedDatabase;
  let places: Place[] = [];
  beforeEach(async () => {
    shared = await SharedDatabase.make();
  });
  afterEach(async () => {
    for (const each of places) await each.remove();
    places = [];
    await shared.remove();
  });

  async function startNode(env: Environment = {}): Promise<Service> {
    const own = await Place.make();
    places.push(own);
    return own.start({ DATABASE_URL: shared.url, ...env });
  }

  test('serves two nodes: what is written to one is read from the other, and a token of one opens the other', async () => {
    const env = { JWT_SECRET: 'a secret that both nodes have in common' };
    const first = await startNode(env);
    const second = await startNode(env);
    expect(second.key).toBe('');
    const news = request(second.address, first.key, '/changes?wait=30&entity=Job');
    const job = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J-1', shortDescription: 'Pump' };
    expect((await request(first.address, first.key, '/job', job)).status).toBe(200);
    expect((await news).body.changes).toMatchObject([{ entity: 'Job', action: 'created' }]);
    const [, username, password] = /administrator +(\S+) +password (\S+)/.exec(first.stdout()) ?? [];
    const { body } = await request(first.address, {}, '/tokens', { username, password });
    const authorization = `Bearer ${body.access_token}`;
    expect((await request(second.address, { authorization }, '/whoami')).status).toBe(200);
    expect(await places[0]!.postgresProcesses()).toEqual([]);
  });

  test.each([1, 2, 3])('gets one tenant and one key from two first starts at once (%i)', async () => {
    await shared.remove();
    shared = await SharedDatabase.empty();
    const nodes = await Promise.all([startNode(), startNode()]);
    expect(await shared.query('select name from tenant')).toEqual([{ name: 'main' }]);
    expect(await shared.query('select name from api_key')).toHaveLength(1);
    const keys = nodes.map(({ key }) => key).filter((key) => key !== '');
    expect(keys).toHaveLength(1);
    const [, username, password] =
      nodes
        .map((node) => /administrator +(\S+) +password (\S+)/.exec(node.stdout()))
        .find((printed) => printed !== null) ?? [];
    for (const { address } of nodes) {
      expect((await request(address, keys[0]!, '/whoami')).status).toBe(200);
      expect((await request(address, {}, '/tokens', { username, password })).status).toBe(200);
    }
  });

  test('that breaks all connections keeps its nodes', async () => {
    const node = await startNode();
    await request(node.address, node.key, '/whoami');
    await shared.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await until(async () => (await request(node.address, node.key, '/whoami')).status === 200, 'an answer');
    const news = request(node.address, node.key, '/changes?wait=30&entity=Job');
    await request(node.address, node.key, '/import', [aJob('J-1')]);
    expect((await news).body.changes).toHaveLength(1);
  });

  test('is enough for a worker, which opens no port', async () => {
    const own = await Place.make();
    places.push(own);
    const taken = net.createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => taken.once('listening', listening));
    const { port } = taken.address() as net.AddressInfo;
    const env = { DATABASE_URL: shared.url, ROLES: 'worker', PORT: String(port) };
    const worker = own.spawn([process.execPath, cli, 'serve'], env);
    await worker.says(/Openslot is running\./);
    expect(worker.stdout()).not.toMatch(/listening|http:|curl/i);
    taken.close();
    worker.kill('SIGTERM');
    expect(await worker.ended).toEqual({ code: 0, signal: null });
  });
});
