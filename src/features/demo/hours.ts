import type { Chance } from '../../domain/random.ts';
import { resourceGpsTracking } from '../../records/entities/resource-parts.ts';
import { timeEntry, timeSession } from '../../records/entities/time.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { SentCall } from '../../records/writing/parse-calls.ts';
import { clock, ERP, upsert } from './kit.ts';
import { taskOf } from './orders.ts';
import type { Visit } from './visits.ts';

/** What happened at a visit. The session of work is the first one, and the entry claims it. */
export interface Worked {
  readonly sessions: readonly SentCall[];
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
const RECENT = ['draft', undefined, 'submitting'] as const;

/** Travel, work a little shorter or longer than planned, sometimes a wait; and of most of it an entry. */
export function workedOn(chance: Chance, visit: Visit, no: number, isRecent: boolean): Worked {
  const { order, day, from, till, guid } = visit;
  const resourceNo = visit.people[0]?.no ?? '';
  const waited = no % 7 === 2 ? 15 : 0;
  const travel = chance.whole(10, 25);
  const worked = Math.max(15, till - from + chance.whole(-20, 0) - waited);
  const session = (name: string, type: number, begin: number, end: number): SentCall =>
    upsert(timeSession, {
      ...taskOf(order),
      resourceNo,
      externalId: `${guid}-${name}`,
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
  if (status === undefined) return { sessions, moves: [] };
  const backofficeID = `DEMO-${guid.slice(0, 8)}`;
  return {
    sessions,
    entry: upsert(timeEntry, {
      ...taskOf(order),
      backofficeID,
      resourceNo,
      date: day,
      durationInSeconds: worked * 60,
      description: order.work.what,
      isBillable: order.work.category !== 'Round',
    }),
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
