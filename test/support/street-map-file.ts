import { writeFile } from 'node:fs/promises';

/** Writes a PMTiles archive, version 3, with vector tiles: the smallest one that a library reads. */

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
};

/** Protocol buffers: a field with a length before it, and one that is a number. */
const field = (no: number, content: readonly number[] | string): number[] => {
  const bytes = typeof content === 'string' ? [...Buffer.from(content)] : content;
  return [...varint(no * 8 + 2), ...varint(bytes.length), ...bytes];
};
const number = (no: number, value: number): number[] => [...varint(no * 8), ...varint(value)];

const EXTENT = 4096;
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
type Point = readonly [x: number, y: number];

/** A line, or with `closes` a ring: move to the first point, line to the others. */
function geometry(points: readonly Point[], closes: boolean): number[] {
  const commands: number[] = [];
  let [x, y] = [0, 0];
  points.forEach(([toX, toY], i) => {
    if (i === 0) commands.push(1 + 8);
    if (i === 1) commands.push(2 + 8 * (points.length - 1));
    commands.push(zigzag(toX - x), zigzag(toY - y));
    [x, y] = [toX, toY];
  });
  return closes ? [...commands, 7 + 8] : commands;
}

type Shape = 'point' | 'line' | 'polygon';
const SHAPES: Readonly<Record<Shape, number>> = { point: 1, line: 2, polygon: 3 };

/** A layer with one feature and its properties (Mapbox Vector Tile, version 2). */
function layer(
  name: string,
  shape: Shape,
  points: readonly Point[],
  properties: Readonly<Record<string, string>>,
): number[] {
  const names = Object.keys(properties);
  const feature = [
    ...field(
      2,
      names.flatMap((_, i) => [...varint(i), ...varint(i)]),
    ),
    ...number(3, SHAPES[shape]),
    ...field(4, geometry(points, shape === 'polygon').flatMap(varint)),
  ];
  return field(3, [
    ...number(15, 2),
    ...field(1, name),
    ...field(2, feature),
    ...names.flatMap((each) => field(3, each)),
    ...Object.values(properties).flatMap((value) => field(4, field(1, value))),
    ...number(5, EXTENT),
  ]);
}

const HEADER_BYTES = 127;
const [NO_COMPRESSION, VECTOR_TILES] = [1, 1];

/** One tile for every place of every zoom up to `maxZoom`: the format stores a run of equal tiles once. */
export function archive(tile: readonly number[], maxZoom: number): Buffer {
  let count = 0;
  for (let zoom = 0; zoom <= maxZoom; zoom++) count += 4 ** zoom;
  const directory = [1, 0, count, tile.length, 1].flatMap(varint);
  const metadata = [...Buffer.from(JSON.stringify({ name: 'A map for tests' }))];
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 'latin1');
  header.writeUInt8(3, 7);
  const at = { directory: HEADER_BYTES, metadata: HEADER_BYTES + directory.length, tiles: 0 };
  at.tiles = at.metadata + metadata.length;
  const sections = [at.directory, directory.length, at.metadata, metadata.length, at.tiles, 0, at.tiles, tile.length];
  sections.forEach((value, i) => {
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * i);
  });
  [count, 1, 1].forEach((value, i) => {
    header.writeBigUInt64LE(BigInt(value), 72 + 8 * i);
  });
  for (const [i, value] of [1, NO_COMPRESSION, NO_COMPRESSION, VECTOR_TILES, 0, maxZoom].entries())
    header.writeUInt8(value, 96 + i);
  [-1800000000, -850000000, 1800000000, 850000000].forEach((value, i) => {
    header.writeInt32LE(value, 102 + 4 * i);
  });
  return Buffer.concat([header, Buffer.from([...directory, ...metadata, ...tile])]);
}

/** Land, a motorway across, and a town. */
export const streetTile = [
  ...layer(
    'earth',
    'polygon',
    [
      [0, 0],
      [EXTENT, 0],
      [EXTENT, EXTENT],
      [0, EXTENT],
    ],
    { kind: 'earth' },
  ),
  ...layer(
    'water',
    'polygon',
    [
      [400, 400],
      [1400, 400],
      [1400, 1400],
      [400, 1400],
    ],
    { kind: 'lake' },
  ),
  ...layer(
    'roads',
    'line',
    [
      [0, 2048],
      [EXTENT, 2048],
    ],
    { kind: 'highway' },
  ),
  ...layer(
    'roads',
    'line',
    [
      [2048, 0],
      [2048, EXTENT],
    ],
    { kind: 'major_road' },
  ),
  ...layer('places', 'point', [[2600, 2600]], { kind: 'locality', name: 'Teststad' }),
];

export const writeStreetMap = (path: string, maxZoom = 14): Promise<void> =>
  writeFile(path, archive(streetTile, maxZoom));
