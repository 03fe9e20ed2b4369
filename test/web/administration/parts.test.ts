import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Calendar,
  inherited,
  isPlainWeekday,
  treeOf,
} from '../../../web/src/administration/calendars/calendar.ts';
import { readHours, writeHours } from '../../../web/src/administration/calendars/hours.ts';
import { backOfficeOf } from '../../../web/src/administration/record-editor/record-kind.ts';
import { SHOWN_FIELDS } from '../../../web/src/administration/records/shown-fields.ts';
import { contrastOf, inkOn } from '../../../web/src/board/contrast.ts';
import { railOf } from '../../../web/src/frame/rail.ts';
import type { SignedIn } from '../../../web/src/session/session.ts';

describe('hours as they are typed', () => {
  test.each([
    ['8-12, 13-17', '08:00–12:00, 13:00–17:00'],
    ['13:30–17:00;08.15 - 12h00', '08:15–12:00, 13:30–17:00'],
    ['0-24', '00:00–24:00'],
    ['8 AM–12 PM, 1pm-0', '08:00–12:00, 13:00–24:00'],
    ['  ', ''],
  ])('%s are %s', (typed, shown) => expect(writeHours(readHours(typed) ?? [])).toBe(shown));

  test.each(['8', '12-8', '8-8', '8-25', '8:60-9', '8-12-14', '8-12, 11-13', 'morning'])('%s is none', (typed) =>
    expect(readHours(typed)).toBeUndefined(),
  );

  test('what is shown is read as the same', () => {
    const clock = fc.integer({ min: 0, max: 95 });
    fc.assert(
      fc.property(fc.uniqueArray(clock, { maxLength: 8 }), (quarters) => {
        const text = (quarter: number): string =>
          `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;
        const sorted = quarters.sort((a, b) => a - b);
        const hours = Array.from({ length: Math.floor(sorted.length / 2) }, (_, i) => ({
          start: text(sorted[2 * i]!),
          end: text(sorted[2 * i + 1]!),
        }));
        expect(readHours(writeHours(hours))).toEqual(hours);
      }),
    );
  });
});

describe('a tree of calendars', () => {
  const calendar = (code: string, parentCode: string | null, more: Partial<Calendar> = {}) =>
    ({
      code,
      parentCode,
      name: null,
      businessHours: null,
      weekend: null,
      holidays: null,
      overrides: null,
      ...more,
    }) as Calendar;
  const company = calendar('COMPANY', null, { holidays: [{ date: '2026-05-01' }] });
  const team = calendar('TEAM', 'company', { weekend: [5, 6, 7] });
  const shift = calendar('SHIFT', 'TEAM');
  const all = [shift, team, company];

  test('shows each calendar below its parent, whatever the case of its code', () =>
    expect(treeOf(all).map(({ calendar: { code }, depth }) => [code, depth])).toEqual([
      ['COMPANY', 0],
      ['TEAM', 1],
      ['SHIFT', 2],
    ]));

  test('names the parent that a calendar inherits a value from', () => {
    expect(inherited(all, shift, 'weekend')).toEqual({ from: 'TEAM', value: [5, 6, 7] });
    expect(inherited(all, shift, 'holidays')).toEqual({ from: 'COMPANY', value: [{ date: '2026-05-01' }] });
    expect(inherited(all, shift, 'businessHours')).toEqual({
      from: undefined,
      value: [{ start: '08:00', end: '17:00' }],
    });
  });

  test('knows hours of a weekday from exceptions', () => {
    expect(isPlainWeekday({ weekday: 5, hours: [] })).toBe(true);
    expect(isPlainWeekday({ weekday: 5, week: 'odd', hours: [] })).toBe(false);
    expect(isPlainWeekday({ date: '2026-05-01', hours: [] })).toBe(false);
  });
});

test('a record belongs to the back office when it has a source system, or a program wrote it', () => {
  const row = { id: 1, version: 1, createdBy: 'user:anna@example.com', updatedBy: 'user:anna@example.com' };
  expect(backOfficeOf(row)).toBeUndefined();
  expect(backOfficeOf({ ...row, createdBy: 'key:ERP' })).toBe('ERP');
  expect(backOfficeOf({ ...row, sourceApp: 'SAP', createdBy: 'key:ERP' })).toBe('SAP');
});

test('captions are offered for every field that a page calls by one', () => {
  const web = fileURLToPath(new URL('../../../web/src/', import.meta.url));
  const used = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) => [...readFileSync(path.join(web, name), 'utf8').matchAll(/\bcaption\('(\w+)'/g)])
    .map(([, field]) => field);
  expect(used.length).toBeGreaterThan(4);
  expect([...new Set(used)].filter((field) => !SHOWN_FIELDS.includes(field!))).toEqual([]);
});

test('contrast is that of WCAG, and the ink on a bar can always be read', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(fc.property(color, (bar) => contrastOf(bar, inkOn(bar)) >= 4.5));
});

test('the rail leads to the administration only those who may go there', () => {
  const session = (permissions: string[]) =>
    ({ user: { permissions }, tenant: { modules: [] } }) as unknown as SignedIn;
  const stops = (permissions: string[]) => railOf(session(permissions)).map(({ text }) => text);
  expect(stops(['records.read', 'plan.write', 'time.own'])).not.toContain('administration');
  expect(stops(['records.read', 'keys.manage'])).toContain('administration');
});
