import type { Agent, fetch } from 'undici';
import { type GuardOptions, guardedLookup, wrongAddress } from './guard.ts';

export interface GuardedFetchOptions extends GuardOptions {
  readonly timeoutMs: number;
}

/** More than the keys or the description of any server need. */
const MOST_BYTES = 1_048_576;

interface Opened {
  readonly agent: Agent;
  readonly fetch: typeof fetch;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Why requests to a server are not allowed, undefined where it may: only encrypted, unless it is on this machine and the operator allows that. */
export function wrongServer(address: string, options: Pick<GuardOptions, 'allowPrivate'>): string | undefined {
  const wrong = wrongAddress(address, options);
  if (wrong !== undefined) return wrong;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || LOOPBACK.test(hostname) ? undefined : 'it must begin with https://';
}

/**
 * fetch for libraries that speak to servers which a tenant names: guarded addresses, no redirects, a limit of size and of time. A library that asks for
 * redirects does not get them: the target would be another server.
 */
export class GuardedFetch {
  readonly #options: GuardedFetchOptions;
  #opened: Promise<Opened> | undefined;

  constructor(options: GuardedFetchOptions) {
    this.#options = options;
  }

  readonly fetch = async (address: string | URL, init: object = {}): Promise<Response> => {
    const url = String(address);
    const wrong = wrongServer(url, this.#options);
    if (wrong !== undefined) throw new Error(`The address ${new URL(url).origin} is not allowed: ${wrong}.`);
    this.#opened ??= this.#open();
    const opened = await this.#opened;
    const answer = await opened.fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#options.timeoutMs),
      dispatcher: opened.agent,
    });
    // The same class as the global one, declared twice.
    return answer as unknown as Response;
  };

  /** Loaded with the first request: it takes a tenth of a second, and not every installation needs it. */
  async #open(): Promise<Opened> {
    const { Agent, fetch } = await import('undici');
    const { timeoutMs } = this.#options;
    const agent = new Agent({
      connect: { timeout: timeoutMs, lookup: guardedLookup(this.#options) },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: MOST_BYTES,
      connections: 8,
    });
    return { agent, fetch };
  }

  async close(): Promise<void> {
    await (await this.#opened)?.agent.destroy();
  }
}
