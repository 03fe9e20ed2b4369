import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { OperatorError } from '../../domain/operator-error.ts';
import { ByteReader } from './byte-reader.ts';
import { decrypted, ENCRYPTED, openEncryption } from './encryption.ts';

/**
 * An export file: a line of JSON (the header), gzip, and a line with the SHA-256 of everything before it. Unpacked, the middle is text:
 *
 *     {"table":"job","columns":["tenant_id", …]}
 *     rows, as PostgreSQL's COPY writes them
 *     \.
 *     {"rows":12}
 *     …
 *     {"sequences":{"job_id_seq":12, …}}
 *     {"end":{"tables":80,"rows":1234}}
 */
export const FORMAT = 1;

/** How the secrets in the file are encrypted. `check` opens with the right key only. */
export type Sealing =
  | { readonly by: 'passphrase'; readonly salt: string; readonly check: string }
  | { readonly by: 'secret'; readonly check: string };

export interface Header {
  readonly openslotExport: number;
  readonly version: string;
  readonly at: string;
  readonly server: string;
  readonly migrations: readonly string[];
  /** Of the one tenant; none for a whole installation. */
  readonly tenant?: { readonly id: number; readonly name: string };
  readonly sealing: Sealing;
}

export interface TableHeader {
  readonly table: string;
  readonly columns: readonly string[];
}

/** A line that no row can be: the end of a table. */
export const END_OF_ROWS = '\\.\n';

/** The digest in hexadecimal, and the end of its line. */
const DIGEST_BYTES = 65;

const LONGEST_HEADER = 1024 * 1024;
const READ_AT_ONCE = 256 * 1024;

/** An export that is being read. */
export interface OpenExport {
  /** How messages call it. */
  readonly name: string;
  /** Not to be trusted before all of `packed` was read. */
  header(): Header;
  /** The compressed part. At its end it is compared with the checksum: it throws if the export is cut off or was changed. */
  packed(): AsyncGenerator<Buffer, void, undefined>;
  close(): Promise<void>;
}

/** The path of a file, or a stream: it can be read once only. */
export type ExportInput = string | AsyncIterable<Buffer>;

const nameOf = (from: ExportInput): string => (typeof from === 'string' ? from : 'The input');

async function bytesOf(from: ExportInput): Promise<AsyncIterable<Buffer>> {
  if (typeof from !== 'string') return from;
  await access(from, constants.R_OK).catch((error: Error) => {
    throw new OperatorError(`${from} cannot be read: ${error.message}.`);
  });
  return createReadStream(from, { highWaterMark: READ_AT_ONCE });
}

/** Begins to read, and opens the encryption if there is one. */
export async function openExport(from: ExportInput, passphrase: string | undefined): Promise<OpenExport> {
  const name = nameOf(from);
  const raw = new ByteReader(await bytesOf(from));
  try {
    const outer = await raw.line(LONGEST_HEADER);
    if (outer.text.startsWith(ENCRYPTED) && !outer.isWhole) throw isIncomplete(name);
    const isEncrypted = outer.text.startsWith(ENCRYPTED);
    const reader = isEncrypted
      ? new ByteReader(decrypted(name, await openEncryption(name, outer.text, passphrase), raw))
      : raw;
    const { text, isWhole } = isEncrypted ? await reader.line(LONGEST_HEADER) : outer;
    if (!text.startsWith('{"openslotExport":')) throw new OperatorError(`${name} is not an export of Openslot.`);
    if (!isWhole) throw isIncomplete(name);
    const format = Number(/^\{"openslotExport":(\d+)/.exec(text)?.[1]);
    if (format > FORMAT)
      throw new OperatorError(
        `${name} has format ${format}, and this Openslot reads formats up to ${FORMAT}. Import it with a newer Openslot.`,
      );
    return {
      name,
      header: () => headerOf(name, text),
      packed: () => checkedBody(name, text, reader),
      close: () => raw.close(),
    };
  } catch (error) {
    await raw.close();
    throw error;
  }
}

function headerOf(name: string, text: string): Header {
  try {
    return JSON.parse(text) as Header;
  } catch {
    throw wasChanged(name);
  }
}

async function* checkedBody(name: string, first: string, reader: ByteReader): AsyncGenerator<Buffer, void, undefined> {
  const digest = createHash('sha256').update(`${first}\n`);
  let held: Buffer = Buffer.alloc(0);
  for await (const part of reader.rest()) {
    const all = held.length === 0 ? part : Buffer.concat([held, part]);
    const end = Math.max(0, all.length - DIGEST_BYTES);
    held = Buffer.from(all.subarray(end));
    if (end === 0) continue;
    digest.update(all.subarray(0, end));
    yield all.subarray(0, end);
  }
  const stored = held.toString('latin1');
  if (!/^[0-9a-f]{64}\n$/.test(stored)) throw isIncomplete(name);
  if (`${digest.digest('hex')}\n` !== stored) throw wasChanged(name);
}

/** Reads all of a file: nothing is imported of one that is cut off or changed. */
export async function checkFile(from: ExportInput, passphrase?: string): Promise<Header> {
  const file = await openExport(from, passphrase);
  try {
    const parts = file.packed();
    while (!(await parts.next()).done);
    return file.header();
  } finally {
    await file.close();
  }
}

export const isIncomplete = (name: string): OperatorError =>
  new OperatorError(`${name} is incomplete: its end is missing. Copy it again, or export again.`);

export const wasChanged = (name: string): OperatorError =>
  new OperatorError(
    `${name} was changed after it was written: its checksum does not match. Copy it again, or export again.`,
  );
