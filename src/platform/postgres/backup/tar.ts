/** The parts of the tar format (ustar) that a base backup needs: files and folders, names up to 100 bytes, sizes below 8 GB. */

const BLOCK = 512;
const LONGEST_NAME = 100;
const LARGEST = 0o77777777777;

export interface TarEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly bytes: number;
}

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;

export function tarHeader({ name, isFolder, bytes }: TarEntry, at: Date): Buffer {
  const stored = isFolder ? `${name}/` : name;
  if (Buffer.byteLength(stored) > LONGEST_NAME) throw new Error(`${name}: the name is too long for a backup`);
  if (bytes > LARGEST) throw new Error(`${name}: the file is too large for a backup`);
  const header = Buffer.alloc(BLOCK);
  header.write(stored, 0, 'utf8');
  header.write(octal(isFolder ? 0o700 : 0o600, 7), 100, 'latin1');
  header.write(octal(0, 7), 108, 'latin1');
  header.write(octal(0, 7), 116, 'latin1');
  header.write(octal(bytes, 11), 124, 'latin1');
  header.write(octal(Math.floor(at.getTime() / 1000), 11), 136, 'latin1');
  header.write(' '.repeat(8), 148, 'latin1');
  header.write(isFolder ? '5' : '0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${octal(checksumOf(header), 6)} `, 148, 'latin1');
  return header;
}

const checksumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0);

/** What follows a content to fill its last block. */
export const tarPadding = (bytes: number): Buffer => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK);
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK);

function parseHeader(header: Buffer): TarEntry {
  const text = (from: number, length: number): string =>
    header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const number = (from: number, length: number): number => Number.parseInt(text(from, length).trim() || '0', 8);
  const zeroed = Buffer.from(header);
  zeroed.write(' '.repeat(8), 148, 'latin1');
  if (number(148, 8) !== checksumOf(zeroed)) throw new Error('a header of the archive was changed');
  const name = text(0, LONGEST_NAME);
  return { name: name.replace(/\/$/, ''), isFolder: text(156, 1) === '5', bytes: number(124, 12) };
}

/** Takes bytes off a stream in the amounts that are asked for. */
class Taker {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** Some bytes, at most `most`. */
  async some(most: number): Promise<Buffer> {
    if (this.#rest.length === 0) {
      const next = await this.#chunks.next();
      if (next.done) throw new Error('the archive ends too early');
      this.#rest = next.value;
    }
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  async exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = count; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await this.some(left));
    return Buffer.concat(parts, count);
  }

  async *content(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      const chunk = await this.some(left);
      left -= chunk.length;
      if (chunk.length > 0) yield chunk;
    }
    await this.exactly(tarPadding(bytes).length);
  }

  /** The rest, so that the checksum at the end of the compressed stream is compared. */
  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }
}

/** Calls `take` with every entry, in order; it must read the content to its end. */
export async function readTar(
  stream: AsyncIterable<Buffer>,
  take: (entry: TarEntry, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const taker = new Taker(stream);
  for (;;) {
    const header = await taker.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) return taker.drain();
    const entry = parseHeader(header);
    await take(entry, taker.content(entry.bytes));
  }
}
