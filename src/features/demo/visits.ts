import type { Chance } from '../../domain/random.ts';
import { roadMinutes, straightKm } from '../../engine/travel/estimate.ts';
import { appointment } from '../../records/entities/appointment.ts';
import { appointmentContainer, assignment } from '../../records/entities/appointment-parts.ts';
import { notification } from '../../records/entities/notification.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import { PROJECT } from './company.ts';
import { clock, dayAfter, guidFrom, upsert } from './kit.ts';
import { isOfProject, type Order, taskOf } from './orders.ts';
import { beginOf, endOf, type Person, worksOn } from './people.ts';
import type { Place } from './places.ts';

export interface Visit {
  readonly order: Order;
  readonly people: readonly Person[];
  readonly day: string;
  /** Minutes after midnight. */
  readonly from: number;
  readonly till: number;
  readonly guid: string;
  readonly seriesId?: string;
}

const ROUND_WEEKS = 6;
/** Nobody is planned beyond this part of the day: calls come in, and roads are slow. */
const FULL_DAY = 0.9;

/** The days of the people: until when they are taken, where they are then, and how much they have to do. */
class Days {
  readonly #days = new Map<string, { readonly till: number; readonly at: Place; readonly minutes: number }>();
  readonly #minutes = new Map<string, number>();

  #of(person: Person, day: string) {
    return this.#days.get(`${person.no}|${day}`);
  }

  /** When somebody can begin at a place, in quarters of an hour: after the last visit and the way from there. The way from home is not working time. */
  from(person: Person, day: string, site: Place): number {
    const last = this.#of(person, day);
    return last ? Math.ceil((last.till + minutesBetween(last.at, site)) / 15) * 15 : beginOf(person);
  }

  /** The way that a visit adds. */
  way(person: Person, day: string, site: Place): number {
    return minutesBetween(this.#of(person, day)?.at ?? person.home, site);
  }

  hasRoom(person: Person, day: string, minutes: number): boolean {
    return (this.#of(person, day)?.minutes ?? 0) + minutes <= (endOf(person) - beginOf(person)) * FULL_DAY;
  }

  take(people: readonly Person[], { day, from, till, site }: { day: string; from: number; till: number; site: Place }) {
    for (const person of people) {
      const minutes = (this.#of(person, day)?.minutes ?? 0) + till - from;
      this.#days.set(`${person.no}|${day}`, { till, at: site, minutes });
      this.#minutes.set(person.no, (this.#minutes.get(person.no) ?? 0) + till - from);
    }
  }

  minutes({ no }: Person): number {
    return this.#minutes.get(no) ?? 0;
  }
}

/** Each order on people who can do it, where the way to it is short, before it is due; some stay open, as in life. */
export function planVisits(
  chance: Chance,
  people: readonly Person[],
  orders: readonly Order[],
  days: readonly string[],
): Visit[] {
  const start = days[0] ?? '';
  const taken = new Days();
  const able = (order: Order): Person[] => people.filter(({ skills }) => skills.includes(order.work.skill));
  const rounds = orders.filter(({ work }) => work.isRound);
  const visits = rounds.flatMap((order, i) =>
    planRound(chance, order, nearest(able(order), order.site)[i], dayAfter(start, i * 2 + 1)),
  );
  for (const { people: own, order, day, from, till } of visits) taken.take(own, { day, from, till, site: order.site });
  for (const order of orders) {
    if (order.work.isRound || order.open) continue;
    const { hours, people: wanted } = order.work;
    const minutes = (hours / order.work.days) * 60;
    const team = nearest(able(order), order.site).slice(0, 9);
    let before = '';
    for (const guid of Array.from({ length: order.work.days }, () => guidFrom(chance))) {
      const fits = (person: Person, day: string): boolean =>
        worksOn(person, day, start) &&
        taken.hasRoom(person, day, minutes) &&
        taken.from(person, day, order.site) + minutes <= endOf(person);
      const cost = (person: Person, day: string): number =>
        taken.way(person, day, order.site) + taken.minutes(person) / 60;
      const found = daysFor(order, days)
        .filter((day) => day > before)
        .map((day) => ({
          day,
          own: team
            .filter((person) => fits(person, day))
            .sort((a, b) => cost(a, day) - cost(b, day))
            .slice(0, wanted),
        }))
        .find(({ own }) => own.length === wanted);
      if (!found) continue;
      const { day, own } = found;
      const from = Math.max(...own.map((person) => taken.from(person, day, order.site)));
      if (from + minutes > Math.min(...own.map(endOf))) continue;
      taken.take(own, { day, from, till: from + minutes, site: order.site });
      visits.push({ order, people: own, day, from, till: from + minutes, guid });
      if (order.work.days > 1) before = day;
    }
  }
  return [...visits, ...lateCall(visits, days)];
}

/** The day on which it is due and those before it, then those after it; work of several days begins early enough. */
function daysFor({ due, work }: Order, days: readonly string[]): string[] {
  const last = days.indexOf(due);
  if (work.days > 1) return days.slice(Math.max(0, last - 2 * work.days));
  return [...days.slice(0, last + 1).reverse(), ...days.slice(last + 1)];
}

const nearest = (people: readonly Person[], site: Place): Person[] =>
  [...people].sort((a, b) => straight(a.home, site) - straight(b.home, site));

function planRound(chance: Chance, order: Order, person: Person | undefined, first: string): Visit[] {
  if (!person) return [];
  const seriesId = guidFrom(chance);
  const from = beginOf(person);
  return Array.from({ length: ROUND_WEEKS }, (_, week) => ({
    order,
    people: [person],
    day: dayAfter(first, week * 7),
    from,
    till: from + order.work.hours * 60,
    guid: guidFrom(chance),
    seriesId,
  }));
}

/** Somebody goes out again in the evening: a rule that is broken for a reason. */
function lateCall(visits: readonly Visit[], days: readonly string[]): Visit[] {
  const urgent = visits.find(({ order, day }) => order.work.category === 'Emergency' && day === days[8]);
  if (!urgent) return [];
  return [
    { ...urgent, from: 17 * 60, till: 18.5 * 60, guid: urgent.guid.replace(/^./, (c) => (c === '0' ? '1' : '0')) },
  ];
}

const straight = (a: Place, b: Place): number => straightKm(a.latitude, a.longitude, b.latitude, b.longitude);
/** As the service estimates it, with a few minutes to park. */
const minutesBetween = (a: Place, b: Place): number => roadMinutes(straight(a, b)) + 3;

const NOTES = [
  [0, 'CALL', 'The customer asks for a call half an hour before arrival.'],
  [1, 'PART', 'A part is not in stock; it is expected on the day of the visit.'],
  [2, 'BLOCK', 'The back office refused the order line: the customer is blocked.'],
] as const;

/** An appointment, with what the board shows on its bar. `no` counts the visits. */
export function visitCalls(
  { order, people: [first, ...others], day, from, till, guid }: Visit,
  no: number,
): SentCall[] {
  const note = no % 13 === 5 ? NOTES[Math.floor(no / 13) % NOTES.length] : undefined;
  const marker = order.urgent ? 'Confirmed' : no % 9 === 4 ? 'Waiting for parts' : no % 9 === 7 ? 'Call ahead' : null;
  return [
    upsert(appointment, {
      appointmentGuid: guid,
      ...taskOf(order),
      resourceNo: first?.no ?? null,
      start: clock(day, from),
      end: clock(day, till),
      timeMarker: marker,
      importance: order.urgent ? 1 : 0,
      locked: others.length > 0 || no % 17 === 3,
    }),
    ...others.map(({ no: resourceNo }) => upsert(assignment, { appointmentGuid: guid, resourceNo })),
    ...(isOfProject(order) ? [upsert(appointmentContainer, { container: PROJECT, appointmentGuid: guid })] : []),
    ...(note
      ? [
          upsert(notification, {
            ...taskOf(order),
            appointmentGuid: guid,
            type: note[0],
            code: note[1],
            text: note[2],
            date: clock(day, 7 * 60),
          }),
        ]
      : []),
  ];
}
