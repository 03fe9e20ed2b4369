import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preparedPlace } from './prepared-place.ts';
import { aCall, jobs, loudly, onLinux, type Place, repository, request, type Service } from './process.ts';

let place: Place;
let service: Service;
beforeAll(async () => {
  place = await preparedPlace();
  service = await place.start();
});
afterAll(() => place.remove());

/** MB that the process has held at most. */
async function peak(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000;
}

/** How long the main threads of the service and of this process have waited for a core, in ms: other tests run at the same time. */
async function waited(pid: number): Promise<number> {
  const waits = [pid, process.pid].map(async (each) =>
    Number((await readFile(`/proc/${each}/task/${each}/schedstat`, 'utf8')).split(' ')[1]),
  );
  return (await Promise.all(waits)).reduce((sum, ns) => sum + ns, 0) / 1e6;
}

/** How long health checks take, one after the other on one connection, until it is stopped. The wait for a core does not count. */
async function poll({ address, pid }: Service, stop: AbortSignal): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  while (!stop.aborted) {
    const before = await waited(pid);
    const start = performance.now();
    const [response] = (await once(http.get(`${address}/health/live`, { agent }), 'response')) as [
      http.IncomingMessage,
    ];
    response.resume();
    await once(response, 'end');
    expect(response.statusCode).toBe(200);
    const ms = performance.now() - start;
    took.push(Math.max(0, ms - ((await waited(pid)) - before)));
    await new Promise((next) => setTimeout(next, 5));
  }
  agent.destroy();
  return took.sort((a, b) => a - b);
}

describe.runIf(loudly(onLinux, 'the memory of the service under a flood'))('200 packed requests at once', () => {
  test('neither stop the service nor make it slow or large', async () => {
    const flood = spawn(
      process.execPath,
      [path.join(repository, 'test', 'process', 'flood.mjs'), service.address, service.key],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const lines = createInterface({ input: flood.stdout })[Symbol.asyncIterator]();
    try {
      expect((await lines.next()).value).toBe('ready');
      const stop = new AbortController();
      const polling = poll(service, stop.signal);
      flood.stdin.write('go\n');
      const answers = JSON.parse((await lines.next()).value) as Record<string, number>;
      stop.abort();
      const took = await polling;

      // Unknown callers are refused for that or for the size of the body, and get no further.
      const known = Object.keys(answers).filter((each) => each.startsWith('key '));
      const unknown = Object.keys(answers).filter((each) => !each.startsWith('key '));
      expect(unknown.toSorted()).toEqual(['/import 401', '/session 413', '/tokens 413']);
      for (const each of known) expect(each).toMatch(/^key \/import (400|413|503)$/);
      expect(Object.values(answers).reduce((sum, each) => sum + each, 0)).toBe(200);

      const p99 = took[Math.ceil(took.length * 0.99) - 1];
      const mb = await peak(service.pid);
      process.stderr.write(
        `flood: ${took.length} checks, p99 ${p99?.toFixed(0)} ms, most ${took.at(-1)?.toFixed(0)} ms, ${mb.toFixed(0)} MB, ${JSON.stringify(answers)}\n`,
      );
      expect(p99).toBeLessThanOrEqual(200);
      expect(mb).toBeLessThanOrEqual(450);
    } finally {
      flood.kill('SIGKILL');
    }

    // The same process goes on with its work.
    const imported = await request(service.address, service.key, '/import', jobs('after', 100));
    expect(imported.status, JSON.stringify(imported.body)).toBe(200);
    expect(imported.body.counts.created).toBe(100);
    expect(service.child.exitCode).toBeNull();
  });

  test('leave room for an ordinary import of nearly 32 MiB', async () => {
    const calls = Array.from({ length: 10_000 }, (_, i) =>
      aCall('mboc_upsertJob', {
        SourceApp: 'ERP',
        SourceType: 'SERVICE',
        JobNo: `L${i}`,
        ShortDescription: `Job ${i}`,
        Note: 'n'.repeat(3100),
      }),
    );
    const body = JSON.stringify(calls);
    expect(body.length).toBeGreaterThan(32_000_000);
    const imported = await request(service.address, service.key, '/import', body);
    expect(imported.body.counts).toMatchObject({ created: 10_000 });
    expect(await peak(service.pid)).toBeLessThanOrEqual(450);
  });
});
