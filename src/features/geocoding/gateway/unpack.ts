import { gunzipSync, inflateRawSync } from 'node:zlib';
import { OperatorError } from '../../../domain/operator-error.ts';

/** The largest country, unpacked, has about 100 MB. */
const MOST_BYTES = 512 * 1024 * 1024;

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

/** The text of a country pack, whether it comes plain, gzipped or in a ZIP archive. The first bytes tell. */
export function unpack(bytes: Buffer): Buffer {
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
    if (bytes.length > 4 && bytes.readUInt32LE(0) === LOCAL_HEADER) return unzip(bytes);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The archive cannot be unpacked: ${(error as Error).message}.`);
  }
  return bytes;
}

/** The largest .txt or .csv of an archive but its readme: GeoNames' archives hold the data and a readme. */
function unzip(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end === -1 || bytes.readUInt32LE(end) !== END_OF_DIRECTORY)
    throw new OperatorError('The archive is not complete: its directory is missing.');
  const entries: { name: string; size: number; start: number; packed: number; method: number }[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new OperatorError('The directory of the archive is damaged.');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const nameEnd = at + 46 + (nameLength ?? 0);
    entries.push({
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      start: bytes.readUInt32LE(at + 42),
      name: bytes.toString('utf8', at + 46, nameEnd),
    });
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0);
  }
  const [data] = entries
    .filter(({ name }) => /\.(txt|csv)$/i.test(name) && !/readme/i.test(name))
    .sort((a, b) => b.size - a.size);
  if (!data) throw new OperatorError('The archive contains no text file.');
  const body = data.start + 30 + bytes.readUInt16LE(data.start + 26) + bytes.readUInt16LE(data.start + 28);
  const packed = bytes.subarray(body, body + data.packed);
  if (data.method === STORED) return packed;
  if (data.method !== DEFLATED)
    throw new OperatorError(`The archive uses an unsupported compression method (${data.method}).`);
  return inflateRawSync(packed, { maxOutputLength: MOST_BYTES });
}
