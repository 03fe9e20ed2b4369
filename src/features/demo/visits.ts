import type { Chance } from '../../domain/random.ts';
import { appointment } from '../../records/entities/appointment.ts';
import { appointmentContainer, assignment } from '../../records/entities/appointment-parts.ts';
import { notification } from '../../records/entities/notification.ts';
import type { SentCall } from '../../records/writing/parse-calls.ts';
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

const TRAVEL_MINUTES = 30;
const ROUND_WEEKS = 6;

/** Who is taken until when, on which day. */
class Busy {
  readonly #till = new Map<string, number>();
  readonly #minutes = new Map<string, number>();

  from(person: Person, day: string): number {
    return this.#till.get(`${person.no}|${day}`) ?? beginOf(person);
  }

  take(people: readonly Person[], day: string, till: number, minutes: number): void {
    for (const { no } of people) {
      this.#till.set(`${no}|${day}`, till + TRAVEL_MINUTES);
      this.#minutes.set(no, (this.#minutes.get(no) ?? 0) + minutes);
    }
  }

  minutes({ no }: Person): number {
    return this.#minutes.get(no) ?? 0;
  }
}

/** Each order on people who can do it, in the next free hours of their days; some stay open, as in life. */
export function planVisits(
  chance: Chance,
  people: readonly Person[],
  orders: readonly Order[],
  days: readonly string[],
): Visit[] {
  const start = days[0] ?? '';
  const busy = new Busy();
  const able = (order: Order): Person[] => people.filter(({ skills }) => skills.includes(order.work.skill));
  const rounds = orders.filter(({ work }) => work.isRound);
  const visits = rounds.flatMap((order, i) => planRound(chance, order, able(order)[i], dayAfter(start, i * 2 + 1)));
  for (const { people: own, day, from, till } of visits) busy.take(own, day, till, till - from);
  for (const order of orders) {
    if (order.work.isRound || order.open) continue;
    const parts = Array.from({ length: order.work.days }, () => guidFrom(chance));
    const near = able(order).sort((a, b) => distance(a.home, order.site) - distance(b.home, order.site));
    const first = days.indexOf(order.due);
    const tries = [...days.slice(0, first + 1).reverse(), ...days.slice(first + 1)];
    for (const guid of parts) {
      const minutes = (order.work.hours / order.work.days) * 60;
      const isFree = (person: Person, day: string): boolean =>
        worksOn(person, day, start) && busy.from(person, day) + minutes <= endOf(person);
      const found = tries
        .map((day) => ({ day, team: near.slice(0, 8).filter((person) => isFree(person, day)) }))
        .find(({ team }) => team.length >= order.work.people);
      if (!found) continue;
      // The least busy resource: the sort keeps nearby resources before distant ones.
      const own = found.team.sort((a, b) => busy.minutes(a) - busy.minutes(b)).slice(0, order.work.people);
      const from = Math.max(...own.map((person) => busy.from(person, found.day)));
      busy.take(own, found.day, from + minutes, minutes);
      visits.push({ order, people: own, day: found.day, from, till: from + minutes, guid });
    }
  }
  return [...visits, ...lateCall(visits, days)];
}

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

const distance = (a: Place, b: Place): number =>
  Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * 0.63);

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
