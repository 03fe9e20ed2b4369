import type { Chance } from '../../domain/random.ts';
import type { Sent } from '../../records/entities/kit.ts';
import { resourceGpsTracking } from '../../records/entities/resource-parts.ts';
import { timeEntry, timeSession } from '../../records/entities/time.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import { clock, ERP, upsert } from './kit.ts';
import { INTERNAL_TASK, taskOf } from './orders.ts';
import { beginOf, endOf, type Person } from './people.ts';
import type { Visit } from './visits.ts';

/** What happened at a visit. The session of work is the first one, and the entry claims it. */
export interface Worked {
  readonly sessions: readonly SentCall[];
  /** Of the entry. */
  readonly minutes: number;
  readonly entry?: SentCall;
  /** The moves of the entry, in their order. */
  readonly moves: readonly SentCall[];
}

/** The way of an entry to each status: its moves are those of the back office. */
const WAYS = {
  draft: [],
  submitting: [1],
  accepted: [1, 2],
  approved: [1, 2, 4],
  failed: [1, 3],
  rejected: [1, 2, 5],
} as const;
const REASONS: Readonly<Record<number, string>> = {
  3: 'The back office did not answer. The entry was not sent.',
  5: 'Please split travel from work and send it again.',
};
const SETTLED = ['approved', 'approved', 'approved', 'accepted', 'approved', 'rejected', 'accepted', 'failed'] as const;
const RECENT = ['draft', 'submitting', 'accepted', 'submitting', undefined, 'accepted'] as const;
type Status = keyof typeof WAYS;

/** How long somebody worked on a day, for the rest of which there is internal work. */
export interface WorkedDay {
  readonly person: Person;
  readonly day: string;
  readonly minutes: number;
}

/** Travel, work a little shorter or longer than planned, sometimes a wait; and of most of it an entry. */
export function workedOn(chance: Chance, visit: Visit, person: Person, no: number, isRecent: boolean): Worked {
  const { order, day, from, till, guid } = visit;
  const waited = no % 7 === 2 ? 15 : 0;
  const travel = chance.whole(5, 10);
  const worked = Math.max(15, till - from + chance.whole(-20, 0) - waited);
  const session = (name: string, type: number, begin: number, end: number): SentCall =>
    upsert(timeSession, {
      ...taskOf(order),
      resourceNo: person.no,
      externalId: `${guid}-${person.no}-${name}`,
      startedAt: clock(day, begin),
      stoppedAt: clock(day, end),
      type,
    });
  const sessions = [
    session('work', 0, from + waited, from + waited + worked),
    session('travel', 1, from - travel, from),
    ...(waited > 0 ? [session('waiting', 2, from, from + waited)] : []),
  ];
  const status = isRecent ? RECENT[no % RECENT.length] : SETTLED[no % SETTLED.length];
  const entered = {
    ...taskOf(order),
    resourceNo: person.no,
    date: day,
    durationInSeconds: worked * 60,
    description: order.work.what,
    isBillable: order.work.category !== 'Round',
  };
  return {
    sessions,
    minutes: worked,
    ...(status ? entryOf(`${guid.slice(0, 8)}-${person.no}`, entered, status) : { moves: [] }),
  };
}

/** What is left of a day: workshop, stock, travel and office. Nobody enters it every day. */
export function internalTime({ person, day, minutes }: WorkedDay, no: number, isRecent: boolean): Worked {
  const left = endOf(person) - beginOf(person) - minutes;
  if (left < 15 || no % 11 === 6) return { sessions: [], minutes: 0, moves: [] };
  const entered = {
    ...INTERNAL_TASK,
    resourceNo: person.no,
    date: day,
    durationInSeconds: left * 60,
    description: 'Travel, workshop and stock',
    isBillable: false,
  };
  return {
    sessions: [],
    minutes: left,
    ...entryOf(`${day}-${person.no}`, entered, isRecent ? 'submitting' : 'approved'),
  };
}

function entryOf(no: string, entered: Sent<typeof timeEntry>, status: Status) {
  const backofficeID = `DEMO-${no}`;
  return {
    entry: upsert(timeEntry, { ...entered, backofficeID }),
    moves: WAYS[status].map((next) =>
      fromObject('mboc_upsertTimeEntry', { ...ERP, backofficeID, status: next, message: REASONS[next] ?? null }),
    ),
  };
}

/** Where somebody was seen last: at the site of a visit. */
export const positionCall = ({ order, people, day, from }: Visit): SentCall =>
  upsert(resourceGpsTracking, {
    resourceNo: people[0]?.no ?? '',
    latitude: order.site.latitude,
    longitude: order.site.longitude,
    date: clock(day, from + 10),
    rowId: 'demo',
    speed: 0,
  });
