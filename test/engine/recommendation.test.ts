import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginningsOfDays } from '../../src/domain/capacity.ts';
import { resolveCalendar, type StoredCalendar } from '../../src/domain/time/calendar.ts';
import { workingTime } from '../../src/domain/time/working-time.ts';
import { offsetAt, offsetStretches } from '../../src/domain/time/zone.ts';
import type { LimitedDay } from '../../src/engine/availability/day-limits.ts';
import { gapsBetween, type Stop } from '../../src/engine/availability/gaps.ts';
import { MINUTE_MS, Stretches } from '../../src/engine/availability/stretches.ts';
import type { Candidate, Question } from '../../src/engine/recommendation/question.ts';
import { LATER_MINUTES, relaxations } from '../../src/engine/recommendation/relax.ts';
import { Roster } from '../../src/engine/recommendation/roster.ts';
import { scorers } from '../../src/engine/recommendation/scorers/index.ts';
import { type Answer, type Field, search } from '../../src/engine/recommendation/search.ts';
import { normalise } from '../../src/engine/recommendation/weights.ts';
import { roadMinutes, straightKm } from '../../src/engine/travel/estimate.ts';
import { runs } from '../support/random-cases.ts';

const ZONES = ['Europe/Brussels', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe', 'America/Sao_Paulo'];
/** Spring and autumn changes of the zones above, and an ordinary week. */
const STARTS = ['2026-03-27', '2026-10-23', '2026-03-07', '2026-10-30', '2026-04-03', '2026-06-01'].map(
  (date) => Date.parse(date) / MINUTE_MS,
);
const ALL = new Map(scorers.map(({ key, weight }) => [key, weight]));

const calendar = (hours: readonly { start: string; end: string }[]) => {
  const stored: StoredCalendar = {
    code: 'c',
    parentCode: null,
    businessHours: [...hours],
    weekend: [7],
    holidays: null,
    overrides: null,
  } as unknown as StoredCalendar;
  return resolveCalendar('c', new Map([['c', stored]]));
};
const HOURS = [
  [
    { start: '08:00', end: '12:00' },
    { start: '13:00', end: '17:00' },
  ],
  [{ start: '00:00', end: '24:00' }],
  [
    { start: '01:30', end: '04:00' },
    { start: '22:00', end: '23:30' },
  ],
].map(calendar);

interface Plan {
  readonly candidate: Candidate;
  readonly zone: string;
  readonly working: readonly { start: number; end: number }[];
  readonly stops: readonly Stop[];
  readonly limits: readonly LimitedDay[];
  /** Working time as the calendar has it, whether the resource is in service or not. */
  readonly calendar?: readonly { start: number; end: number }[];
}

const aCandidate = (id: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  no: `R${id}`,
  name: `Resource ${id}`,
  isShown: true,
  home: { lat: 50.85, lon: 4.35 },
  skills: new Set(),
  certificates: new Map(),
  customers: new Set(),
  inService: { from: Number.NEGATIVE_INFINITY, till: Number.POSITIVE_INFINITY },
  ...more,
});

const fieldOf = (plans: readonly Plan[]): Field => {
  const gaps = plans.map(({ candidate, zone, working, stops, limits }) =>
    gapsBetween(
      new Stretches(working),
      stops,
      candidate.home,
      (minute) => offsetAt(zone, minute * MINUTE_MS) / MINUTE_MS,
      limits,
    ),
  );
  return {
    roster: new Roster(plans.map(({ candidate }) => candidate)),
    gapsOf: (rank) => gaps[rank] as (typeof gaps)[number],
  };
};

const stop = (from: number) =>
  fc
    .record({ at: fc.integer({ min: -200, max: 4500 }), long: fc.integer({ min: 1, max: 400 }), where: fc.nat(3) })
    .map(({ at, long, where }): Stop => {
      const lat = where === 0 ? Number.NaN : 50.8 + where * 0.1;
      return { from: from + at, till: from + at + long, lat, lon: where === 0 ? Number.NaN : 4.3 };
    });

const plans = (from: number) =>
  fc.array(
    fc
      .record({
        zone: fc.constantFrom(...ZONES),
        hours: fc.constantFrom(...HOURS),
        stops: fc.array(stop(from), { maxLength: 5 }),
        lat: fc.double({ min: 50, max: 51.5, noNaN: true }),
        serviceTill: fc.constantFrom(Number.POSITIVE_INFINITY, from + 1000, from + 2880),
        // By days from the first; an overbooked day has negative time left.
        left: fc.dictionary(fc.constantFrom('-1', '0', '1', '2', '3'), fc.integer({ min: -60, max: 400 })),
      })
      .map(({ stops, ...plan }) => ({ ...plan, stops: [...stops].sort((a, b) => a.from - b.from) })),
    { minLength: 1, maxLength: 3 },
  );

const situations = fc.constantFrom(...STARTS).chain((from) =>
  fc.record({
    from: fc.constant(from),
    plans: plans(from),
    days: fc.integer({ min: 1, max: 3 }),
    minutes: fc.integer({ min: 1, max: 300 }),
    grid: fc.constantFrom(5, 15, 45, 60),
    zone: fc.constantFrom(...ZONES),
    hasPlace: fc.boolean(),
    fromHome: fc.boolean(),
  }),
);

/** Days of the clock of a zone, from the day of a minute on. */
function limitsOf(zone: string, minute: number, left: Readonly<Record<string, number>>): LimitedDay[] {
  const first = Math.floor((minute + offsetAt(zone, minute * MINUTE_MS) / MINUTE_MS) / 1440);
  return Object.entries(left)
    .map(([day, more]) => {
      const [from, till] = beginningsOfDays(zone, { from: first + Number(day), end: first + Number(day) + 1 });
      return { from: (from ?? 0) / MINUTE_MS, till: (till ?? 0) / MINUTE_MS, left: more };
    })
    .sort((a, b) => a.from - b.from);
}

type Situation = typeof situations extends fc.Arbitrary<infer T> ? T : never;

function laidOut(situation: Situation): { plans: Plan[]; question: Question } {
  const { from, days, minutes, grid, zone, hasPlace, fromHome } = situation;
  const till = from + days * 1440;
  const window = { start: (from - 1440) * MINUTE_MS, end: (till + 1440) * MINUTE_MS };
  const start = Number.NEGATIVE_INFINITY;
  return {
    plans: situation.plans.map(({ zone: own, hours, serviceTill, ...plan }, id) => ({
      candidate: aCandidate(id, {
        home: { lat: plan.lat, lon: 4.35 },
        inService: { from: start, till: serviceTill },
      }),
      zone: own,
      working: workingTime(
        { zone: own, assigned: [], fallback: hours, inService: { start, end: serviceTill * MINUTE_MS } },
        window,
      ),
      calendar: workingTime(
        { zone: own, assigned: [], fallback: hours, inService: { start, end: Number.POSITIVE_INFINITY } },
        window,
      ),
      stops: plan.stops,
      limits: limitsOf(own, from, plan.left),
    })),
    question: aQuestion({
      from,
      till,
      minutes,
      grid,
      zone,
      fromHome,
      ...(hasPlace ? { place: { lat: 50.9, lon: 4.4 } } : {}),
    }),
  };
}

function aQuestion({ zone = 'Europe/Brussels', ...more }: Partial<Question> & { zone?: string }): Question {
  const [from, till] = [more.from ?? 0, more.till ?? 1440];
  return {
    from,
    till,
    minutes: 60,
    grid: 15,
    offsets: offsetStretches(zone, from * MINUTE_MS, (till + LATER_MINUTES) * MINUTE_MS).map(
      ({ start, end, offset }) => ({
        from: start / MINUTE_MS,
        till: end / MINUTE_MS,
        offset: offset / MINUTE_MS,
      }),
    ),
    requirements: [],
    certificates: [],
    place: undefined,
    fromHome: false,
    maxKm: undefined,
    among: undefined,
    excluded: new Set(),
    preferred: new Set(),
    customer: undefined,
    importance: undefined,
    ...more,
  };
}

const ask = (plans: readonly Plan[], question: Question, limit = 100_000, weights = ALL): Answer =>
  search(fieldOf(plans), question, normalise(weights, question), limit);
const spelled = (answer: Answer): string[] =>
  answer.slots.map(({ candidate, start }) => `${candidate.no}@${start}`).sort();

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
    ask([one], aQuestion({ ...day, ...question })).rejected[0]?.reason.rule;
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
    const straight = straightKm(50.85, 4.35, 51.3, 4.35) * 1.3;
    expect(distance?.value).toBe(Math.ceil(straight));
    const long = aQuestion({ ...day, minutes: 500 });
    expect(relaxations(fieldOf([plan(1)]), long)).toMatchObject([{ change: 'duration', value: 240 }]);
    const later = aQuestion({ ...day, till: from + 60 });
    expect(relaxations(fieldOf([plan(1)]), later)[0]).toMatchObject({ change: 'window' });
  });
});

test('a longer way is never quicker', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 2000, noNaN: true }),
      fc.double({ min: 0, max: 50, noNaN: true }),
      (km, more) => {
        expect(roadMinutes(km + more)).toBeGreaterThanOrEqual(roadMinutes(km));
      },
    ),
  );
});
