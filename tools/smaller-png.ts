import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Pixels of a picture without transparency, three bytes each. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Buffer;
}

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const COLOURS = 256;
const PALETTE = 3;

/** The same picture in its 256 most frequent colours: pages have few. Chromium writes 2.4 MB for the 17 pictures of the docs; these have 0.9 MB, and every clone keeps each version. */
export function smallerPng(png: Buffer): Buffer {
  const { width, height, rgb } = read(png);
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = rgb.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts].sort((a, b) => b[1] - a[1]).slice(0, COLOURS);
  const places = new Map(palette.map(([colour], i) => [colour, i]));
  const colours = palette.map(([colour]) => colour);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0; x < width; x++, from += 3) {
      const colour = rgb.readUIntBE(from, 3);
      const place = places.get(colour) ?? nearest(colours, colour);
      places.set(colour, place);
      lines[y * (width + 1) + 1 + x] = place;
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, PALETTE, 0, 0, 0], 8);
  const entries = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const data = deflateSync(lines, { level: 9, memLevel: 9 });
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('PLTE', entries), chunk('IDAT', data), end]);
}

function nearest(colours: readonly number[], wanted: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [place, colour] of colours.entries()) {
    const distance = [16, 8, 0].reduce((sum, by) => sum + (((colour >> by) & 255) - ((wanted >> by) & 255)) ** 2, 0);
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const made = Buffer.alloc(body.length + 8);
  made.writeUInt32BE(data.length, 0);
  body.copy(made, 4);
  made.writeUInt32BE(crc32(body), 4 + body.length);
  return made;
}

/** A picture as a browser takes it: eight bits a channel, three channels or four, not interlaced. */
function read(png: Buffer): Picture {
  const packed: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      packed.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = png[25] === 6 ? 4 : 3;
  const lines = inflateSync(Buffer.concat(packed));
  const rgb = Buffer.alloc(width * height * 3);
  let above = Buffer.alloc(width * channels);
  for (let y = 0; y < height; y++) {
    const start = y * (width * channels + 1);
    const line = lines.subarray(start + 1, start + 1 + width * channels);
    unfilter(lines[start] ?? 0, line, above, channels);
    for (let x = 0; x < width; x++) line.copy(rgb, (y * width + x) * 3, x * channels, x * channels + 3);
    above = line;
  }
  return { width, height, rgb };
}

/** Bytes are stored as differences to what stands left, above, or both; see the PNG specification, filtering. */
function unfilter(filter: number, line: Buffer, above: Buffer, channels: number): void {
  for (let i = 0; i < line.length; i++) {
    const left = i < channels ? 0 : (line[i - channels] ?? 0);
    const up = above[i] ?? 0;
    const corner = i < channels ? 0 : (above[i - channels] ?? 0);
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    line[i] = ((line[i] ?? 0) + guess) & 255;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
