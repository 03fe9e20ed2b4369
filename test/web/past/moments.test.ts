import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantIn } from '../../../web/src/dates/zone.ts';
import {
  asOfText,
  boundsOf,
  firstMoment,
  nextFrame,
  playFrom,
  stepped,
  typedMoment,
  within,
} from '../../../web/src/planning/past/moments.ts';

const ZONE = 'Europe/Brussels';
const NOW = Date.parse('2026-11-17T12:00:00.250Z');
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const at = (text: string): number => Date.parse(text);
const aMoment = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: NOW });

describe('the slider', () => {
  test('goes from the oldest kept moment to the present', () => {
    const oldest = at('2026-11-17T09:30:00.125Z');
    expect(boundsOf(oldest, NOW)).toEqual({ min: oldest, max: at('2026-11-17T12:00:00Z'), step: 13_000 });
  });

  test('goes at most 30 days back, in steps of an hour', () => {
    const { min, max, step } = boundsOf(at('2026-01-01T00:00:00Z'), NOW);
    expect([max - min, step]).toEqual([30 * DAY, HOUR]);
  });

  test('has one position where the oldest moment is of this second, or the clock of the browser is behind', () => {
    for (const oldest of [NOW, NOW + HOUR]) {
      const { min, max, step } = boundsOf(oldest, NOW);
      expect([max - min, step]).toEqual([0, 1000]);
    }
  });

  test('has at most 720 positions, and never reaches into the future', () => {
    fc.assert(
      fc.property(aMoment, (oldest) => {
        const { min, max, step } = boundsOf(oldest, NOW);
        expect(min).toBeLessThanOrEqual(max);
        expect(max).toBeLessThanOrEqual(NOW);
        expect((max - min) / step).toBeLessThanOrEqual(720);
        expect(within({ min, max }, oldest)).toBeGreaterThanOrEqual(oldest > max ? max : oldest);
      }),
    );
  });

  test('opens an hour ago, or where the log begins', () => {
    expect(asOfText(firstMoment(at('2026-11-01T00:00:00Z'), NOW))).toBe('2026-11-17T11:00:00Z');
    expect(asOfText(firstMoment(at('2026-11-17T11:45:10.007Z'), NOW))).toBe('2026-11-17T11:45:10.007Z');
  });
});

describe('a step', () => {
  test('of a day keeps the time of day where the clock changes', () => {
    const noon = at('2026-10-24T12:00:00+02:00');
    expect(stepped(ZONE, noon, { days: 1 })).toBe(at('2026-10-25T12:00:00+01:00'));
    expect(stepped(ZONE, at('2026-10-25T12:00:00+01:00'), { days: -1 })).toBe(noon);
    expect(stepped(ZONE, noon, { hours: 24 })).toBe(at('2026-10-25T11:00:00+01:00'));
    expect(stepped(ZONE, noon, { hours: -1 })).toBe(noon - HOUR);
  });
});

describe('a play', () => {
  test('of a day has thirty frames of 48 minutes', () => {
    const play = playFrom(NOW - 250 - DAY, NOW);
    expect(play).toEqual({ step: 48 * MINUTE, end: NOW - 250 });
  });

  test('goes forward in at most 30 frames, and ends at the present of its start', () => {
    fc.assert(
      fc.property(aMoment, (start) => {
        const play = playFrom(start, NOW);
        let frames = 0;
        let shown = start;
        for (let next = nextFrame(shown, play); next !== undefined; next = nextFrame(shown, play)) {
          expect(next).toBeGreaterThan(shown);
          shown = next;
          frames += 1;
        }
        expect(frames).toBeLessThanOrEqual(30);
        expect(shown).toBe(Math.max(start, play.end));
        expect(play.end).toBeLessThanOrEqual(NOW);
      }),
    );
  });

  test('of less than a second has no frame', () => {
    expect(nextFrame(NOW - 100, playFrom(NOW - 100, NOW))).toBeUndefined();
  });
});

describe('a moment', () => {
  test('in an address has an offset, and without one it is a time of the zone', () => {
    expect(instantIn(ZONE, '2026-11-17T10:00')).toBe(at('2026-11-17T09:00:00Z'));
    expect(instantIn(ZONE, '2026-06-17T10:00:30')).toBe(at('2026-06-17T08:00:30Z'));
    expect(instantIn(ZONE, '2026-11-17T10:00+05:30')).toBe(at('2026-11-17T04:30:00Z'));
    expect(instantIn(ZONE, '2026-11-17T10:00Z')).toBe(at('2026-11-17T10:00:00Z'));
    fc.assert(fc.property(aMoment, (moment) => instantIn(ZONE, asOfText(moment)) === moment));
  });

  test('is typed in the zone, to the minute', () => {
    expect(typedMoment(ZONE, at('2026-11-17T09:00:59Z'))).toBe('2026-11-17T10:00');
  });
});
