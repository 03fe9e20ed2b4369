import { describe, expect, test } from 'vitest';
import { daysText, isWrongOrder, normalized, ownMoves, partOfDay, partsOf } from '../../../web/src/absences/absence.ts';
import { teamsOf, totalOf } from '../../../web/src/absences/overview-counts.ts';

const request = {
  kind: 0,
  startDate: '2026-07-06',
  endDate: '2026-07-10',
  startPart: 0,
  endPart: 0,
  note: '',
} as const;

describe('an absence on the page', () => {
  test('offers its worker what the service allows', () => {
    const moves = (status: 0 | 1 | 2 | 3 | 4, today: string) => ownMoves({ status, startDate: '2026-07-06' }, today);
    expect(moves(0, '2026-07-01')).toEqual(['withdrawn']);
    expect(moves(1, '2026-07-05')).toEqual(['cancelled']);
    expect(moves(1, '2026-07-06')).toEqual([]);
    for (const status of [2, 3, 4] as const) expect(moves(status, '2026-07-01')).toEqual(['again']);
  });

  test('of one day is a whole day, a morning or an afternoon', () => {
    for (const part of ['day', 'morning', 'afternoon'] as const) expect(partOfDay(partsOf(part))).toBe(part);
    const oneDay = { ...request, endDate: request.startDate, startPart: 1, endPart: 1 } as const;
    expect(normalized(oneDay)).toEqual({ ...oneDay, endPart: 0 });
    expect(normalized({ ...oneDay, endDate: '2026-07-07' })).toMatchObject({ startPart: 1, endPart: 1 });
    expect(isWrongOrder({ startDate: '2026-07-06', endDate: '2026-07-05' })).toBe(true);
    expect(isWrongOrder({ startDate: '2026-07-06', endDate: '' })).toBe(false);
  });

  test('names its half days', () => {
    const texts = { morning: 'morning', afternoon: 'afternoon' };
    const text = (more: object) => daysText({ ...request, ...more }, (day) => day.slice(5), texts);
    expect(text({ startPart: 1, endPart: 1 })).toBe('07-06 (afternoon) – 07-10 (morning)');
    expect(text({ endDate: '2026-07-06', startPart: 1 })).toBe('07-06 (afternoon)');
    expect(text({ endDate: '2026-07-06', endPart: 1 })).toBe('07-06 (morning)');
  });

  test('is counted by kind and team', () => {
    expect(totalOf({ vacation: 1, sickness: 0.5, training: 0, other: 2 })).toBe(3.5);
    const teams = teamsOf([
      { teamCode: 'N', teamName: 'North' },
      { teamCode: null, teamName: null },
      { teamCode: 'N', teamName: 'North' },
      { teamCode: 'E', teamName: null },
    ]);
    expect(teams).toEqual([
      { value: 'E', label: 'E' },
      { value: 'N', label: 'North' },
    ]);
  });
});
