import { describe, expect, test } from 'vitest';
import {
  type AbsenceState,
  type AbsenceStatus,
  type Decider,
  overlapping,
  refusalOfAbsence,
  refusedCancel,
  shownDays,
  wrongDays,
} from '../../src/domain/absence.ts';

const absence = (more: Partial<AbsenceState> = {}): AbsenceState => ({
  startDate: '2026-07-06',
  endDate: '2026-07-10',
  startPart: 0,
  endPart: 0,
  kind: 0,
  status: 0,
  note: null,
  comment: null,
  ...more,
});
const deciders: Readonly<Record<string, Decider>> = {
  worker: { role: 'worker', isOwn: true, isAdministrator: false, today: '2026-06-01' },
  lead: { role: 'approver', isOwn: false, isAdministrator: false, today: '2026-06-01' },
  'lead, own': { role: 'approver', isOwn: true, isAdministrator: false, today: '2026-06-01' },
  'administrator, own': { role: 'approver', isOwn: true, isAdministrator: true, today: '2026-06-01' },
  'API key': { role: 'backOffice', isOwn: false, isAdministrator: false, today: '2026-06-01' },
};

/** Rows are the statuses that an absence has (the first: a new one), columns those that it gets. `+` done, `x` no such change, `-` not theirs. */
const outcomes: Readonly<Record<string, readonly string[]>> = {
  worker: ['+-xxx', '+--+x', 'x+xx+', '+-++x', '+-x+x', '+-xx+'],
  lead: ['++xxx', '++++x', 'x+xx+', '++++x', '++x+x', '++xx+'],
  'lead, own': ['+-xxx', '+--+x', 'x+xx+', '+-++x', '+-x+x', '+-xx+'],
  'administrator, own': ['++xxx', '++++x', 'x+xx+', '++++x', '++x+x', '++xx+'],
  'API key': Array<string>(6).fill('+++++'),
};

describe.each(Object.keys(deciders))('the status of an absence, changed by: %s', (who) => {
  test('follows the table', () => {
    const sign = (from: AbsenceStatus | undefined, to: AbsenceStatus): string => {
      const before = from === undefined ? undefined : absence({ status: from, comment: 'c' });
      const after = absence({ status: to, comment: from === undefined && to !== 2 ? null : 'c' });
      const refusal = refusalOfAbsence(before, after, deciders[who] as Decider);
      return refusal === undefined ? '+' : refusal.code === 'APP057' ? 'x' : '-';
    };
    const statuses = [0, 1, 2, 3, 4] as const;
    const table = [undefined, ...statuses].map((from) => statuses.map((to) => sign(from, to)).join(''));
    expect(table).toEqual(outcomes[who]);
  });
});

describe('an absence', () => {
  const lead = deciders['lead'] as Decider;
  const worker = deciders['worker'] as Decider;

  test('is rejected with a comment only', () => {
    expect(refusalOfAbsence(absence(), absence({ status: 2 }), lead)?.code).toBe('REQ015');
    expect(refusalOfAbsence(absence(), absence({ status: 2, comment: ' ' }), lead)?.code).toBe('REQ015');
    expect(refusalOfAbsence(absence(), absence({ status: 2, comment: 'Fair week' }), lead)).toBeUndefined();
  });

  test('keeps its days once it is approved', () => {
    const moved = absence({ status: 1, endDate: '2026-07-11' });
    expect(refusalOfAbsence(absence({ status: 1 }), moved, lead)?.code).toBe('APP057');
    const again = absence({ status: 0, endDate: '2026-07-08' });
    expect(refusalOfAbsence(absence({ status: 2, comment: 'c' }), again, worker)).toBeUndefined();
  });

  test('that has begun is cancelled by a lead only', () => {
    const [before, after] = [absence({ status: 1 }), absence({ status: 4 })];
    expect(refusedCancel(before, after, worker)).toBeUndefined();
    expect(refusedCancel(before, after, { ...worker, today: '2026-07-06' })?.code).toBe('APP057');
    expect(refusedCancel(before, after, { ...lead, today: '2026-07-08' })).toBeUndefined();
  });

  test('has days that make sense', () => {
    expect(wrongDays(absence())).toBeUndefined();
    expect(wrongDays(absence({ endDate: '2026-07-05' }))?.parameter).toBe('EndDate');
    expect(wrongDays(absence({ endDate: '2026-07-06', startPart: 1, endPart: 1 }))?.parameter).toBe('EndPart');
    expect(wrongDays(absence({ endDate: '2026-07-07', startPart: 1, endPart: 1 }))).toBeUndefined();
    expect(wrongDays(absence({ endDate: '2028-07-06' }))?.message).toContain('at most 400 days');
  });

  test('overlaps active ones, not those that were rejected, withdrawn or cancelled', () => {
    const others = ([0, 1, 2, 3, 4] as const).map((status) => ({ ...absence({ status }), externalId: `A${status}` }));
    expect(overlapping(others, absence())?.externalId).toBe('A0');
    expect(overlapping(others.slice(1), absence())?.externalId).toBe('A1');
    expect(overlapping(others.slice(2), absence())).toBeUndefined();
    expect(overlapping(others, absence({ status: 3 }))).toBeUndefined();
  });

  test('is shown with its half days', () => {
    expect(shownDays(absence({ startPart: 1, endPart: 1 }))).toBe('2026-07-06 (afternoon) to 2026-07-10 (morning)');
    expect(shownDays(absence({ endDate: '2026-07-06', endPart: 1 }))).toBe('2026-07-06 (morning)');
    expect(shownDays(absence({ endDate: '2026-07-06' }))).toBe('2026-07-06');
  });
});
