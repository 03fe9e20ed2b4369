import fc from 'fast-check';
import { beginningsOfDays } from '../../../src/domain/capacity.ts';
import { resolveCalendar, type StoredCalendar } from '../../../src/domain/time/calendar.ts';
import { workingTime } from '../../../src/domain/time/working-time.ts';
import { offsetAt, offsetStretches } from '../../../src/domain/time/zone.ts';
import type { LimitedDay } from '../../../src/engine/availability/day-limits.ts';
import { gapsBetween, type Stop } from '../../../src/engine/availability/gaps.ts';
import { MINUTE_MS, Stretches } from '../../../src/engine/availability/stretches.ts';
import type { Candidate, Question } from '../../../src/engine/recommendation/question.ts';
import { LATER_MINUTES } from '../../../src/engine/recommendation/relax.ts';
import { Roster } from '../../../src/engine/recommendation/roster.ts';
import { scorers } from '../../../src/engine/recommendation/scorers/index.ts';
import { type Answer, type Field, search } from '../../../src/engine/recommendation/search.ts';
import { normalise } from '../../../src/engine/recommendation/weights.ts';
import { Places } from '../../../src/engine/travel/places.ts';

const ZONES = ['Europe/Brussels', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe', 'America/Sao_Paulo'];
/** Spring and autumn changes of the zones above, and an ordinary week. */
const STARTS = ['2026-03-27', '2026-10-23', '2026-03-07', '2026-10-30', '2026-04-03', '2026-06-01'].map(
  (date) => Date.parse(date) / MINUTE_MS,
);
export const ALL = new Map(scorers.map(({ key, weight }) => [key, weight]));

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
export const HOURS = [
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

export interface Plan {
  readonly candidate: Candidate;
  readonly zone: string;
  readonly working: readonly { start: number; end: number }[];
  readonly stops: readonly Stop[];
  readonly limits: readonly LimitedDay[];
  /** Working time as the calendar has it, whether the resource is in service or not. */
  readonly calendar?: readonly { start: number; end: number }[];
}

export const aCandidate = (id: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  no: `R${id}`,
  name: `Resource ${id}`,
  isShown: true,
  home: { lat: 50.85, lon: 4.35 },
  skills: new Set(),
  certificates: new Map(),
  inService: { from: Number.NEGATIVE_INFINITY, till: Number.POSITIVE_INFINITY },
  ...more,
});

export const fieldOf = (plans: readonly Plan[]): Field => {
  const places = new Places();
  const gaps = plans.map(({ candidate, zone, working, stops, limits }) =>
    gapsBetween(
      new Stretches(working),
      stops,
      candidate.home,
      (minute) => offsetAt(zone, minute * MINUTE_MS) / MINUTE_MS,
      limits,
      places,
    ),
  );
  return {
    roster: new Roster(plans.map(({ candidate }) => candidate)),
    gapsOf: (rank) => gaps[rank] as (typeof gaps)[number],
  };
};

export const stop = (from: number) =>
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

export const situations = fc.constantFrom(...STARTS).chain((from) =>
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

export function laidOut(situation: Situation): { plans: Plan[]; question: Question } {
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

export function aQuestion({ zone = 'Europe/Brussels', ...more }: Partial<Question> & { zone?: string }): Question {
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
    dependencies: undefined,
    loads: undefined,
    place: undefined,
    fromHome: false,
    maxKm: undefined,
    among: undefined,
    excluded: new Set(),
    preferred: new Set(),
    customer: undefined,
    served: new Set(),
    importance: undefined,
    ...more,
  };
}

export const ask = (plans: readonly Plan[], question: Question, limit = 100_000, weights = ALL): Answer =>
  search(fieldOf(plans), question, normalise(weights, question), limit);
export const spelled = (answer: Answer): string[] =>
  answer.slots.map(({ candidate, start }) => `${candidate.no}@${start}`).sort();
