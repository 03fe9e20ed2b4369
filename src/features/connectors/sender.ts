import { setMaxListeners } from 'node:events';
import {
  failureText,
  GIVE_UP_AFTER_MS,
  isAboutContent,
  isTrouble,
  mustRest,
  restAfter,
  retryAfterMs,
  retryIn,
  takenAs,
  verdictOf,
} from '../../domain/outbound.ts';
import { errorReasonOf } from '../../domain/receiver-state.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasLog } from '../../platform/log.ts';
import { observedDeliveries } from '../../platform/observed.ts';
import { NotSent, type OutboundClient, type PostResult } from '../../platform/outbound/outbound-client.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { readTraceParent } from '../../platform/tracing/trace-context.ts';
import { inSpan } from '../../platform/tracing/tracing.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { Credentials } from './credentials.ts';
import {
  type AttemptResult,
  type DueDelivery,
  dueDeliveries,
  giveUp,
  nextDue,
  storeResults,
} from './delivery-store.ts';
import type { HasOutbound } from './outbound.ts';
import { IN_FLIGHT } from './outbound.ts';
import { excerpt, postTo, unsentReason } from './post-to.ts';
import { ReceiverHealth } from './receiver-health.ts';
import { noteResults } from './receiver-results-store.ts';
import { noteHealth, pauseReceiver, type Receiver, receiverById } from './receiver-store.ts';
import { WakeSignal } from './wake-signal.ts';

const PORTION = 1000;
/** After this long without work the lock is released. */
const LINGER_MS = 20_000;

/**
 * Sends the deliveries of one receiver. Deliveries of one record are sent one after the other, those of different records concurrently.
 * Results are stored in sets while others are in flight. A receiver that cannot be reached rests, and is then probed with one delivery
 * before the others follow.
 */
export class Sender {
  readonly #deps: HasDatabase & HasClock & HasSealer;
  readonly #tenantId: number;
  readonly #id: number;
  readonly #client: OutboundClient;
  readonly #credentials: Credentials;
  readonly #stop: AbortSignal;
  readonly #health: ReceiverHealth;
  readonly #signal = new WakeSignal();
  /** Records that are on their way, or whose result is not stored yet. */
  readonly #busy = new Set<number>();
  #inFlight = 0;
  #failed: Error | undefined;
  #troubles = 0;
  /** It failed during this portion: nothing more is begun until it has rested. */
  #tripped = false;

  constructor(
    deps: WriteDeps & HasLog & HasOutbound,
    receiver: { readonly tenantId: number; readonly id: number },
    stop: AbortSignal,
  ) {
    this.#deps = deps;
    this.#tenantId = receiver.tenantId;
    this.#id = receiver.id;
    this.#client = deps.outbound.openClient();
    this.#credentials = new Credentials(deps, this.#client);
    this.#health = new ReceiverHealth(deps);
    this.#stop = stop;
    // Every delivery that is on its way listens.
    setMaxListeners(4 * IN_FLIGHT, stop);
    stop.addEventListener('abort', () => this.wake(), { once: true });
  }

  /** There is something new for it. */
  wake(): void {
    this.#signal.wake();
  }

  /** It was woken when it had decided to end. */
  get isWanted(): boolean {
    return this.#signal.isPending;
  }

  async run(): Promise<void> {
    try {
      let more = true;
      while (more && !this.#stop.aborted) more = await this.#round();
      while (this.#busy.size > 0) await this.#signal.wait(LINGER_MS);
      if (this.#failed) throw this.#failed;
    } finally {
      await this.#client.close();
    }
  }

  /** False when there is nothing more to do for now. */
  async #round(): Promise<boolean> {
    const { db } = this.#deps;
    if (this.#failed) return false;
    const receiver = await receiverById(db, this.#tenantId, this.#id);
    if (!receiver?.enabled || receiver.pausedAt !== null || receiver.suspendedAt !== null) return false;
    this.#health.read(receiver);
    if (receiver.restMs > LINGER_MS) return false;
    if (receiver.restMs > 0) {
      await this.#signal.wait(receiver.restMs);
      return true;
    }
    const probing = receiver.failures > 0;
    if (probing && this.#busy.size > 0) {
      await this.#signal.wait(LINGER_MS);
      return true;
    }
    this.#tripped = false;
    const busy = [...this.#busy];
    const due = await dueDeliveries(db, this.#tenantId, this.#id, busy, probing ? 1 : PORTION);
    const readAt = performance.now();
    if (due.length > 0) {
      await this.#begin(receiver, due, readAt);
      return true;
    }
    if (busy.length > 0) {
      await this.#signal.wait(LINGER_MS);
      return true;
    }
    const next = (await nextDue(db, this.#tenantId, this.#id, busy)) ?? Number.POSITIVE_INFINITY;
    const isWoken = await this.#signal.wait(Math.min(next, LINGER_MS));
    return isWoken || next <= LINGER_MS;
  }

  /** Begins all of them, as room comes free; it does not wait for their end, or one that is slow would hold up the others. */
  async #begin(receiver: Receiver, due: readonly DueDelivery[], readAt: number): Promise<void> {
    const chains = new Map<number, DueDelivery[]>();
    for (const delivery of due) {
      const chain = chains.get(delivery.recordId);
      if (chain) chain.push(delivery);
      else chains.set(delivery.recordId, [delivery]);
    }
    for (const [recordId, chain] of chains) {
      while (this.#inFlight >= IN_FLIGHT && !this.#halted()) await this.#signal.wait(LINGER_MS);
      if (this.#halted()) return;
      this.#inFlight++;
      this.#busy.add(recordId);
      void this.#follow(receiver, chain, readAt)
        .catch((error: Error) => {
          this.#failed ??= error;
        })
        .finally(() => {
          this.#busy.delete(recordId);
          this.wake();
        });
    }
  }

  #halted(): boolean {
    return this.#tripped || this.#failed !== undefined || this.#stop.aborted;
  }

  /** The deliveries of one record, in order, until one of them has to wait. */
  async #follow(receiver: Receiver, chain: readonly DueDelivery[], readAt: number): Promise<void> {
    let stored = Promise.resolve();
    try {
      for (const delivery of chain) {
        if (this.#halted()) break;
        const result = await this.#attempt(receiver, delivery);
        if (!result) break;
        observedDeliveries.report(() => ({
          result: result.status === 'waiting' ? 'retried' : result.status,
          seconds: result.ms / 1000,
          lagSeconds: (delivery.ageMs + performance.now() - readAt) / 1000,
        }));
        stored = this.#store(result);
        if (result.status === 'waiting') break;
      }
    } finally {
      this.#inFlight--;
      this.wake();
    }
    await stored;
  }

  /** Undefined when the service was stopped in the middle of it: it is as if it had not been tried. */
  async #attempt(receiver: Receiver, delivery: DueDelivery): Promise<AttemptResult | undefined> {
    const began = performance.now();
    try {
      const sent = await inSpan(
        () => ({
          name: 'delivery',
          kind: 'client',
          parent: readTraceParent(delivery.traceParent),
          attributes: { 'openslot.delivery.attempt': delivery.attemptCount + 1 },
        }),
        async (traceParent, span) => {
          const message = { ...delivery, traceParent };
          const answer = await postTo(this.#deps, this.#client, this.#credentials, receiver, message, this.#stop);
          span?.set('http.response.status_code', answer.status);
          return answer;
        },
      );
      return await this.#answered(receiver, delivery, sent);
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      if (error.kind === 'stopped') return undefined;
      const restMs = await this.#trip(receiver, error.message, 0);
      const response = { code: null, ms: performance.now() - began, answer: null, reason: unsentReason(error) };
      return missed(delivery, response, error.message, restMs);
    }
  }

  async #answered(receiver: Receiver, delivery: DueDelivery, sent: PostResult): Promise<AttemptResult> {
    const { db } = this.#deps;
    const verdict = verdictOf(sent.status);
    const reason = verdict === 'delivered' ? null : errorReasonOf(sent.status);
    const response = { code: sent.status, ms: sent.ms, answer: excerpt(sent.answer), reason };
    if (verdict === 'delivered') {
      await this.#recovered(receiver);
      return {
        no: delivery.no,
        status: 'delivered',
        pauseMs: 0,
        ...response,
        error: null,
        state: takenAs(sent.status),
        message: null,
      };
    }
    if (verdict === 'gone') {
      this.#tripped = true;
      await pauseReceiver(db, this.#tenantId, this.#id, 'system', 'The receiver returned 410 Gone.');
      return missed(delivery, response, 'The receiver returned 410 Gone and is paused.', 0);
    }
    const waitMs = retryAfterMs(sent.retryAfter);
    const error = failureText(sent.status);
    if (!isTrouble(sent.status)) {
      if (!isAboutContent(sent.status)) await this.#failing(receiver, error);
      return missed(delivery, response, error, waitMs);
    }
    this.#troubles++;
    if (mustRest(waitMs, this.#troubles, receiver.failures))
      return missed(delivery, response, error, await this.#trip(receiver, error, waitMs));
    await this.#failing(receiver, error);
    return missed(delivery, response, error, 0);
  }

  #healthy = false;

  async #recovered(receiver: Receiver): Promise<void> {
    this.#troubles = 0;
    await this.#health.succeeded(receiver);
    if (this.#healthy) return;
    this.#healthy = true;
    await noteHealth(this.#deps.db, this.#tenantId, this.#id, 0, 0);
  }

  async #failing(receiver: Receiver, error: string): Promise<void> {
    if (await this.#health.failed(receiver, error)) this.#tripped = true;
  }

  /** Those that fail together count once. Answers how long it rests. */
  async #trip(receiver: Receiver, error: string, leastMs: number): Promise<number> {
    if (this.#tripped) return leastMs;
    this.#tripped = true;
    this.#healthy = false;
    const failures = receiver.failures + 1;
    const restMs = Math.max(restAfter(failures, Math.random()), leastMs);
    const { db } = this.#deps;
    await noteHealth(db, this.#tenantId, this.#id, failures, restMs);
    await giveUp(db, this.#tenantId, this.#id, GIVE_UP_AFTER_MS, `Not delivered within three days: ${error}`);
    await this.#failing(receiver, error);
    return restMs;
  }

  #gathering: { readonly results: AttemptResult[]; readonly stored: Promise<void> } | undefined;
  #writing: Promise<void> = Promise.resolve();

  async #write(results: readonly AttemptResult[]): Promise<void> {
    const { db } = this.#deps;
    await storeResults(db, this.#tenantId, this.#id, results);
    const succeeded = results.some(({ status }) => status === 'delivered');
    const { reason = null, error = null } = results.findLast((each) => each.reason !== null) ?? {};
    const failed = reason === null ? undefined : { reason, message: error ?? '' };
    await noteResults(db, this.#tenantId, this.#id, succeeded, failed);
  }

  /** Resolves when the result is in the database. While one set is written the next one gathers. */
  #store(result: AttemptResult): Promise<void> {
    if (!this.#gathering) {
      const results: AttemptResult[] = [];
      const stored = this.#writing.then(() => {
        this.#gathering = undefined;
        return this.#write(results);
      });
      this.#writing = stored.catch(() => {});
      this.#gathering = { results, stored };
    }
    this.#gathering.results.push(result);
    return this.#gathering.stored;
  }
}

type AttemptResponse = Pick<AttemptResult, 'code' | 'ms' | 'answer' | 'reason'>;

/** To be tried again, or given up after three days. */
function missed(
  { no, attemptCount, ageMs }: DueDelivery,
  response: AttemptResponse,
  error: string,
  leastMs: number,
): AttemptResult {
  const pauseMs = retryIn({ attemptCount, ageMs }, leastMs, Math.random());
  if (pauseMs !== undefined) return { no, status: 'waiting', pauseMs, ...response, error, state: null, message: null };
  const message = `Not delivered within three days: ${error}`;
  return { no, status: 'dead', pauseMs: 0, ...response, error, state: 'refused', message };
}
