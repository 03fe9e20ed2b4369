import { setTimeout as sleep } from 'node:timers/promises';
import { API_KEY } from '../support.ts';
import type { Load } from './load.ts';

interface Change {
  readonly number: number;
  readonly entity: string;
  readonly id: number;
  readonly requestId: string;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export interface Verdict {
  readonly changes: number;
  readonly missingNumbers: number;
  readonly acknowledgedJobs: number;
  readonly lostJobs: number;
  readonly acknowledgedChanges: number;
  readonly lostChanges: number;
  readonly storedTwice: number;
  readonly deliveries: number;
  readonly missingDeliveries: number;
  readonly deliveriesSentAgain: number;
}

const DELIVERIES_MS = 60_000;

async function get<T>(address: string, route: string): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${address}${route}`, { headers: { 'x-api-key': API_KEY } }).catch(() => undefined);
    if (answer?.status === 200) return (await answer.json()) as T;
    if (attempt > 50) throw new Error(`${route} answered ${answer?.status}`);
    await sleep(200);
  }
}

async function changeLog(address: string): Promise<Change[]> {
  const all: Change[] = [];
  for (let after = 0; ; ) {
    const page = await get<{ changes: Change[]; next: number }>(address, `/changes?limit=10000&after=${after}`);
    if (page.changes.length === 0) return all;
    all.push(...page.changes);
    after = page.next;
  }
}

/** Holds what is stored and what arrived against what was acknowledged. */
export async function verify(address: string, load: Load): Promise<Verdict> {
  const log = await changeLog(address);
  const missingNumbers = log.filter(({ number }, at) => number !== at + 1).length;
  const stored = new Set((await get<{ jobNo: string }[]>(address, '/job')).map(({ jobNo }) => jobNo));
  const lostJobs = [...load.jobs].filter((no) => !stored.has(no)).length;
  const appointments = await get<{ appointmentGuid: string; subject: string }[]>(
    address,
    '/appointment?startDate=2026-06-01&endDate=2026-06-02',
  );
  const subjects = new Map(appointments.map((each) => [each.appointmentGuid.toLowerCase(), each.subject]));
  const lostChanges = [...load.subjects].filter(([guid, subject]) => subjects.get(guid) !== subject).length;
  const ofAppointments = log.filter(({ entity }) => entity === 'Appointment');
  const written = ofAppointments
    .map(({ id, after }) => `${id} ${after?.['subject']}`)
    .filter((each) => !each.endsWith(' first'));
  // One delivery for each appointment of each write: the number of a write is that of its last change.
  const lastOf = new Map<string, number>();
  for (const { requestId, number } of log) lastOf.set(requestId, Math.max(number, lastOf.get(requestId) ?? 0));
  const expected = new Set(ofAppointments.map(({ id, requestId }) => `${id} ${lastOf.get(requestId)}`));
  const missing = (): number => [...expected].filter((pair) => !load.receiver.pairs.has(pair)).length;
  const deadline = Date.now() + DELIVERIES_MS;
  while (missing() > 0 && Date.now() < deadline) await sleep(200);
  return {
    changes: log.length,
    missingNumbers,
    acknowledgedJobs: load.jobs.size,
    lostJobs,
    acknowledgedChanges: load.acknowledged,
    lostChanges: lostChanges + Math.max(0, load.acknowledged - new Set(written).size),
    storedTwice: written.length - new Set(written).size,
    deliveries: expected.size,
    missingDeliveries: missing(),
    deliveriesSentAgain: load.receiver.total - load.receiver.ids.size,
  };
}
