import { createHash, randomUUID } from 'node:crypto';

const bytesOf = (start: readonly number[] | string, size: number): Buffer => {
  const file = Buffer.alloc(size, 0x61);
  Buffer.from(start as string).copy(file);
  return file;
};

/** Files that begin as their type does. The middle of each is different, so that a mixed-up chunk is noticed. */
export function jpegOf(size: number): Buffer {
  const file = Buffer.alloc(size);
  for (let at = 0; at < size; at++) file[at] = (at * 31 + (at >> 8)) & 0xff;
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]).copy(file);
  return file;
}

export const png = (size = 100): Buffer => bytesOf([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], size);
export const pdf = (size = 100): Buffer => bytesOf('%PDF-1.7\n', size);
export const webp = (): Buffer => bytesOf('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ', 100);
export const heic = (): Buffer => bytesOf('\u0000\u0000\u0000\u0018ftypheic', 100);
export const zip = (): Buffer => bytesOf([0x50, 0x4b, 0x03, 0x04], 100);
export const program = (): Buffer => bytesOf('MZ\u0090\u0000', 4000);

/** Harmless: https://www.eicar.org. In two parts, so that no scanner takes this file for it. */
export const eicar = (): Buffer =>
  Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join(''));

export const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A body of POST /attachment. */
export const upload = (bytes: Buffer, more: Readonly<Record<string, unknown>>) => ({
  attachmentGuid: randomUUID(),
  kind: 'document',
  fileName: 'file',
  size: bytes.length,
  ...more,
});
