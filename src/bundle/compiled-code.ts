import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** What V8 compiled of a script, in a file that ends with a checksum: V8 does not notice damage, and would end the process. */
const CHECKSUM_BYTES = 4;

/** Undefined where there is none, or where it is damaged. */
export function readCompiled(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(0, -CHECKSUM_BYTES);
    return crc32(code) === bytes.readUInt32LE(code.length) ? code : undefined;
  } catch {
    return undefined;
  }
}

export function writeCompiled(file: string, code: Buffer): void {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(crc32(code));
  writeFileSync(`${file}.new`, Buffer.concat([code, checksum]));
  renameSync(`${file}.new`, file);
}
