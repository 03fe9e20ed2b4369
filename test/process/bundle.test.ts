import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sourceStack } from '../../src/platform/source-stack.ts';
import { cli } from './process.ts';

/** Line and column of a text in a file, counted from 1 as stack traces do. */
async function positionOf(text: string, file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const line = lines.findIndex((each) => each.includes(text));
  return `${line + 1}:${(lines[line]?.search(/\S/) ?? 0) + 1}`;
}

describe('a stack trace of the bundle', () => {
  test.each([
    ['There is no tenant named', 'src/command-context.ts'],
    ['PostgreSQL 15 or newer is required', 'src/platform/postgres/migrate.ts'],
  ])('names the line of the source file that contains "%s"', async (text, source) => {
    const bundled = pathToFileURL(cli).href;
    const stack = `Error: broken\n    at work (${bundled}:${await positionOf(text, cli)})`;
    const [, url = '', line] = /\((file:\S+):(\d+):\d+\)$/.exec(sourceStack(stack)) ?? [];
    expect(fileURLToPath(url).endsWith(source), url).toBe(true);
    // The map has the statement, which may begin some lines before the text.
    const lines = (await readFile(fileURLToPath(url), 'utf8')).split('\n').slice(Number(line) - 1, Number(line) + 3);
    expect(lines.join('\n')).toContain(text);
  });

  test('keeps frames of Node.js and of files without a map', () => {
    const stack = 'Error: broken\n    at node:internal/process:1:1\n    at file:///nowhere/x.js:1:1';
    expect(sourceStack(stack)).toBe(stack);
  });
});
