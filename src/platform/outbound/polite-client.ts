import { setTimeout as delay } from 'node:timers/promises';
import type { Agent, request } from 'undici';

export interface PoliteOptions {
  /** Scheme, host and path; a query in it goes along with every request. */
  readonly url: string;
  readonly userAgent: string;
  readonly intervalMs: number;
  readonly timeoutMs: number;
}

/** More than any answer to one address needs. */
const MOST_BYTES = 1_048_576;
/** How long a service that failed is left alone. */
const REST_MS = 30_000;
const LONGEST_REST_MS = 3_600_000;

interface Transport {
  readonly agent: Agent;
  readonly request: typeof request;
}

/** Loaded with the first question: it takes a tenth of a second, and most installations ask nobody. */
async function openTransport(timeoutMs: number): Promise<Transport> {
  const { Agent, request } = await import('undici');
  const agent = new Agent({
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: MOST_BYTES,
    connections: 4,
  });
  return { agent, request };
}

/** The service is well and finds fault with the question. */
class Declined extends Error {}

/**
 * Asks a service of somebody else: an interval between requests, no redirects, nothing endless. After a failure it is left alone for a while, so that one that is down costs nobody its time.
 */
export class PoliteClient {
  readonly #options: PoliteOptions;
  #transport: Promise<Transport> | undefined;
  #nextAt = 0;
  #restUntil = 0;

  constructor(options: PoliteOptions) {
    this.#options = options;
  }

  /** The JSON that is answered; throws for everything else. The address never holds more than the public needs to know: no query in messages. */
  get(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<unknown> {
    const url = this.#address(path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return this.#inTurn(url, signal);
  }

  /** The same for a question that is sent as JSON. */
  post(path: string, question: unknown, signal: AbortSignal): Promise<unknown> {
    return this.#inTurn(this.#address(path), signal, JSON.stringify(question));
  }

  #address(path: string): URL {
    const url = new URL(this.#options.url);
    url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
    return url;
  }

  async #inTurn(url: URL, signal: AbortSignal, question?: string): Promise<unknown> {
    await this.#turn(signal);
    try {
      return await this.#ask(url, signal, question);
    } catch (error) {
      // The caller has gone, or sent an invalid request: that is no failure of the service.
      if (!signal.aborted && !(error instanceof Declined))
        this.#restUntil = Math.max(this.#restUntil, performance.now() + REST_MS);
      throw error;
    }
  }

  async close(): Promise<void> {
    await (await this.#transport)?.agent.destroy();
  }

  /** Waits for the interval; throws when that would take longer than an answer may. */
  async #turn(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    if (now < this.#restUntil) throw new Error('it failed recently and is not called again yet');
    const at = Math.max(now, this.#nextAt);
    if (at - now > this.#options.timeoutMs) throw new Error('too many requests are waiting for it');
    this.#nextAt = at + this.#options.intervalMs;
    if (at > now) await delay(at - now, undefined, { signal });
  }

  async #ask(url: URL, signal: AbortSignal, question: string | undefined): Promise<unknown> {
    this.#transport ??= openTransport(this.#options.timeoutMs);
    const { agent, request } = await this.#transport;
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      headers: {
        'user-agent': this.#options.userAgent,
        accept: 'application/json',
        ...(question === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(question === undefined ? {} : { method: 'POST', body: question }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(this.#options.timeoutMs)]),
    });
    if (statusCode !== 200) {
      await body.dump();
      const wait = Number(headers['retry-after']) * 1000;
      if (wait > 0) this.#restUntil = performance.now() + Math.min(wait, LONGEST_REST_MS);
      throw new (statusCode === 400 ? Declined : Error)(`it returned ${statusCode}`);
    }
    const text = await body.text();
    try {
      return JSON.parse(text);
    } catch {
      throw new Error('its response is not JSON');
    }
  }
}

/** A field of what somebody else sent, if it is there and a text. */
export const textIn = (object: unknown, name: string): string | undefined => {
  const value = (object as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export const isCoordinate = (latitude: number, longitude: number): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
