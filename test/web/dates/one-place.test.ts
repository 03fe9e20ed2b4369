import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const WEB = fileURLToPath(new URL('../../../web/src/', import.meta.url));
const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

/** The files outside a folder in which a pattern is found. */
const having = (pattern: RegExp, folder: string): string[] =>
  files.filter((name) => !name.startsWith(folder) && pattern.test(readFileSync(`${WEB}${name}`, 'utf8')));

test('dates and times are typed into inputs of the application, which follow the chosen formats', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(having(/\btype[=:]\s*\{?\s*["'`](date|time|datetime-local|month|week)["'`]/, 'none/')).toEqual([]);
  // The type may also be chosen: type={isDate ? 'date' : 'text'}.
  expect(having(/\btype=\{[^}]*["'`](date|time|datetime-local|month|week)["'`]/, 'none/')).toEqual([]);
});

test('dates and times are shown by the functions of web/src/dates, which follow the chosen formats', () => {
  expect(having(/Intl\.DateTimeFormat/, 'dates/')).toEqual([]);
  expect(having(/\.toLocale(Date|Time)?String\b/, 'dates/')).toEqual([]);
});
