import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { projectPath } from '../../../platform/project-path.ts';

/**
 * The gazetteer that ships: one file that the build writes from the place packages (tools/gazetteer.ts), so that those packages are not
 * installed in production. The length of the index (four bytes), the index, then the compressed blocks. A block is read when its country
 * is used for the first time.
 */
const FILE = projectPath('dist', 'gazetteer.bin');
export const LENGTH_BYTES = 4;

/** Start, counted from the end of the index, and length. */
export type Block = readonly [start: number, length: number];

export interface GazetteerIndex {
  /** The credit that the licence of the data requires. */
  readonly credit: string;
  /** All large places, for addresses that name no country: country, population and folded names. */
  readonly world: Block;
  /** A line of regions, then places: name, region code, latitude, longitude, population, folded aliases. */
  readonly places: Readonly<Record<string, Block>>;
  /** Postal codes: code, name, region, region code, latitude, longitude. */
  readonly codes: Readonly<Record<string, Block>>;
}

const decompress = promisify(brotliDecompress);

let opened: Promise<{ readonly index: GazetteerIndex; readonly blocksFrom: number }> | undefined;

/** The lines of a block, with fields separated by tabs; none if there is no such block. */
export async function readBlock(choose: (index: GazetteerIndex) => Block | undefined): Promise<string[]> {
  const handle = await open(FILE).catch((cause: Error) => {
    throw new Error('dist/gazetteer.bin cannot be read: run `npm run build`', { cause });
  });
  try {
    opened ??= readIndex(handle);
    // An index that could not be read is read again by the next caller.
    opened.catch(() => {
      opened = undefined;
    });
    const { index, blocksFrom } = await opened;
    const block = choose(index);
    if (!block) return [];
    return (await decompress(await bytesAt(handle, blocksFrom + block[0], block[1]))).toString('utf8').split('\n');
  } finally {
    await handle.close();
  }
}

async function readIndex(handle: FileHandle) {
  const length = (await bytesAt(handle, 0, LENGTH_BYTES)).readUInt32LE(0);
  const text = (await bytesAt(handle, LENGTH_BYTES, length)).toString('utf8');
  return { index: JSON.parse(text) as GazetteerIndex, blocksFrom: LENGTH_BYTES + length };
}

async function bytesAt(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await handle.read(bytes, 0, length, start);
  if (bytesRead !== length) throw new Error('dist/gazetteer.bin is incomplete: run `npm run build`');
  return bytes;
}
