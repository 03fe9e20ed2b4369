import { execFileSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageBlocks } from '../support/page-blocks.ts';
import { cli, Place, request } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

const PAGE = 'docs/guides/operate/personal-data.md';
const KEY = 'the key of the person test';

describe('the commands of docs/guides/operate/personal-data.md', () => {
  let place: Place;
  let shared: SharedDatabase;
  let address: string;
  beforeAll(async () => {
    [place, shared] = await Promise.all([Place.make(), SharedDatabase.make()]);
    const service = await place.start({
      DATABASE_URL: shared.url,
      BOOTSTRAP_API_KEY: KEY,
      BOOTSTRAP_TENANT: 'acme',
      ROLES: 'api',
    });
    address = service.address;
    const resource = { resourceNo: 'R1', resourceName: 'Ann Peeters', email: 'ann@example.com' };
    expect((await request(address, KEY, '/resource', resource)).status).toBe(200);
    const job = { sourceApp: 'ERP', sourceType: 'S', jobNo: 'J1', shortDescription: 'Ask Ann for the key' };
    expect((await request(address, KEY, '/job', job)).status).toBe(200);
    await mkdir(path.join(place.home, 'bin'));
    await writeFile(path.join(place.home, 'bin', 'openslot'), `#!/bin/sh\nexec ${process.execPath} ${cli} "$@"\n`, {
      mode: 0o755,
    });
  });
  afterAll(async () => {
    await place?.remove();
    await shared?.remove();
  });

  const shell = (script: string): string =>
    execFileSync('sh', ['-ec', script], {
      cwd: place.home,
      env: {
        DATABASE_URL: shared.url,
        DATA_DIR: place.dataDir,
        PATH: `${path.join(place.home, 'bin')}:${process.env['PATH']}`,
      },
      encoding: 'utf8',
    });

  test('export and erase a resource beside a running service', async () => {
    expect(shell(pageBlocks(PAGE, '## Export', 'sh')[0] ?? '')).toMatch(
      /^person\.jsonl: \d+ rows about resource R1\.\n$/,
    );
    const file = path.join(place.home, 'person.jsonl');
    const rows = (await readFile(file, 'utf8')).trim().split('\n');
    expect(rows.map((row) => JSON.parse(row) as { table: string })).toContainEqual(
      expect.objectContaining({ table: 'resource' }),
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const said = shell(pageBlocks(PAGE, '## Erase', 'sh')[0] ?? '');
    expect(said).toMatch(/^Would empty 1 records of resource R1\.$/m);
    expect(said).toMatch(/^Nothing was changed\. To erase, add --yes\.$/m);
    expect(said).toMatch(/^Emptied 1 records of resource R1\.$/m);
    expect(
      said.match(/^Not changed: single words of the name in 1 rows of job \(id \d+\)\. Look at them\.$/gm),
    ).toHaveLength(2);
    const { body } = await request(address, KEY, '/resource/R1');
    expect(body).toMatchObject({ resourceNo: 'R1', resourceName: null, email: null });
    expect(body.displayName).toMatch(/^erased resource \d+$/);
    const { body: events } = await request(address, KEY, '/audit?kind=person');
    expect(events).toMatchObject(
      ['person.erased', 'person.exported'].map((kind) => ({
        kind,
        actor: 'command line',
        subject: expect.stringMatching(/^resource \d+$/),
      })),
    );
    const wrong = await place.run(['person', 'erase', 'acme', 'robot', 'R1'], { DATABASE_URL: shared.url });
    expect(wrong).toMatchObject({ code: 1, stderr: 'robot is not one of resource, contact, user.\n' });
  });
});
