import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workingTime } from '../../../src/domain/time/working-time.ts';
import { offsetAt } from '../../../src/domain/time/zone.ts';
import type { LimitedDay } from '../../../src/engine/availability/day-limits.ts';
import type { Stop } from '../../../src/engine/availability/gaps.ts';
import { MINUTE_MS } from '../../../src/engine/availability/stretches.ts';
import type { Candidate, Question } from '../../../src/engine/recommendation/question.ts';
import { relaxations } from '../../../src/engine/recommendation/relax.ts';
import type { Answer } from '../../../src/engine/recommendation/search.ts';
import { roadMinutes, straightKm } from '../../../src/engine/travel/estimate.ts';
import { runs } from '../../support/random-cases.ts';
import {
  ALL,
  aCandidate,
  aQuestion,
  ask,
  fieldOf,
  HOURS,
  laidOut,
  type Plan,
  situations,
  spelled,
  stop,
} from './random-plans.ts';

/** Minute by minute, as somebody would do it with a pencil. */
function byHand(plans: readonly Plan[], question: Question, gridZone: string): string[] {
  const found: string[] = [];
  for (const { candidate, zone, calendar: worked = [], stops, limits } of plans) {
    const isFree = (minute: number): boolean =>
      minute < candidate.inService.till &&
      worked.some(({ start, end }) => start <= minute * MINUTE_MS && (minute + 1) * MINUTE_MS <= end) &&
      !stops.some(({ from, till }) => from <= minute && minute < till);
    const dayOf = (minute: number): number =>
      Math.floor((minute + offsetAt(zone, minute * MINUTE_MS) / MINUTE_MS) / 1440);
    for (let start = question.from; start + question.minutes <= question.till; start++) {
      const local = start + offsetAt(gridZone, start * MINUTE_MS) / MINUTE_MS;
      if (local % question.grid !== 0) continue;
      let isFit = true;
      for (let minute = start; minute < start + question.minutes && isFit; minute++) isFit = isFree(minute);
      if (!isFit) continue;
      const takes = ({ from, till }: LimitedDay): number => {
        let minutes = 0;
        for (let minute = start; minute < start + question.minutes; minute++)
          if (from <= minute && minute < till) minutes++;
        return minutes;
      };
      if (limits.some((day) => takes(day) > Math.max(0, day.left))) continue;
      let [begins, ends] = [start, start + question.minutes];
      while (isFree(begins - 1)) begins--;
      while (isFree(ends)) ends++;
      if (question.place && !question.fromHome) {
        const { place } = question;
        const way = (at: Stop): number => Math.ceil(roadMinutes(straightKm(at.lat, at.lon, place.lat, place.lon)));
        const isPlaced = (at: Stop | undefined): at is Stop => at !== undefined && !Number.isNaN(at.lat);
        const earlier = stops.filter(({ from }) => from < begins);
        const latest = Math.max(...earlier.map(({ till }) => till));
        const before = earlier.find(({ till }) => till === latest);
        const after = stops.find(({ from }) => from >= ends);
        if (isPlaced(before) && dayOf(before.till - 1) === dayOf(begins) && start < before.till + way(before)) continue;
        if (
          isPlaced(after) &&
          dayOf(after.from) === dayOf(begins) &&
          start + question.minutes > after.from - way(after)
        )
          continue;
      }
      found.push(`${candidate.no}@${start}`);
    }
  }
  return found.sort();
}

describe('slots', () => {
  test('are those that a search minute by minute finds, over both changes of the clock and in zones with half hours', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { plans, question } = laidOut(situation);
        const answer = ask(plans, question);
        const expected = byHand(plans, question, situation.zone);
        expect(spelled(answer)).toEqual(expected);
        expect(answer.total).toBe(expected.length);
      }),
      { numRuns: runs(40, 150) },
    );
  });

  test('the best few are the first of all, in their order', () => {
    fc.assert(
      fc.property(situations, fc.integer({ min: 0, max: 20 }), (situation, limit) => {
        const { plans, question } = laidOut(situation);
        const everything = ask(plans, question);
        const few = ask(plans, question, limit);
        expect(few.total).toBe(everything.total);
        expect(few.slots.map(({ candidate, start }) => [candidate.no, start])).toEqual(
          everything.slots.slice(0, limit).map(({ candidate, start }) => [candidate.no, start]),
        );
      }),
      { numRuns: 80 },
    );
  });

  test('scaling all weights changes nothing', () => {
    fc.assert(
      fc.property(situations, fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (situation, factor) => {
        const { plans, question } = laidOut(situation);
        const scaled = new Map([...ALL].map(([key, weight]) => [key, weight * factor]));
        const order = (answer: Answer) => answer.slots.map(({ candidate, start }) => [candidate.no, start]);
        // Shares that differ in the last digit may tell apart what was equal; such ties are left out by rounding the scores.
        const [plain, other] = [ask(plans, question), ask(plans, question, 100_000, scaled)];
        expect(order(other).length).toBe(order(plain).length);
        for (const [i, slot] of other.slots.entries()) expect(slot.score).toBeCloseTo(plain.slots[i]?.score ?? -1, 9);
      }),
      { numRuns: 80 },
    );
  });

  test('another appointment never adds slots', () => {
    fc.assert(
      fc.property(
        situations.chain((situation) => fc.tuple(fc.constant(situation), stop(situation.from))),
        ([situation, more]) => {
          const { plans, question } = laidOut({ ...situation, hasPlace: false });
          const [first, ...rest] = plans as [Plan, ...Plan[]];
          const fuller = { ...first, stops: [...first.stops, more].sort((a, b) => a.from - b.from) };
          const before = new Set(spelled(ask(plans, question)));
          for (const slot of spelled(ask([fuller, ...rest], question))) expect(before).toContain(slot);
        },
      ),
      { numRuns: 80 },
    );
  });

  test('scores are sums of values from 0 to 1 by their shares of the weight', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { plans, question } = laidOut(situation);
        for (const { score, parts } of ask(plans, question, 20).slots) {
          for (const { value } of parts) expect(value >= 0 && value <= 1).toBe(true);
          expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
          expect(parts.reduce((sum, { value, weight }) => sum + value * weight, 0)).toBeCloseTo(score, 9);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('who has no slot', () => {
  const from = Date.parse('2026-06-01') / MINUTE_MS;
  const inService = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  const zone = 'Europe/Brussels';
  const working = workingTime(
    { zone, assigned: [], fallback: HOURS[0] as (typeof HOURS)[number], inService },
    { start: from * MINUTE_MS, end: (from + 7 * 1440) * MINUTE_MS },
  );
  const plan = (id: number, more: Partial<Candidate> = {}, stops: Stop[] = [], limits: LimitedDay[] = []): Plan => ({
    candidate: aCandidate(id, more),
    zone,
    working,
    stops,
    limits,
  });
  const day = { from, till: from + 1440, zone };
  const reasonOf = (one: Plan, question: Partial<Question>): string | undefined =>
    ask([one], aQuestion({ ...day, ...question })).reasons[0]?.rule;
  const allDay: Stop = { from, till: from + 1440, lat: Number.NaN, lon: Number.NaN };

  test.each<[string, Plan, Partial<Question>]>([
    ['notShown', plan(1, { isShown: false }), {}],
    ['notAmong', plan(1), { among: new Set([2]) }],
    ['excluded', plan(1), { excluded: new Set([1]) }],
    ['outOfService', plan(1, { inService: { from: 0, till: from } }), {}],
    ['missingRequirement', plan(1), { requirements: [{ text: 'Welding', anyOf: ['skill\u001fwelding'] }] }],
    ['certificate', plan(1, { certificates: new Map([['f-gas', from]]) }), { certificates: ['f-gas'] }],
    ['unknownPlace', plan(1, { home: { lat: Number.NaN, lon: Number.NaN } }), { place: { lat: 50, lon: 4 }, maxKm: 5 }],
    ['tooFar', plan(1), { place: { lat: 52, lon: 4 }, maxKm: 50 }],
    ['notWorking', plan(1, {}, [allDay]), {}],
    ['tooShort', plan(1), { minutes: 300 }],
    ['capacity', plan(1, {}, [], [{ from: from - 120, till: from + 1320, left: 30 }]), {}],
  ])('gets the reason: %s', (rule, one, question) => {
    expect(reasonOf(one, question)).toBe(rule);
  });

  test('gets the reason that travel leaves too little time', () => {
    const far: Stop = { from: from + 8 * 60, till: from + 9 * 60, lat: 51.5, lon: 4.35 };
    const next: Stop = { from: from + 11 * 60 + 30, till: from + 15 * 60, lat: 51.5, lon: 4.35 };
    expect(reasonOf(plan(1, {}, [far, next]), { place: { lat: 50.5, lon: 4.35 }, minutes: 120 })).toBe('travel');
  });

  test('learns the smallest change that would help', () => {
    const stops = [allDay];
    const question = aQuestion({ ...day, requirements: [{ text: 'Diving', anyOf: ['skill\u001fdiving'] }] });
    const changes = relaxations(fieldOf([plan(1), plan(2, {}, stops)]), question);
    expect(changes.map(({ change }) => change)).toEqual(['dropRequirement']);
    const near = aQuestion({ ...day, place: { lat: 51.3, lon: 4.35 }, maxKm: 10 });
    const [distance] = relaxations(fieldOf([plan(1)]), near);
    expect(distance?.change).toBe('maxDistance');
    expect(distance?.value).toBe(Math.ceil(straightKm(50.85, 4.35, 51.3, 4.35)));
    const long = aQuestion({ ...day, minutes: 500 });
    expect(relaxations(fieldOf([plan(1)]), long)).toMatchObject([{ change: 'duration', value: 240 }]);
    const later = aQuestion({ ...day, till: from + 60 });
    expect(relaxations(fieldOf([plan(1)]), later)[0]).toMatchObject({ change: 'window' });
  });
});
