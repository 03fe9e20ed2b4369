import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { errorCatalogue } from '../src/domain/error-catalogue.ts';
import { recordExtensions } from '../src/record-extensions.ts';
import { models } from '../src/records/derive/model.ts';

/** Lists of what is missing. They can only shrink: what is no longer missing must leave its list. */

/** Codes that belong to parts which are not built yet. */
const RESERVED: Readonly<Record<string, string>> = {};

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
const source = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== path.join('domain', 'error-catalogue.ts'))
  .map((file) => readFileSync(path.join(SRC, file), 'utf8'))
  .join('\n');
const isUsed = (code: string): boolean => source.includes(`'${code}'`);

describe('the catalogue of failures', () => {
  const codes = Object.keys(errorCatalogue);

  test('holds no code that nothing uses, but for those reserved', () => {
    expect(codes.filter((code) => !isUsed(code) && !(code in RESERVED))).toEqual([]);
  });

  test('a reserved code that is used now, or was dropped, leaves the list', () => {
    expect(Object.keys(RESERVED).filter((code) => isUsed(code) || !codes.includes(code))).toEqual([]);
  });

  test('has every code that the interface fixes, with its status', () => {
    const fixed = { USR001: 401, USR003: 403, REQ002: 400, APP013: 409, APP014: 409, APP015: 409 };
    const held = Object.fromEntries(
      Object.keys(fixed).map((code) => [code, errorCatalogue[code as keyof typeof fixed]?.status]),
    );
    expect(held).toEqual(fixed);
  });

  test('keeps to its families: USR 401, 403 or 429, REQ and APP 4xx, SYS 5xx', () => {
    const family: Readonly<Record<string, (status: number) => boolean>> = {
      USR: (status) => [401, 403, 429].includes(status),
      REQ: (status) => status >= 400 && status < 500,
      APP: (status) => status >= 400 && status < 500,
      SYS: (status) => status >= 500,
    };
    const strange = Object.entries(errorCatalogue).filter(([code, { status }]) => !family[code.slice(0, 3)]?.(status));
    expect(strange).toEqual([]);
    expect(codes.filter((code) => !/^(USR|REQ|APP|SYS)\d{3}$/.test(code))).toEqual([]);
  });

  test('has titles that can travel as a reason phrase, no two alike, and a remedy for each', () => {
    const entries = Object.values(errorCatalogue);
    for (const { title, remedy } of entries) {
      expect(title).toMatch(/^[\x20-\x7e]{3,60}$/);
      expect(remedy).toMatch(/\.$/);
    }
    expect(new Set(entries.map(({ title }) => title)).size).toBe(entries.length);
  });
});

describe('writers', () => {
  // Only their names matter here; none is called.
  const { writers } = recordExtensions({} as Parameters<typeof recordExtensions>[0]);

  const named = new Set([...models.values()].flatMap(({ entity }) => entity.writer ?? []));

  test('every writer that a declaration names exists', () => {
    expect([...named].filter((name) => !(name in writers))).toEqual([]);
  });

  test('every writer is named by a declaration', () => {
    expect(Object.keys(writers).filter((name) => !named.has(name))).toEqual([]);
  });
});
