import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BreakingProxy } from '../support/breaking-proxy.ts';
import { startService, type TestService } from '../support/service.ts';

/** The examples for Python and C#, as a reader would start them. */

let service: TestService;
let proxy: BreakingProxy;
let folder: string;
beforeAll(async () => {
  service = await startService();
  proxy = await BreakingProxy.start(service.baseUrl);
  folder = await mkdtemp(path.join(os.tmpdir(), 'openslot-clients-'));
});
afterAll(async () => {
  await proxy.stop();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** .ci/run installs both languages and sets it; elsewhere those who have neither can still run the tests. */
const isRequired = process.env['REQUIRE_LANGUAGES'] === '1';
const has = (...command: [string, ...string[]]): boolean =>
  isRequired || spawnSync(command[0], command.slice(1)).status === 0;

const run = (program: string, args: readonly string[], key: string): Promise<{ code: unknown; output: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, OPENSLOT_URL: proxy.url, OPENSLOT_API_KEY: key, PYTHONDONTWRITEBYTECODE: '1' };
    execFile(program, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, output: `${stdout}${stderr}` }),
    );
  });

/** The example through a proxy that loses the response to the first import: the repeated request must get it again. */
async function importsAJob(program: string, args: readonly string[], refusal: string): Promise<void> {
  const { key, client } = await service.tenant();
  const before = proxy.cuts;
  proxy.cutOn((bytes) => bytes.toString('latin1').startsWith('POST /import'), 'after-forward');
  expect(await run(program, args, key)).toEqual({
    code: 0,
    output: `mboc_upsertJob  ERP/SERVICE/J-1001  created
mboc_upsertTask  ERP/SERVICE/J-1001/T-1  created
T-1: Replace the seal, 2 h, version 1
refused as it should be: ${refusal}
`,
  });
  expect(proxy.cuts - before).toBe(1);
  expect((await client.get('/import/log')).body).toHaveLength(1);
  const again = await run(program, args, key);
  expect(again.output.match(/unchanged/g)).toHaveLength(2);
  const without = await run(program, args, '');
  expect(without).toEqual({ code: 1, output: 'Set OPENSLOT_API_KEY to an API key of your tenant.\n' });
}

describe.skipIf(!has('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 9))'))('Python', () => {
  test('imports a job; a lost response is fetched again, and sent again nothing changes', () =>
    importsAJob('python3', ['examples/python/import_a_job.py'], '412 APP003'));
});

describe.skipIf(!has('mcs', '--version'))('C#, compiled by Mono', () => {
  test('imports a job; a lost response is fetched again, and sent again nothing changes', async () => {
    const program = path.join(folder, 'example.exe');
    const sources = ['OpenslotClient.cs', 'Program.cs'].map((name) => path.join('examples', 'csharp', name));
    const libraries = ['-r:System.Net.Http', '-r:System.Runtime.Serialization'];
    const built = spawnSync('mcs', ['-langversion:7.2', ...libraries, `-out:${program}`, ...sources]);
    expect(built.status, String(built.stderr)).toBe(0);
    await importsAJob('mono', [program], '404 APP001');
  });
});
