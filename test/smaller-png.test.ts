import { deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { smallerPng } from '../tools/smaller-png.ts';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
/** Checksums are written for others; neither side of this test looks at them. */
const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
};

function chunks(png: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    found.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  return found;
}

test('a picture keeps its pixels, whichever way its lines are written', () => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(2, 0);
  head.writeUInt32BE(5, 4);
  head.set([8, 2, 0, 0, 0], 8);
  // Red and green, five times: plain, by the left, by what is above, by their mean, and by Paeth's choice.
  const lines = Buffer.from([
    ...[0, 200, 0, 0, 0, 100, 0],
    ...[1, 200, 0, 0, 56, 100, 0],
    ...[2, 0, 0, 0, 0, 0, 0],
    ...[3, 100, 0, 0, 156, 50, 0],
    ...[4, 0, 0, 0, 0, 0, 0],
  ]);
  const png = Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  const made = chunks(smallerPng(png));
  const palette = made.get('PLTE') as Buffer;
  const pixels = inflateSync(made.get('IDAT') as Buffer);
  const colourAt = (x: number, y: number): number[] => {
    const place = pixels[y * 3 + 1 + x] as number;
    return [...palette.subarray(place * 3, place * 3 + 3)];
  };
  for (let y = 0; y < 5; y++)
    expect([colourAt(0, y), colourAt(1, y)]).toEqual([
      [200, 0, 0],
      [0, 100, 0],
    ]);
});
