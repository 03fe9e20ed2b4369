import { chanceFrom } from '../../domain/random.ts';
import { configurationValue } from '../../records/entities/setup.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import { calendars, classification, looks } from './company.ts';
import { internalTime, positionCall, type Worked, workedOn } from './hours.ts';
import { dayAfter, upsert } from './kit.ts';
import { internalCalls, makeOrders, orderCalls } from './orders.ts';
import { makePeople, type Person, personCalls, worksOn } from './people.ts';
import { planVisits, type Visit, visitCalls } from './visits.ts';

/**
 * A service company for heating, cooling and pumps: two weeks of its life, the first of them worked. Seed, start and the day up to which
 * hours are registered decide everything.
 */
export interface DemoOptions {
  readonly seed: number;
  /** Monday of the first week, yyyy-MM-dd. */
  readonly start: string;
  /** The first day without registered hours. */
  readonly until: string;
}

export interface DemoData {
  readonly calls: readonly SentCall[];
  /** The series of an appointment, by the place of its call. */
  readonly series: ReadonlyMap<number, string>;
  /** Which entry claims which session, by the places of their calls. */
  readonly claims: readonly { readonly session: number; readonly entry: number }[];
}

/** The setting that says that a tenant holds the demo, and which. */
export const DEMO_SETTING = 'openslot.demo';

/** Hours of the first days are settled with the back office, those of later days are on their way. */
const SETTLED_DAYS = 4;

export function demoData(options: DemoOptions): DemoData {
  const { seed, start, until } = options;
  const chance = chanceFrom(seed);
  const days = workingDays(start);
  const people = makePeople(chance);
  const asked = makeOrders(chance, days);
  const visits = planVisits(chance, people, asked, days);
  const planned = new Set(visits.map(({ order }) => order.no));
  // What fits into nobody's days was not accepted: only what is to be planned later is open, and the one that is late.
  const orders = asked.filter(({ no, open }) => open || planned.has(no));
  const calls: SentCall[] = [
    upsert(configurationValue, { name: DEMO_SETTING, value: { ...options } }),
    ...classification(),
    ...looks(),
    ...calendars(start),
    ...people.flatMap(personCalls(start, lapsedOf(visits, days))),
    ...orders.flatMap(orderCalls),
    ...internalCalls(),
  ];
  const series = new Map<number, string>();
  for (const [no, visit] of visits.entries()) {
    if (visit.seriesId !== undefined) series.set(calls.length, visit.seriesId);
    calls.push(...visitCalls(visit, no));
  }
  const visited = visits.filter(({ day }) => day < until).sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const settledUntil = dayAfter(start, SETTLED_DAYS);
  const shifts = visited.flatMap((visit) => visit.people.map((person) => ({ visit, person })));
  const worked = shifts.map(({ visit, person }, no) => workedOn(chance, visit, person, no, visit.day >= settledUntil));
  const past = days.filter((day) => day < until);
  const rest = past.flatMap((day) =>
    people
      .filter((person) => worksOn(person, day, start))
      .map((person) => ({ person, day, minutes: minutesOn(shifts, worked, person, day) })),
  );
  const claims = hoursOf(
    [...worked, ...rest.map((each, no) => internalTime(each, no, each.day >= settledUntil))],
    calls,
  );
  const seen = new Map(visited.map((visit) => [visit.people[0]?.no, visit]));
  calls.push(...[...seen.values()].map(positionCall));
  return { calls, series, claims };
}

/** What somebody entered for the visits of a day. */
const minutesOn = (
  shifts: readonly { readonly visit: Visit; readonly person: Person }[],
  worked: readonly Worked[],
  { no }: Person,
  day: string,
): number =>
  shifts.reduce(
    (sum, { visit, person }, i) => sum + (person.no === no && visit.day === day ? (worked[i]?.minutes ?? 0) : 0),
    0,
  );

/** Kind by kind and move by move: what is written in an order is written together only where it stands together. */
function hoursOf(worked: readonly Worked[], calls: SentCall[]): DemoData['claims'] {
  const sessions = worked.map((each) => calls.push(...each.sessions) - each.sessions.length);
  const claims = worked.flatMap(({ entry }, i) =>
    entry ? [{ session: worked[i]?.sessions.length ? sessions[i] : undefined, entry: calls.push(entry) - 1 }] : [],
  );
  const most = Math.max(0, ...worked.map(({ moves }) => moves.length));
  for (let move = 0; move < most; move++) calls.push(...worked.flatMap(({ moves }) => moves[move] ?? []));
  return claims.flatMap(({ session, entry }) => (session === undefined ? [] : [{ session, entry }]));
}

const workingDays = (start: string): string[] =>
  Array.from({ length: 14 }, (_, i) => i)
    .filter((i) => i % 7 < 5)
    .map((i) => dayAfter(start, i));

/** Somebody whose certificate ends just before he needs it. */
const lapsedOf = (visits: readonly Visit[], days: readonly string[]): string | undefined =>
  visits.find(({ order, day }) => order.work.skill === 'F-GAS' && days.indexOf(day) >= days.length / 2)?.people[0]?.no;
