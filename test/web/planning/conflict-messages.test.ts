import { describe, expect, test } from 'vitest';
import { ruleKeys } from '../../../src/domain/violations/index.ts';
import { csvText } from '../../../web/src/kit/export/csv-text.ts';
import { barWarnings } from '../../../web/src/planning/conflicts/bar-warnings.ts';
import {
  type Conflict,
  conflictTable,
  groupsOf,
  lengthText,
  messageOf,
} from '../../../web/src/planning/conflicts/conflict.ts';
import { conflictTexts } from '../../../web/src/planning/conflicts/texts.ts';
import type { Violation } from '../../../web/src/planning/conflicts/warnings.ts';

const aConflict = (more: Partial<Conflict> = {}): Conflict => ({
  id: 'x',
  rule: 'overlap',
  severity: 'error',
  message: 'English of the service',
  start: '2026-06-01T10:00:00+02:00',
  end: '2026-06-01T11:00:00+02:00',
  appointment: {
    id: 1,
    appointmentNo: 'A1',
    appointmentGuid: '00000000-0000-4000-8000-000000000001',
    start: '2026-06-01T09:00:00+02:00',
    end: '2026-06-01T11:00:00+02:00',
    subject: 'Pump',
  },
  other: {
    id: 2,
    appointmentNo: 'A2',
    appointmentGuid: '00000000-0000-4000-8000-000000000002',
    start: '2026-06-01T10:00:00+02:00',
    end: '2026-06-01T12:00:00+02:00',
    subject: 'Boiler',
  },
  task: {
    sourceApp: 'ERP',
    sourceType: 'SERVICE',
    jobNo: 'J',
    taskNo: 'T',
    shortDescription: 'Task',
    subject: null,
    customerName: 'Bakery',
  },
  resourceNo: 'R1',
  resourceName: 'Rania',
  waiver: null,
  detail: { overlapInSeconds: 5400 },
  ...more,
});
const wording = (language: keyof typeof conflictTexts) => ({
  texts: conflictTexts[language],
  moment: (iso: string) => iso.slice(0, 16),
});

describe('the message of a conflict', () => {
  test('has names instead of codes, in every language and for every rule', () => {
    for (const language of ['en', 'nl', 'de', 'fr'] as const)
      for (const rule of ruleKeys) {
        const text = messageOf(aConflict({ rule: rule as Conflict['rule'] }), wording(language));
        expect(text, `${language} ${rule}`).not.toContain('English of the service');
        expect(text, `${language} ${rule}`).toMatch(/Rania|Pump|Bakery/);
        expect(text).not.toMatch(/undefined|NaN|\bR1\b/);
        expect(conflictTexts[language].rules[rule], `${language} ${rule}`).toBeTruthy();
      }
    expect(messageOf(aConflict(), wording('en'))).toBe(
      'Rania has two appointments at once: Bakery – Pump and Boiler (1 h 30 min).',
    );
    expect(messageOf(aConflict(), wording('de'))).toBe(
      'Rania hat zwei Termine gleichzeitig: Bakery – Pump und Boiler (1 h 30 min).',
    );
  });

  test('says which load is too much, and what can be carried', () => {
    const more = { rule: 'overLoaded', detail: { load: 'Gas', asked: 0.4, capacity: 0.3 } } as const;
    expect(messageOf(aConflict(more), wording('en'))).toBe(
      'Rania needs 0.4 of Gas on the day of Bakery – Pump, but can carry 0.3.',
    );
  });

  test('says which side of a limit is broken, and how much time there is to travel', () => {
    const text = (more: Partial<Conflict>) => messageOf(aConflict(more), wording('en'));
    expect(text({ rule: 'outsideAllowed', detail: { earliestAllowed: '2026-06-02T08:00:00Z' } })).toContain(
      'starts before 2026-06-02T08:00',
    );
    expect(text({ rule: 'outsideAllowed', detail: { latestAllowed: '2026-06-01T08:00:00Z' } })).toContain(
      'ends after 2026-06-01T08:00',
    );
    expect(text({ rule: 'unwantedResource', resourceName: null, detail: { reason: 'required' } })).toContain(
      'None of the resources',
    );
    expect(text({ rule: 'travelTooShort', detail: { travelInSeconds: 1800, availableInSeconds: 0 } })).toBe(
      'Rania has no time to travel from Boiler to Bakery – Pump, but needs 30 min.',
    );
    expect(text({ other: null })).toContain('another appointment');
    expect(lengthText(3600)).toBe('1 h');
  });
});

describe('the list', () => {
  const accepted = aConflict({
    id: 'a',
    waiver: { reason: '=1+1', until: '2026-07-01T00:00:00Z', by: 'user:anna@x', at: '' },
  });
  const warning = aConflict({ id: 'w', rule: 'overBudget', severity: 'warning', resourceNo: null, resourceName: null });
  const none = { rule: null, resource: null, severity: null, groupBy: 'rule' } as const;

  test('is grouped, errors first and accepted ones last, and filtered', () => {
    const names = (filter: Parameters<typeof groupsOf>[1]) =>
      groupsOf([accepted, warning, aConflict()], filter, conflictTexts.en).map(
        ({ name, conflicts }) => `${name} ${conflicts.length}`,
      );
    expect(names(none)).toEqual(['Overlap 1', 'Over budget 1', 'Accepted 1']);
    expect(names({ ...none, groupBy: 'resource' })).toEqual(['Rania 1', 'No resource 1', 'Accepted 1']);
    expect(names({ ...none, severity: 'warning' })).toEqual(['Over budget 1']);
    expect(names({ ...none, resource: 'R1', groupBy: 'severity' })).toEqual(['Error 1', 'Accepted 1']);
  });

  test('is exported with the waiver, and no value becomes a formula', () => {
    const csv = csvText(conflictTable([accepted], wording('en')), 'Europe/Brussels');
    expect(csv).toContain(`2026-06-01 10:00,anna@x,2026-07-01 02:00,'=1+1`);
    expect(csv.trim().split('\r\n')).toHaveLength(2);
  });

  test('is shown on a bar in the same words, with the names that the board has', () => {
    const violation: Violation = {
      rule: 'overlap',
      severity: 'error',
      message: 'English of the service',
      resourceNo: 'R1',
      appointmentId: 1,
      otherId: 2,
      detail: { overlapInSeconds: 3600 },
    };
    const bar = { subject: 'Pump', job: { customer: 'Bakery' } };
    const names = { resourceName: 'Rania', bar, other: { subject: 'Boiler' } } as never;
    for (const language of ['en', 'nl', 'de', 'fr'] as const)
      expect(barWarnings(language, String)(violation, names)).toBe(
        messageOf(aConflict({ detail: violation.detail }), wording(language)),
      );
    expect(barWarnings('en', String)({ ...violation, rule: 'unknown' as never }, names)).toBe('English of the service');
  });
});
