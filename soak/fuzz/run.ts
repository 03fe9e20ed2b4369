import { round } from '../../bench/figures.ts';
import { LONGEST_STALL_MS, type Stall } from '../heartbeat.ts';
import type { Credentials } from './credentials.ts';
import { isOverload, judge } from './judge.ts';
import { LiveValues } from './live-values.ts';
import { type FuzzRequest, makeRequest } from './make-request.ts';
import { enableModules, fill } from './prepare.ts';
import type { Report } from './report.ts';
import { readyToSend, Sender, type Sent, shown } from './send.ts';

interface Flight {
  readonly made: FuzzRequest;
  readonly sent: Sent;
  readonly from: number;
  to: number;
}

/** Below the limits of the service: none of its refusals is for overload. */
export const LANES = 8;
/** Requests after which records of every kind are written again. */
const REFILL = 1000;
/** The run ends early after this many failures. */
const MOST_FAILURES = 200;
/** Requests that ended longer ago than this have nothing to do with a stall that is reported now. */
const REMEMBERED_MS = 10_000;

/** Sends the requests of one seed, over several connections, and judges the answers. */
export class Run {
  readonly #address: string;
  readonly #seed: number;
  readonly #credentials: Credentials;
  readonly #report: Report;
  readonly #values = new LiveValues();
  readonly #sender: Sender;
  #flights: Flight[] = [];

  constructor(address: string, seed: number, credentials: Credentials, report: Report) {
    this.#address = address;
    this.#seed = seed;
    this.#credentials = credentials;
    this.#report = report;
    this.#sender = new Sender(address, LANES);
  }

  async all(count: number, isOver: () => boolean): Promise<void> {
    let next = 1;
    const lane = async (): Promise<void> => {
      while (next <= count && this.#report.failures.length < MOST_FAILURES && !isOver()) {
        const number = next++;
        if (number % 500 === 0) await enableModules(this.#address, await this.#credentials.key());
        // Requests delete more than they create.
        if (number % REFILL === 0) await fill(this.#address, await this.#credentials.key(), this.#seed + number);
        if (number % 5000 === 0) console.log(`${number} requests, ${this.#report.failures.length} failures`);
        await this.one(number);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  async one(number: number): Promise<void> {
    const made = makeRequest(this.#seed, number);
    const credential = await this.#credentials.headers(made.credential);
    const sent = readyToSend(made, credential, this.#values);
    const flight = this.#takeOff(made, sent);
    const route = `${made.method} ${made.route}`;
    const began = performance.now();
    try {
      const answer = await this.#sender.send(sent);
      this.#report.answered(route, number, answer.status, performance.now() - began);
      if (isOverload(answer)) this.#report.overloads++;
      const wrong = judge(sent.method, sent.target, answer);
      if (wrong) this.#report.failed({ number, route, ...wrong, request: shown(sent) });
      else this.#values.collect(answer.body, made.route.split('/')[1] ?? '');
      if (answer.status === 401 && answer.body?.Code === 'USR002' && this.#credentials.canBeLost(made.credential))
        await this.#credentials.renew(made.credential, credential);
    } catch (error) {
      const why = (error as Error).message;
      this.#report.failed({ number, route, kind: 'no answer', why, request: shown(sent) });
    } finally {
      flight.to = Date.now();
    }
  }

  /** Reports the requests that were under way during a stall: one of them caused it. */
  stalled({ from, to, ms }: Stall): void {
    const suspects = this.#flights.filter((flight) => flight.from < to && flight.to > from);
    const why = suspects
      .map(({ made, from: began }) => `request ${made.number}, sent ${round(began - from)} ms after the beginning`)
      .join('\n');
    if (ms <= LONGEST_STALL_MS) console.log(`stall of ${round(ms)} ms; under way:\n${why}`);
    else
      this.#report.failed({
        number: suspects[0]?.made.number ?? 0,
        kind: 'stall',
        route: `${round(ms)} ms`,
        why,
        request: suspects.map(({ sent }) => shown(sent).slice(0, 3000)).join('\n\n'),
      });
  }

  close(): void {
    this.#sender.close();
  }

  #takeOff(made: FuzzRequest, sent: Sent): Flight {
    const flight: Flight = { made, sent, from: Date.now(), to: Number.POSITIVE_INFINITY };
    this.#flights.push(flight);
    if (this.#flights.length > 1000)
      this.#flights = this.#flights.filter(({ to }) => to > Date.now() - REMEMBERED_MS).slice(-900);
    return flight;
  }
}
