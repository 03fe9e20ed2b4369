import type { Agent, request } from 'undici';
import { type GuardOptions, guardedLookup, NotAllowed, wrongAddress } from './guard.ts';

export interface ClientOptions extends GuardOptions {
  readonly timeoutMs: number;
  /** Concurrent connections. */
  readonly connections: number;
}

export interface PostResult {
  readonly status: number;
  /** Seconds of the header Retry-After, if there is one. */
  readonly retryAfter: number | undefined;
  /** The beginning of the response body. */
  readonly answer: string;
  readonly ms: number;
}

/** There was no response. The message is for the log of deliveries. `address` is our own refusal, the others are of the network. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  readonly kind: 'address' | 'connection' | 'timeout' | 'stopped';

  constructor(kind: NotSent['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** More than a token needs, and the most that is kept of a response. */
const MOST_OF_ANSWER = 16_384;

interface Opened {
  readonly agent: Agent;
  readonly request: typeof request;
}

/**
 * The HTTP client for one receiver: a slow receiver uses up only its own connections. Redirects are not followed, every step has a timeout,
 * and a response is read only as far as it is kept.
 */
export class OutboundClient {
  readonly #options: ClientOptions;
  #opened: Promise<Opened> | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  async post(
    address: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<PostResult> {
    const wrong = wrongAddress(address, this.#options);
    if (wrong) throw new NotSent('address', `The address is not allowed: ${wrong}.`);
    this.#opened ??= this.#open();
    const { agent, request } = await this.#opened;
    const began = performance.now();
    try {
      const answer = await request(address, { dispatcher: agent, method: 'POST', headers, body, signal });
      const text = await beginning(answer.body, this.#options.timeoutMs);
      return {
        status: answer.statusCode,
        retryAfter: secondsOf(answer.headers['retry-after']),
        answer: text,
        ms: performance.now() - began,
      };
    } catch (error) {
      throw notSent(error as NodeJS.ErrnoException, signal.aborted);
    }
  }

  /** Loaded with the first delivery: it takes a tenth of a second, and not every installation has a receiver. */
  async #open(): Promise<Opened> {
    const { Agent, request } = await import('undici');
    const { timeoutMs, connections } = this.#options;
    const agent = new Agent({
      connect: { timeout: timeoutMs, lookup: guardedLookup(this.#options) },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connections,
      pipelining: 1,
    });
    return { agent, request };
  }

  async close(): Promise<void> {
    await (await this.#opened)?.agent.destroy();
  }
}

/**
 * The status is the response; a failure while reading the rest does not matter. The timeout of the driver is for the time between two chunks; a
 * receiver that sends a byte a second is cut off here.
 */
async function beginning(body: AsyncIterable<Uint8Array> & { destroy(): unknown }, timeoutMs: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const late = setTimeout(() => body.destroy(), timeoutMs);
  try {
    for await (const part of body) {
      parts.push(part);
      size += part.length;
      if (size > MOST_OF_ANSWER) break;
    }
  } catch {
    // The part that was read is kept.
  } finally {
    clearTimeout(late);
  }
  return Buffer.concat(parts).subarray(0, MOST_OF_ANSWER).toString('utf8');
}

/** Seconds, or a date. */
function secondsOf(sent: string | string[] | undefined): number | undefined {
  const text = [sent].flat()[0];
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** The driver's messages hold addresses and ports at most; the words are ours. */
function notSent(error: NodeJS.ErrnoException, stopped: boolean): NotSent {
  const { code, message } = error;
  if (error instanceof NotAllowed) return new NotSent('address', `The address is not allowed: ${message}.`);
  if (/TIMEOUT|ETIMEDOUT/.test(code ?? '')) return new NotSent('timeout', 'Timeout: no response.');
  if (stopped) return new NotSent('stopped', 'The service was stopped.');
  const why: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'The connection was refused.',
    ECONNRESET: 'The connection was closed.',
    UND_ERR_SOCKET: 'The connection was closed.',
    ENOTFOUND: 'The host does not exist.',
    EAI_AGAIN: 'The host name cannot be resolved.',
  };
  return new NotSent('connection', why[code ?? ''] ?? `The connection failed (${code ?? message}).`);
}
