import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FRAME = /((?:file:\/\/)?\/\S+?\.c?js):(\d+):(\d+)/g;

const maps = new Map<string, SourceMap | undefined>();

/**
 * A stack trace that names files and lines of src/ instead of lines of the bundle. Node.js can do that by itself, but then it reads the
 * maps of all files at every start, which takes a tenth of the start; this reads a map when a stack trace is logged.
 */
export const sourceStack = (stack: string): string =>
  stack.replace(FRAME, (frame, file: string, line: string, column: string) => {
    const url = file.startsWith('file:') ? file : pathToFileURL(file).href;
    const entry = mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    return entry && 'originalSource' in entry && entry.originalSource
      ? `${new URL(entry.originalSource, url).href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      : frame;
  });

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) maps.set(url, readMap(url));
  return maps.get(url);
}

function readMap(url: string): SourceMap | undefined {
  if (url.includes('/node_modules/')) return undefined;
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')));
  } catch {
    return undefined;
  }
}
