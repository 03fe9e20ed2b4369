import { type FileHandle, open } from 'node:fs/promises';

/** The file with streets: where it is, and whose data it holds. */
export interface StreetMapFile {
  readonly path: string;
  readonly attribution: string;
}

export interface HasStreetMap {
  readonly streetMap: StreetMapFile;
}

/** What the map has to know of the file to draw it. */
export interface StreetMap {
  readonly url: string;
  readonly attribution: string;
  readonly maxZoom: number;
}

export const STREET_MAP_PATH = '/map/streets.pmtiles';
/** Fixed by the format, version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
const HEADER_BYTES = 127;
const [VERSION_AT, TILE_TYPE_AT, MAX_ZOOM_AT] = [7, 99, 101];
const VECTOR_TILES = 1;

/** The file as the map needs it; null where there is none, or one of another kind. */
export async function streetMapOf({ path, attribution }: StreetMapFile): Promise<StreetMap | null> {
  const file = await opened(path);
  if (!file) return null;
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0);
    const isKnown =
      bytesRead === HEADER_BYTES && header.toString('latin1', 0, VERSION_AT) === 'PMTiles' && header[VERSION_AT] === 3;
    if (!isKnown || header[TILE_TYPE_AT] !== VECTOR_TILES) return null;
    return { url: STREET_MAP_PATH, attribution, maxZoom: header[MAX_ZOOM_AT] ?? 0 };
  } finally {
    await file.close();
  }
}

/** Undefined where there is no such file that the service may read. */
export async function opened(path: string): Promise<FileHandle | undefined> {
  try {
    const file = await open(path, 'r');
    if ((await file.stat()).isFile()) return file;
    await file.close();
    return undefined;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw error;
  }
}
