import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { OperatorError } from '../../domain/operator-error.ts';

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

export interface CheckedFile {
  readonly path: string;
  readonly header: Header;
  /** Where the compressed part lies. */
  readonly from: number;
  readonly to: number;
}

/** Reads all of the file: nothing is imported of one that is cut off or changed. */
export async function checkFile(path: string): Promise<CheckedFile> {
  const { size } = await stat(path).catch((error: Error) => {
    throw new OperatorError(`${path} cannot be read: ${error.message}.`);
  });
  const first = await firstLine(path);
  if (!first.startsWith('{"openslotExport":')) throw new OperatorError(`${path} is not an export of Openslot.`);
  const format = Number(/^\{"openslotExport":(\d+)/.exec(first)?.[1]);
  if (format > FORMAT)
    throw new OperatorError(
      `${path} has format ${format}, and this Openslot reads formats up to ${FORMAT}. Import it with a newer Openslot.`,
    );
  const stored = await lastBytes(path, size);
  if (!/^[0-9a-f]{64}\n$/.test(stored))
    throw new OperatorError(`${path} is incomplete: its end is missing. Copy it again, or export again.`);
  const digest = createHash('sha256');
  for await (const part of createReadStream(path, { end: size - DIGEST_BYTES - 1 })) digest.update(part as Buffer);
  if (`${digest.digest('hex')}\n` !== stored)
    throw new OperatorError(
      `${path} was changed after it was written: its checksum does not match. Copy it again, or export again.`,
    );
  const from = Buffer.byteLength(first) + 1;
  return { path, header: JSON.parse(first) as Header, from, to: size - DIGEST_BYTES };
}

async function firstLine(path: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of createReadStream(path, { end: LONGEST_HEADER })) {
    parts.push(part as Buffer);
    const all = Buffer.concat(parts);
    const end = all.indexOf('\n');
    if (end >= 0) return all.toString('utf8', 0, end);
  }
  // Cut off inside of the header.
  return Buffer.concat(parts).toString('utf8', 0, 4096);
}

async function lastBytes(path: string, size: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(DIGEST_BYTES);
    const { bytesRead } = await file.read(bytes, 0, DIGEST_BYTES, Math.max(0, size - DIGEST_BYTES));
    return bytes.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
