import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportDatabase } from '../../../src/platform/export-file/export-database.ts';
import { importDatabase } from '../../../src/platform/export-file/import-database.ts';
import { Database } from '../../../src/platform/postgres/database.ts';
import { makeSealer } from '../../../src/platform/sealer.ts';
import { SharedDatabase } from '../../process/shared-database.ts';
import { startService, type TestService } from '../../support/service.ts';
import { contentOf, fillEveryTable, ODD } from './filled-tables.ts';

const OTHER_SECRET = makeSealer(new TextEncoder().encode('another secret of at least 32 characters'));
const PASSPHRASE = 'correct horse battery staple';

function* portionsOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('an export as a stream', () => {
  let source: TestService;
  let folder: string;
  let before: Record<string, string[]>;
  const targets: { shared: SharedDatabase; db: Database }[] = [];
  const target = async (): Promise<Database> => {
    const shared = await SharedDatabase.empty();
    const db = new Database({ connection: shared.url, connections: 2 });
    targets.push({ shared, db });
    return db;
  };

  beforeAll(async () => {
    source = await startService();
    folder = await mkdtemp(path.join(os.tmpdir(), 'openslot-stream-'));
    const { tenant, client } = await source.tenant({ name: 'One' });
    await client.post('/tag', { code: 'odd', name: ODD });
    const { db } = source.deps;
    const [account] = await db.query<{ id: number }>(
      `insert into account (email, password_hash) values ('one@example.com', 'hash') returning id`,
    );
    await fillEveryTable(source.deps, tenant.id, account?.id ?? 0);
    before = await contentOf(db, source.deps.sealer);
  });
  afterAll(async () => {
    for (const { shared, db } of targets) {
      await db.close();
      await shared.remove();
    }
    await source?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const streamed = async (request: { passphrase?: string; encrypt?: boolean; tenant?: string }): Promise<Buffer> => {
    const parts: Buffer[] = [];
    const to = new Writable({
      write(part: Buffer, _encoding, done) {
        parts.push(part);
        done();
      },
    });
    const now = () => new Date('2026-05-01');
    const done = await exportDatabase({ ...source.deps, version: '1.2.3', now }, { ...request, to });
    expect(done.bytes).toBe(Buffer.concat(parts).length);
    return Buffer.concat(parts);
  };
  const importStream = (db: Database, bytes: Buffer, passphrase?: string) =>
    importDatabase(
      { db, sealer: source.deps.sealer },
      { from: Readable.from(portionsOf(bytes, 10_000)) as AsyncIterable<Buffer>, passphrase },
    );

  test('is imported without a file', async () => {
    const bytes = await streamed({});
    const db = await target();
    const progress: number[] = [];
    await importDatabase(
      { db, sealer: source.deps.sealer },
      { from: Readable.from([bytes]) as AsyncIterable<Buffer>, onProgress: (_, count) => progress.push(count) },
    );
    expect(await contentOf(db, source.deps.sealer)).toEqual(before);
    expect(progress.at(-1)).toBeGreaterThan(bytes.length);
  });

  test('is encrypted as a whole with a passphrase, and every row comes back', async () => {
    const bytes = await streamed({ passphrase: PASSPHRASE, encrypt: true });
    expect(bytes.toString('latin1', 0, 22)).toBe('{"openslotEncrypted":1');
    expect(bytes.includes('openslotExport')).toBe(false);
    const db = await target();
    await importStream(db, bytes, PASSPHRASE);
    expect(await contentOf(db, source.deps.sealer)).toEqual(before);
    await writeFile(path.join(folder, 'encrypted'), bytes);
    const other = await target();
    await importDatabase(
      { db: other, sealer: OTHER_SECRET },
      { from: path.join(folder, 'encrypted'), passphrase: PASSPHRASE },
    );
    expect(await contentOf(other, OTHER_SECRET)).toEqual(before);
  });

  test('that is cut off or changed leaves nothing in the database', async () => {
    const db = await target();
    const refused = async (bytes: Buffer, message: RegExp | string, passphrase?: string): Promise<void> => {
      await expect(importStream(db, bytes, passphrase)).rejects.toThrow(message);
      expect(await db.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
    };
    const changed = (bytes: Buffer, at: number): Buffer => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 0x01;
      return copy;
    };
    const plain = await streamed({});
    for (const length of [20, 3000, Math.floor(plain.length / 2), plain.length - 1])
      await refused(plain.subarray(0, length), 'The input is incomplete: its end is missing');
    for (const at of [plain.indexOf('\n') + 30, Math.floor(plain.length / 2), plain.length - 70])
      await refused(changed(plain, at), /^The input was changed after it was written/);
    const secret = await streamed({ passphrase: PASSPHRASE, encrypt: true });
    for (const length of [100, 3000, secret.length - 1])
      await refused(secret.subarray(0, length), /^The input is incomplete: /, PASSPHRASE);
    for (const at of [secret.indexOf('\n') + 30, Math.floor(secret.length / 2), secret.length - 5])
      await refused(changed(secret, at), /^The input was changed after it was written: part \d+, from/, PASSPHRASE);
    await refused(secret, 'The passphrase is not the one of this file', 'something else entirely');
    await refused(secret, 'The input is encrypted with a passphrase: name it with --passphrase-file');
    await refused(Buffer.from('PK something else\n'), 'The input is not an export of Openslot');
  });

  test('ends with a message when its reader has ended', async () => {
    const to = new Writable({
      write: (_part, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    });
    await expect(exportDatabase({ ...source.deps, version: '', now: () => new Date() }, { to })).rejects.toThrow(
      'The program that reads the export ended before the export was complete.',
    );
  });

  test('is not encrypted without a passphrase', async () => {
    await expect(streamed({ encrypt: true })).rejects.toThrow('--passphrase-file');
  });
});
