import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barLabel } from '../../../web/src/board/bar-view.ts';
import {
  LABEL_FIELDS,
  labelLines,
  labelParts,
  labelText,
  USUAL_LABELS,
  unknownFields,
} from '../../../web/src/board/labels.ts';
import type { Bar, BoardView } from '../../../web/src/board/types.ts';
import { en } from '../../../web/src/i18n/en.ts';
import { viewSettingsOf } from '../../../web/src/planning/view-settings.ts';

const bar: Bar = {
  id: 7,
  version: 1,
  start: Date.parse('2026-06-01T09:00+02:00'),
  end: Date.parse('2026-06-01T10:30+02:00'),
  subject: 'Replace the pump',
  job: { customer: 'Astoria', city: 'Gent', contact: null, description: 'Boilers', site: undefined },
  jobNo: 'J1',
  taskNo: 'T1',
  appointmentNo: 'A1',
  resources: ['R1'],
  color: '#1971c2',
  category: 'Repair',
  markerColor: null,
  isImportant: false,
  locked: false,
  notification: null,
  containers: [],
  requires: [],
  warnings: [],
};
const ZONE = 'Europe/Brussels';
const text = (template: string, values: Record<string, string>): string =>
  labelText(labelParts(template), (field) => values[field] ?? '');

describe('label templates', () => {
  test('each field shows its value', () => {
    const shown = (field: string): string => labelLines([`{${field}}`], bar, ZONE)[0] ?? '';
    expect(LABEL_FIELDS.map(shown)).toEqual([
      'Replace the pump',
      'Astoria',
      'Gent',
      '',
      'Boilers',
      'J1',
      'T1',
      'Repair',
      'A1',
      '09:00–10:30',
      '09:00',
      '10:30',
      '1:30',
    ]);
    expect(labelLines(USUAL_LABELS, bar, ZONE)).toEqual(['Replace the pump', 'Astoria, Gent']);
  });

  test.each([
    ['{customer}, {city}', { customer: 'Astoria' }, 'Astoria'],
    ['{customer}, {city}', { city: 'Gent' }, 'Gent'],
    ['{customer}, {city}', {}, ''],
    ['{customer}, {contact}, {city}', { customer: 'Astoria', city: 'Gent' }, 'Astoria, Gent'],
    ['{customer}, {contact}, {city}', { contact: 'Eva', city: 'Gent' }, 'Eva, Gent'],
    ['{customer} ({city})', { customer: 'Astoria' }, 'Astoria'],
    ['{customer} ({city}) {job}', { customer: 'Astoria', job: 'J1' }, 'Astoria J1'],
    ['{customer} ({city})', { customer: 'Astoria', city: 'Gent' }, 'Astoria (Gent)'],
    ['Job {job}', {}, ''],
    ['Job {job}', { job: 'J1' }, 'Job J1'],
    ['{duration} h', { duration: '2' }, '2 h'],
    ['{duration} h', {}, ''],
    ['fixed text', {}, 'fixed text'],
    ['{nothing} {job}', { job: 'J1' }, '{nothing} J1'],
  ])('%s with %j is "%s"', (template, values, expected) => {
    expect(text(template, values)).toBe(expected);
  });

  test('a line that is empty is left out, and a text of several lines becomes one', () => {
    const odd = { ...bar, subject: 'Pump\n\tand valve' };
    expect(labelLines(['{contact}', '{subject}'], odd, ZONE)).toEqual(['Pump and valve']);
  });

  test('any template can be shown, and values are never read as templates', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (template, subject) => {
        const lines = labelLines([template, '{subject}'], { ...bar, subject }, ZONE);
        expect(lines.at(-1)).toBe(subject.slice(0, 160).replace(/\s+/g, ' ').trim() || '#7');
      }),
    );
  });

  test('names in braces that are no field are reported', () => {
    expect(unknownFields('{customer}, {town} {} {CITY}')).toEqual(['town', '', 'CITY']);
  });

  test('of stored labels only two short texts are taken', () => {
    expect(viewSettingsOf({ labels: ['{job}', 5, 'x'.repeat(101), '{task}', '{city}'] })).toEqual({
      labels: ['{job}', '{task}'],
    });
    expect(viewSettingsOf({ labels: [] })).toEqual({});
    expect(viewSettingsOf({ labels: 'x' })).toEqual({});
  });
});

describe('the accessible name of a bar', () => {
  const view = { zone: ZONE } as BoardView;
  const name = (lines: string[], visible: string[], of = bar): string =>
    barLabel(of, { lines, visible }, 'Anna', view, en);

  test('starts with the visible lines, and repeats in full what was cut', () => {
    const lines = ['Replace the pump', 'Astoria, Gent'];
    expect(name(lines, lines)).toBe('Replace the pump, Astoria, Gent, 09:00–10:30, Anna');
    expect(name(lines, ['Repl…', 'Asto…'])).toBe('Repl…, Asto…, Replace the pump, Astoria, Gent, 09:00–10:30, Anna');
    expect(name(lines, [])).toBe('Replace the pump, Astoria, Gent, 09:00–10:30, Anna');
  });

  test('has the subject even where the bar shows other fields', () => {
    expect(name(['Astoria'], ['Astoria'])).toBe('Astoria, Replace the pump, 09:00–10:30, Anna');
  });
});
