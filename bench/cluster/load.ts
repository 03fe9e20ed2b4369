import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { aCall, aJob } from '../../test/process/process.ts';
import { API_KEY, atEnd } from '../support.ts';

/** One request of one client, and how it ended: a status, or 0 where the connection broke. */
interface Attempt {
  readonly lane: string;
  readonly began: number;
  readonly ended: number;
  readonly status: number;
  /** Of a 503: whether it says when to come again. */
  readonly hasRetryAfter: boolean;
}

const PAUSE_MS = 50;
const RETRY_MS = 100;
const LONGEST_MS = 60_000;
const JOBS_PER_IMPORT = 20;
const APPOINTMENTS_PER_LANE = 8;
const WRITERS = 2;

const guidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const appointment = (n: number, subject: string) =>
  aCall('mboc_upsertAppointment', {
    SourceApp: 'ERP',
    SourceType: 'SERVICE',
    JobNo: 'J',
    TaskNo: 'T',
    AppointmentGuid: guidOf(n),
    Subject: subject,
    Start: '2026-06-01T10:00',
    End: '2026-06-01T12:00',
  });

/** What a receiver got: the record and the change of every delivery, and how many it got more than once. */
class Receiver {
  readonly pairs = new Set<string>();
  readonly ids = new Set<string>();
  total = 0;
  readonly #server = http.createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { Id, ChangeNumber } = JSON.parse(text) as { Id: number; ChangeNumber: number };
    this.total++;
    this.ids.add(String(request.headers['webhook-id']));
    this.pairs.add(`${Id} ${ChangeNumber}`);
    response.end();
  });

  async start(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    atEnd(async () => {
      this.#server.closeAllConnections();
      this.#server.close();
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }
}

/** Clients that repeat a write under the same Idempotency-Key until it is acknowledged, as an ERP should. */
export class Load {
  readonly attempts: Attempt[] = [];
  readonly receiver = new Receiver();
  /** Job numbers that were acknowledged. */
  readonly jobs = new Set<string>();
  /** The last acknowledged subject of every appointment. */
  readonly subjects = new Map<string, string>();
  /** All subjects that were acknowledged: each must have been stored once. */
  acknowledged = 0;
  readonly #address: string;
  #running = true;
  /** A request that the service refuses is a mistake of this benchmark. */
  #refused: string | undefined;
  #lanes: Promise<void>[] = [];

  constructor(address: string) {
    this.#address = address;
  }

  async start(): Promise<void> {
    const receiver = await this.receiver.start();
    await this.#write('setup', [
      aCall('mboc_upsertConnector', { SourceApp: 'ERP', Name: 'cluster', WebServiceAddress: receiver }),
      aJob('J'),
      aCall('mboc_upsertTask', {
        SourceApp: 'ERP',
        SourceType: 'SERVICE',
        JobNo: 'J',
        TaskNo: 'T',
        ShortDescription: 'T',
      }),
      ...Array.from({ length: WRITERS * APPOINTMENTS_PER_LANE }, (_, n) => appointment(n, 'first')),
    ]);
    this.#lanes = [
      ...Array.from({ length: WRITERS }, (_, lane) => this.#changeAppointments(lane)),
      this.#importJobs(),
      this.#read('board', '/board?start=2026-06-01&end=2026-06-02'),
      this.#read('appointments', '/appointment?startDate=2026-06-01&endDate=2026-06-02'),
    ];
  }

  check(): void {
    if (this.#refused !== undefined) throw new Error(this.#refused);
  }

  async stop(): Promise<void> {
    this.check();
    this.#running = false;
    await Promise.all(this.#lanes);
  }

  async #changeAppointments(lane: number): Promise<void> {
    for (let n = 0; this.#running; n++) {
      const at = lane * APPOINTMENTS_PER_LANE + (n % APPOINTMENTS_PER_LANE);
      const subject = `writer ${lane}, ${n}`;
      await this.#write(`writer ${lane}`, [appointment(at, subject)]);
      this.subjects.set(guidOf(at), subject);
      this.acknowledged++;
      await sleep(PAUSE_MS);
    }
  }

  async #importJobs(): Promise<void> {
    for (let n = 0; this.#running; n++) {
      const names = Array.from({ length: JOBS_PER_IMPORT }, (_, i) => `B-${n}-${i}`);
      await this.#write('import', names.map(aJob));
      for (const name of names) this.jobs.add(name);
      await sleep(4 * PAUSE_MS);
    }
  }

  async #read(lane: string, route: string): Promise<void> {
    while (this.#running) {
      const { status } = await this.#send(lane, route, {});
      await sleep(status === 200 ? 2 * PAUSE_MS : RETRY_MS);
    }
  }

  /** Until it is acknowledged. */
  async #write(lane: string, calls: readonly unknown[]): Promise<void> {
    const body = JSON.stringify(calls);
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    for (;;) {
      const { status } = await this.#send(lane, '/import', { method: 'POST', body, headers });
      if (status === 200) return;
      await sleep(RETRY_MS);
    }
  }

  async #send(lane: string, route: string, init: RequestInit): Promise<{ status: number }> {
    const began = Date.now();
    const answer = await fetch(`${this.#address}${route}`, {
      ...init,
      headers: { ...init.headers, 'x-api-key': API_KEY },
      signal: AbortSignal.timeout(LONGEST_MS),
    })
      .then(async (response) => ({ response, text: await response.text() }))
      .catch(() => undefined);
    const status = answer?.response.status ?? 0;
    const hasRetryAfter = answer?.response.headers.has('retry-after') ?? false;
    this.attempts.push({ lane, began, ended: Date.now(), status, hasRetryAfter });
    if (status >= 400 && status < 500 && status !== 409)
      this.#refused ??= `${route} ${status} ${answer?.text.slice(0, 300)}`;
    return { status };
  }
}

/** What clients noticed in a span of time. */
export interface Noticed {
  /** The longest time that requests of one client failed: from the first one until one succeeded, in ms. */
  readonly failing: number;
  /** The longest time that one client was without a successful write, or read, in ms. */
  readonly writes: number;
  readonly reads: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Answers of 503 without Retry-After. */
  readonly bare503: number;
}

const READS = new Set(['board', 'appointments']);

export function noticedIn(attempts: readonly Attempt[], from: number, to: number): Noticed {
  const inside = attempts.filter(({ ended }) => ended >= from && ended <= to);
  const lanes = [...new Set(inside.map(({ lane }) => lane))];
  const longest = (lane: string): number => {
    const times = [
      from,
      ...inside.filter((each) => each.lane === lane && each.status === 200).map((each) => each.ended),
    ];
    return Math.max(...times.map((at, i) => (times[i + 1] ?? to) - at));
  };
  const of = (isRead: boolean): number =>
    Math.max(0, ...lanes.filter((lane) => READS.has(lane) === isRead).map(longest));
  const statuses: Record<string, number> = {};
  for (const { status } of inside)
    if (status !== 200) {
      const name = status === 0 ? 'connection' : String(status);
      statuses[name] = (statuses[name] ?? 0) + 1;
    }
  const bare503 = inside.filter(({ status, hasRetryAfter }) => status === 503 && !hasRetryAfter).length;
  const failing = Math.max(0, ...lanes.map((lane) => longestFailing(inside.filter((each) => each.lane === lane))));
  return { failing, writes: of(false), reads: of(true), statuses, bare503 };
}

/** Of one client, whose attempts follow each other. */
function longestFailing(attempts: readonly Attempt[]): number {
  let since: number | undefined;
  let longest = 0;
  for (const { began, ended, status } of attempts) {
    if (status !== 200) since ??= began;
    else if (since !== undefined) {
      longest = Math.max(longest, ended - since);
      since = undefined;
    }
  }
  return longest;
}

/** Whether every client has been served since. */
export const isServed = (attempts: readonly Attempt[], since: number): boolean => {
  const lanes = new Set(attempts.map(({ lane }) => lane).filter((lane) => lane !== 'setup'));
  const served = new Set(
    attempts.filter(({ began, status }) => began >= since && status === 200).map(({ lane }) => lane),
  );
  return [...lanes].every((lane) => served.has(lane));
};
