import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ByteReader } from '../../../src/platform/export-file/byte-reader.ts';
import { decrypted, encrypted, openEncryption } from '../../../src/platform/export-file/encryption.ts';

const PASSPHRASE = 'correct horse battery staple';
const CHUNK = 64 * 1024;
/** Of a part: its length and its tag. */
const FRAME = 4 + 16;

async function* portions(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const all = async (source: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
};
const encrypt = (plain: Buffer, portion = 16_384): Promise<Buffer> =>
  all(encrypted(portions(plain, portion), PASSPHRASE));
/** Keys that were made: each costs 64 MB and a fraction of a second, and most cases differ in the parts only. */
const openings = new Map<string, Awaited<ReturnType<typeof openEncryption>>>();
const decrypt = async (file: Buffer, passphrase?: string, portion = 50_000): Promise<Buffer> => {
  const reader = new ByteReader(portions(file, portion));
  const { text } = await reader.line(100_000);
  const known = passphrase === undefined ? openings.get(text) : undefined;
  const opening = known ?? (await openEncryption('the file', text, passphrase ?? PASSPHRASE));
  if (passphrase === undefined) openings.set(text, opening);
  return all(decrypted('the file', opening, reader));
};
const flipped = (file: Buffer, at: number): Buffer => {
  const changed = Buffer.from(file);
  changed[at] = (changed[at] ?? 0) ^ 0x01;
  return changed;
};

describe('an encrypted file', () => {
  // Three whole parts and a shorter one.
  const plain = randomBytes(3 * CHUNK + 1000);
  let file: Buffer;
  let begin: number;
  /** Where parts begin, and the end. */
  let boundaries: number[];
  beforeAll(async () => {
    file = await encrypt(plain);
    begin = file.indexOf('\n') + 1;
    boundaries = [0, 1, 2, 3].map((part) => begin + part * (CHUNK + FRAME)).concat(file.length);
  });

  test('opens with the passphrase, whatever its size and the portions that it comes in', async () => {
    for (const size of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 1000]) {
      const bytes = plain.subarray(0, size);
      const sealed = await encrypt(bytes, size % 2 === 0 ? 7000 : 200_000);
      expect((await decrypt(sealed, PASSPHRASE, 7919)).equals(bytes), `${size}`).toBe(true);
      expect(sealed.length).toBe(begin + size + FRAME * Math.max(1, Math.ceil(size / CHUNK)));
    }
  });

  test('has a header that names its format, and nothing of its content', async () => {
    const header = JSON.parse(file.toString('utf8', 0, begin - 1 - 17));
    expect(header).toMatchObject({
      openslotEncrypted: 1,
      cipher: 'aes-256-gcm',
      chunk: CHUNK,
      kdf: { name: 'scrypt', N: 65_536, r: 8, p: 1 },
    });
    const text = Buffer.from('the same text again and again. '.repeat(10_000));
    const [one, other] = [await encrypt(text), await encrypt(text)];
    expect(one.includes('the same text')).toBe(false);
    expect(one.subarray(begin).equals(other.subarray(begin))).toBe(false);
  });

  test('is refused with another passphrase, and without one', async () => {
    await expect(decrypt(file, 'something else entirely')).rejects.toThrow(
      /^The passphrase is not the one of this file\.$/,
    );
    const first = file.toString('utf8', 0, begin - 1);
    await expect(openEncryption('the file', first, undefined)).rejects.toThrow(
      'the file is encrypted with a passphrase: name it with --passphrase-file.',
    );
  });

  test('is reported as incomplete when it is cut at a boundary of parts, or beside one', async () => {
    for (const boundary of boundaries)
      for (const end of [boundary - 1, boundary, boundary + 1, boundary + 4]) {
        if (end >= file.length || end < begin) continue;
        await expect(decrypt(file.subarray(0, end)), `${end}`).rejects.toThrow(
          `the file is incomplete: it ends after ${end} bytes, and its last part is missing.`,
        );
      }
  });

  test('is reported as changed when a byte is flipped, with the part that it is in', async () => {
    const last = boundaries.length - 2;
    for (const [part, from] of boundaries.slice(0, -1).entries()) {
      const end = boundaries[part + 1] ?? 0;
      // The length, the content and the tag. A flipped length of the last part may look as if its end were missing.
      for (const at of [from, from + 1, from + 2, from + 3, from + 4, Math.floor((from + end) / 2), end - 16, end - 1])
        await expect(decrypt(flipped(file, at)), `${at}`).rejects.toThrow(
          part === last && at < from + 4
            ? /^the file (was changed after it was written: |is incomplete: it ends after)/
            : `the file was changed after it was written: part ${part + 1}, from byte ${from}, does not match.`,
        );
    }
    for (const at of [30, 60, begin - 20, begin - 10, begin - 2])
      await expect(decrypt(flipped(file, at)), `${at}`).rejects.toThrow(
        'the file was changed after it was written: its header does not match its checksum.',
      );
  });

  test('is reported as changed when parts are exchanged, repeated or left out, or something is added', async () => {
    const part = (no: number): Buffer => file.subarray(boundaries[no], boundaries[no + 1]);
    const made = (...parts: Buffer[]): Promise<Buffer> => decrypt(Buffer.concat([file.subarray(0, begin), ...parts]));
    await expect(made(part(1), part(0), part(2), part(3))).rejects.toThrow('part 1, from byte');
    await expect(made(part(0), part(0), part(1), part(2), part(3))).rejects.toThrow('part 2, from byte');
    await expect(made(part(0), part(2), part(3))).rejects.toThrow('part 2, from byte');
    await expect(made(part(0), part(1), part(2), part(3), Buffer.from('x'))).rejects.toThrow(
      'something follows after its last part',
    );
    const other = await encrypt(plain);
    await expect(made(part(0), other.subarray(boundaries[1], boundaries[2]), part(2), part(3))).rejects.toThrow(
      'part 2, from byte',
    );
  });

  test('of a newer format is refused', async () => {
    const first = file.toString('utf8', 0, begin - 1 - 17).replace(':1,', ':2,');
    const sum = createHash('sha256').update(first).digest('hex').slice(0, 16);
    const newer = Buffer.concat([Buffer.from(`${first} ${sum}\n`), file.subarray(begin)]);
    await expect(decrypt(newer)).rejects.toThrow('is encrypted with format 2, and this Openslot reads formats up to 1');
  });

  test('needs a passphrase that cannot be guessed', async () => {
    await expect(all(encrypted(portions(plain, 1000), 'short'))).rejects.toThrow('at least 12 characters');
    await expect(all(encrypted(portions(plain, 1000), undefined))).rejects.toThrow('--passphrase-file');
  });
});
