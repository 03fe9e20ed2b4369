import { execFile } from 'node:child_process';
import net from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adjusted, pageBlocks } from '../support/page-blocks.ts';
import { aJob, cli, type Environment, Place, request, type Service, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

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

  test('shows all nodes on the status page: one that stops disappears, one that is killed is reported', async () => {
    const first = await startNode({ ROLES: 'api' });
    const second = await startNode({ ROLES: 'worker,api' });
    const [command = ''] = pageBlocks('docs/guides/operate/status-page.md', '## Read it with a program', 'sh');
    const asked = adjusted(command, { 'os_…': first.key, 'http://127.0.0.1:8080': first.address });
    const status = async (): Promise<{ nodes: { name: string; roles: string[] }[]; problems: { code: string }[] }> =>
      JSON.parse((await promisify(execFile)('bash', ['-c', asked])).stdout);
    await until(async () => (await status()).nodes.length === 2, 'two nodes');
    const { nodes, problems } = await status();
    expect(nodes.map(({ roles }) => roles.join(',')).sort()).toEqual(['api', 'worker,api']);
    expect(nodes.every(({ name }) => [first, second].some(({ pid }) => name.endsWith(`:${pid}`)))).toBe(true);
    expect(problems.filter(({ code }) => /Worker|Gone|Versions|database/.test(code))).toEqual([]);

    second.kill('SIGTERM');
    await second.ended;
    expect((await status()).problems.map(({ code }) => code)).toContain('noWorker');
    const third = await startNode();
    await until(async () => (await status()).nodes.length === 2, 'the third');
    third.kill('SIGKILL');
    await third.ended;
    // Nobody waits here until it has not reported for so long.
    await shared.query(
      `update node_heartbeat set seen_at = seen_at - interval '1 minute' where name like '%:${third.pid}'`,
    );
    const after = await status();
    expect(after.problems).toContainEqual({
      code: 'processGone',
      severity: 'warning',
      about: expect.stringMatching(new RegExp(`:${third.pid}$`)),
    });
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
