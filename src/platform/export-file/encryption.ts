import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { OperatorError } from '../../domain/operator-error.ts';
import type { ByteReader } from './byte-reader.ts';
import { needPassphrase } from './passphrase.ts';

/**
 * An encrypted file: a line with a header as JSON, a space and its checksum; then parts, each with 4 bytes of length (the first bit marks the last
 * part), so many bytes of AES-256-GCM, and its tag of 16 bytes. Every part but the last has CHUNK bytes. The key comes from the passphrase and the
 * salt of the file by scrypt. The nonce of a part is its number and whether it is the last one: parts that are removed, repeated or exchanged, and a
 * file that ends too early, do not open. The header is authenticated with every part.
 */
const FORMAT = 1;
const CHUNK = 64 * 1024;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
const LAST = 0x8000_0000;

export const ENCRYPTED = '{"openslotEncrypted":';

interface EncryptionHeader {
  readonly openslotEncrypted: number;
  readonly cipher: 'aes-256-gcm';
  readonly chunk: number;
  readonly kdf: { readonly name: 'scrypt'; readonly N: number; readonly r: number; readonly p: number };
  readonly salt: string;
  /** Opens with the right passphrase only. */
  readonly check: string;
}

/** A guess takes 64 MB of memory and a fraction of a second. */
const COST = { N: 65_536, r: 8, p: 1 };
const KEY_BYTES = 32;
const MOST_MEMORY = 128 * 1024 * 1024;

const derive = promisify(scrypt) as (
  passphrase: string,
  salt: Buffer,
  bytes: number,
  options: ScryptOptions,
) => Promise<Buffer>;

interface Keys {
  readonly cipher: Buffer;
  readonly check: string;
}

async function keysOf(passphrase: string, salt: Buffer): Promise<Keys> {
  const bytes = await derive(passphrase.normalize('NFC'), salt, 2 * KEY_BYTES, { ...COST, maxmem: MOST_MEMORY });
  const check = createHmac('sha256', bytes.subarray(KEY_BYTES)).update('openslot export').digest('base64url');
  return { cipher: bytes.subarray(0, KEY_BYTES), check };
}

/** The key is of this file alone, so that numbers are enough. */
function nonceOf(part: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(isLast ? 1 : 0, 0);
  nonce.writeBigUInt64BE(BigInt(part), 4);
  return nonce;
}

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Encrypts a stream. */
export async function* encrypted(
  source: AsyncIterable<Buffer>,
  given: string | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  const passphrase = needPassphrase(given);
  const salt = randomBytes(16);
  const { cipher: key, check } = await keysOf(passphrase, salt);
  const header: EncryptionHeader = {
    openslotEncrypted: FORMAT,
    cipher: 'aes-256-gcm',
    chunk: CHUNK,
    kdf: { name: 'scrypt', ...COST },
    salt: salt.toString('base64url'),
    check,
  };
  const first = JSON.stringify(header);
  yield Buffer.from(`${first} ${checksum(first)}\n`);
  const seal = (content: Buffer, part: number, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(part, isLast)).setAAD(Buffer.from(first));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE((isLast ? LAST : 0) + content.length);
    return Buffer.concat([length, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  };
  let waiting: Buffer = Buffer.alloc(0);
  let part = 0;
  for await (const portion of source) {
    waiting = waiting.length === 0 ? portion : Buffer.concat([waiting, portion]);
    // The last part is marked, so one is kept back.
    let at = 0;
    for (; waiting.length - at > CHUNK; at += CHUNK) yield seal(waiting.subarray(at, at + CHUNK), part++, false);
    waiting = waiting.subarray(at);
  }
  yield seal(waiting, part, true);
}

/** What opens the parts of a file. */
interface Opening {
  readonly key: Buffer;
  readonly header: string;
}

/** Makes the key of an encrypted file from its first line. `name` is for messages. */
export async function openEncryption(name: string, line: string, passphrase: string | undefined): Promise<Opening> {
  const [first, sum] = [line.slice(0, -17), line.slice(-16)];
  if (line.at(-17) !== ' ' || checksum(first) !== sum) throw wasChanged(name, 'its header does not match its checksum');
  const format = Number(/^\{"openslotEncrypted":(\d+)/.exec(first)?.[1]);
  if (format > FORMAT)
    throw new OperatorError(
      `${name} is encrypted with format ${format}, and this Openslot reads formats up to ${FORMAT}. Import it with a newer Openslot.`,
    );
  if (passphrase === undefined)
    throw new OperatorError(`${name} is encrypted with a passphrase: name it with --passphrase-file.`);
  const { kdf, salt, check } = JSON.parse(first) as EncryptionHeader;
  if (kdf.N !== COST.N || kdf.r !== COST.r || kdf.p !== COST.p)
    throw wasChanged(name, 'its header has values that format 1 does not have');
  const keys = await keysOf(passphrase, Buffer.from(salt, 'base64url'));
  if (!isEqual(keys.check, check)) throw new OperatorError('The passphrase is not the one of this file.');
  return { key: keys.cipher, header: first };
}

/** The content of an encrypted file, from its parts, which follow the first line. */
export async function* decrypted(
  name: string,
  { key, header }: Opening,
  reader: ByteReader,
): AsyncGenerator<Buffer, void, undefined> {
  for (let part = 0; ; part++) {
    const from = reader.position;
    const length = await reader.bytes(LENGTH_BYTES);
    if (length.length < LENGTH_BYTES) throw isIncomplete(name, reader.position);
    const word = length.readUInt32BE();
    const isLast = word >= LAST;
    const size = word - (isLast ? LAST : 0);
    const damaged = () => wasChanged(name, `part ${part + 1}, from byte ${from}, does not match`);
    if (size > CHUNK || (!isLast && size !== CHUNK)) throw damaged();
    const sealed = await reader.bytes(size + TAG_BYTES);
    if (sealed.length < size + TAG_BYTES) throw isIncomplete(name, reader.position);
    const content = opened(key, sealed, nonceOf(part, isLast), header);
    if (!content) throw damaged();
    yield content;
    if (!isLast) continue;
    if ((await reader.bytes(1)).length > 0) throw wasChanged(name, 'something follows after its last part');
    return;
  }
}

function opened(key: Buffer, sealed: Buffer, nonce: Buffer, header: string): Buffer | undefined {
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(header));
  decipher.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  } catch {
    return undefined;
  }
}

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const wasChanged = (name: string, what: string): OperatorError =>
  new OperatorError(`${name} was changed after it was written: ${what}. Copy it again, or export again.`);

const isIncomplete = (name: string, at: number): OperatorError =>
  new OperatorError(
    `${name} is incomplete: it ends after ${at} bytes, and its last part is missing. Copy it again, or export again.`,
  );
