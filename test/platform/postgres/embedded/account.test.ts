import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  chooseUsualAccount,
  databaseAccount,
  parseAccounts,
} from '../../../../src/platform/postgres/embedded/account.ts';
import { canReach } from '../../../../src/platform/postgres/embedded/reach.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const moduleFile = new URL('../../../../src/platform/postgres/embedded/account.ts', import.meta.url);
const asRoot = process.geteuid?.() === 0;
const strangerUid = 54_321;
const stranger = { name: 'stranger', uid: strangerUid, gid: strangerUid };
const strangerCanRunUs =
  asRoot && (await canReach(repository, stranger)) && (await canReach(process.execPath, stranger));

const passwd = `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
# a comment
nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin
postgres:x:101:104::/var/lib/postgresql:/bin/bash
`;

describe('the account of the database', () => {
  it('is never root', () => {
    expect(parseAccounts(passwd).map(({ name }) => name)).toEqual(['daemon', 'nobody', 'postgres']);
  });

  it('is postgres where there is one', () => {
    expect(chooseUsualAccount(parseAccounts(passwd))).toEqual({ name: 'postgres', uid: 101, gid: 104 });
  });

  it('is nobody where there is no postgres', () => {
    const accounts = parseAccounts(passwd).filter(({ name }) => name !== 'postgres');
    expect(chooseUsualAccount(accounts)).toEqual({ name: 'nobody', uid: 65_534, gid: 65_533 });
  });

  it('is any other one where none of the usual ones exists', () => {
    expect(chooseUsualAccount(parseAccounts('root:x:0:0::/:/bin/sh\nann:x:1000:1000::/:/bin/sh'))?.name).toBe('ann');
  });

  it.skipIf(asRoot)('is our own when we are not root', async () => {
    expect(await databaseAccount([])).toBeUndefined();
  });

  it.runIf(strangerCanRunUs)('must have a passwd entry, and the refusal says that DATABASE_URL is needed', async () => {
    const script = `
      import { databaseAccount } from ${JSON.stringify(moduleFile.href)};
      await databaseAccount([]).catch((error) => console.log(error.name, error.message));
    `;
    const args = ['--import', 'tsx', '--input-type=module', '-e', script];
    const { stdout } = await run(process.execPath, args, { uid: strangerUid, gid: strangerUid });
    expect(stdout).toMatch(/^EmbeddedPostgresError .*uid 54321 has no entry.*DATABASE_URL/);
  });
});
