import { quantile, round } from '../../bench/figures.ts';
import type { Row } from '../reliability-page.ts';
import type { FailureKind } from './judge.ts';

export interface Failure {
  readonly number: number;
  readonly kind: FailureKind;
  readonly route: string;
  readonly why: string;
  readonly request: string;
}

/** Worth a look; no failure. */
const SLOW_MS = 3000;

/** Counts answers and failures. */
export class Report {
  readonly statuses = new Map<string, number>();
  readonly failures: Failure[] = [];
  readonly routes = new Set<string>();
  /** Routes that at least one request got through to. */
  readonly succeeded = new Set<string>();
  readonly #latencies: number[] = [];
  #slow: { ms: number; number: number; route: string }[] = [];
  answers = 0;
  overloads = 0;

  answered(route: string, number: number, status: number, ms: number): void {
    this.answers++;
    this.#latencies.push(ms);
    const group = `${Math.floor(status / 100)}xx`;
    this.statuses.set(group, (this.statuses.get(group) ?? 0) + 1);
    this.routes.add(route);
    if (status < 300) this.succeeded.add(route);
    if (ms > SLOW_MS) this.#slow.push({ ms: Math.round(ms), number, route });
  }

  failed(failure: Failure): void {
    this.failures.push(failure);
    const same = this.failures.filter(({ kind, route }) => kind === failure.kind && route === failure.route);
    // The first few of each kind are enough to find the cause.
    if (same.length > 3) return;
    console.log(`\nFAILURE ${failure.kind}: request ${failure.number}, ${failure.route}\n${failure.why}`);
    if (failure.request !== '') console.log(`--- the request\n${failure.request}\n---`);
  }

  slowest(count: number): readonly { ms: number; number: number; route: string }[] {
    return this.#slow.sort((one, other) => other.ms - one.ms).slice(0, count);
  }

  count(kind: FailureKind): number {
    return this.failures.filter((failure) => failure.kind === kind).length;
  }

  rows(): Row[] {
    const statuses = [...this.statuses].sort(([one], [other]) => one.localeCompare(other));
    return [
      ['Requests', this.answers],
      ['Answers by status', statuses.map(([group, count]) => `${group}: ${count}`).join(', ')],
      ['Answers 5xx', this.count('5xx')],
      ['Deliberate 503 (overload)', this.overloads],
      ['Answers that openapi.json does not describe', this.count('not as described')],
      ['Requests without an answer', this.count('no answer')],
      ['Answers with data of another tenant', this.count('other tenant')],
      [
        'Response time p50 / p99',
        `${round(quantile(this.#latencies, 0.5))} ms / ${round(quantile(this.#latencies, 0.99))} ms`,
      ],
    ];
  }
}
