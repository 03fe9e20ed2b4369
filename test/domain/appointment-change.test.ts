import { describe, expect, test } from 'vitest';
import {
  followsChange,
  quantityAfter,
  quantityMeant,
  rulesAfter,
  timesAfter,
} from '../../src/domain/appointment-change.ts';

const HOUR = 3_600_000;
const before = { start: 8 * HOUR, end: 10 * HOUR, earliest: 8 * HOUR, latest: 12 * HOUR };
const perHour = { conversion: 1, fixed: false, round: false };

describe('the times of a changed appointment', () => {
  test('stay as they are where none is sent', () => {
    expect(timesAfter({ start: null, end: null }, before, true)).toEqual({ start: 8 * HOUR, end: 10 * HOUR });
    expect(timesAfter({ start: null, end: 11 * HOUR }, before, true)).toEqual({ start: 8 * HOUR, end: 11 * HOUR });
  });

  test('keep within what the task allows for planners, if they move', () => {
    expect(timesAfter({ start: null, end: 13 * HOUR }, before, true)).toMatchObject({ code: 'APP017' });
    expect(timesAfter({ start: null, end: 13 * HOUR }, before, false)).toMatchObject({ end: 13 * HOUR });
    expect(timesAfter({ start: null, end: null }, { ...before, latest: 9 * HOUR }, true)).not.toHaveProperty('code');
    expect(timesAfter({ start: 11 * HOUR, end: null }, before, false)).toMatchObject({ code: 'APP010' });
  });
});

describe('the quantity of a changed appointment', () => {
  const now = { ...before, ...perHour };

  test('follows the time unless it is fixed or has no unit', () => {
    const moved = { start: 8 * HOUR, end: 11 * HOUR };
    expect(followsChange(perHour, now, moved)).toBe(true);
    expect(followsChange(perHour, now, before)).toBe(false);
    expect(followsChange({ ...perHour, round: true }, now, before)).toBe(true);
    expect(followsChange({ ...perHour, fixed: true }, now, moved)).toBe(false);
    expect(followsChange({ ...perHour, conversion: 0 }, now, moved)).toBe(false);
  });

  test('is not 0 because a client sends 0 with every appointment', () => {
    expect(quantityMeant(0, perHour, true)).toBeUndefined();
    expect(quantityMeant(0, perHour, false)).toBe(0);
    expect(quantityMeant(0, { ...perHour, fixed: true }, true)).toBe(0);
    expect(quantityMeant(2, perHour, true)).toBe(2);
  });

  test('is counted by the rules that were sent, else by its own', () => {
    const rules = rulesAfter({ conversion: 4, fixed: undefined, round: true }, perHour);
    expect(rules).toEqual({ conversion: 4, fixed: false, round: true });
    expect(quantityAfter(6 * HOUR, undefined, rules)).toBe(2);
    expect(quantityAfter(undefined, 1.5, rules)).toBe(2);
    expect(quantityAfter(undefined, 1.5, perHour)).toBeUndefined();
  });
});
