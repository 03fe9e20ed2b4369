import { addressOf, answerOf, errorOf, overNetwork } from './exchange.ts';
import { newId } from './new-id.ts';
import { routesWithoutKey } from './operations.ts';
import { isTemporary, PAUSES_MS, retried } from './retry.ts';
import type { Content, RequestOptions, Route } from './types.ts';

/** How the client authenticates. Without any, a browser sends the cookie of its session. */
export interface Credentials {
  /** Sent as X-API-KEY. */
  readonly apiKey?: string | undefined;
  /** A token, or a function that returns a valid one; sent as Authorization: Bearer. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** For older installations: user name and password with every request. */
  readonly user?: { readonly name: string; readonly password: string } | undefined;
}

export interface ClientOptions extends Credentials {
  /** Where the service is, such as https://plan.example.com; left out in its own pages. */
  readonly url?: string | undefined;
  /** Milliseconds until an attempt without a complete response is given up; 60,000 by default. Streams have no such limit. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed request is repeated; 6 by default. */
  readonly retries?: number | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Another fetch, for proxies, certificates and tests. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** A request without its types. */
export interface AnyRequest extends RequestOptions {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly content?: Content | undefined;
}

async function credentialsOf({ apiKey, token, user }: Credentials): Promise<Record<string, string>> {
  const current = typeof token === 'function' ? await token() : token;
  return {
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
    ...(current === undefined ? {} : { authorization: `Bearer ${current}` }),
    ...(user === undefined ? {} : { 'ds-user': user.name, 'ds-password': user.password }),
  };
}

/** Sends requests, and repeats those that may be sent again. */
export class Sender {
  readonly #options: ClientOptions;
  readonly #url: string;
  readonly #pausesMs: readonly number[];

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#url = (options.url ?? '').replace(/\/+$/, '');
    const retries = options.retries ?? PAUSES_MS.length;
    this.#pausesMs = Array.from({ length: retries }, (_, at) => PAUSES_MS[at] ?? PAUSES_MS.at(-1) ?? 0);
  }

  /** The response to one request, after as many attempts as it takes, and what `read` makes of it. */
  async send<T>(route: Route, request: AnyRequest, read: Read<T>, hasLimit = true): Promise<T> {
    const [method = '', path = ''] = route.split(' ');
    const { content, body, signal } = request;
    const key = request.idempotencyKey ?? (method === 'GET' || routesWithoutKey.has(route) ? undefined : newId());
    const address = `${this.#url}${addressOf(path, request.path, request.query)}`;
    const sent = content?.body ?? (body === undefined ? undefined : JSON.stringify(body));
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(sent === undefined ? {} : { 'content-type': content?.type ?? 'application/json' }),
      ...(request.version === undefined ? {} : { 'if-match': `"${request.version}"` }),
      ...(request.requestId === undefined ? {} : { 'x-request-id': request.requestId }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...this.#options.headers,
      ...request.headers,
    };
    const attempt = async (): Promise<T> => {
      const limit = new AbortController();
      const aborted = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
      const timer = hasLimit ? setTimeout(() => limit.abort(), this.#options.timeoutMs ?? 60_000) : undefined;
      const init: RequestInit & { duplex: 'half' } = {
        method,
        headers: { ...headers, ...(await credentialsOf(this.#options)) },
        ...(sent === undefined ? {} : { body: sent }),
        signal: aborted,
        // Node sends a stream as a body only with this.
        duplex: 'half',
      };
      try {
        // The signal of the caller ends the request; the timer of this attempt counts as a lost connection.
        const response = await overNetwork((this.#options.fetch ?? fetch)(address, init), signal);
        if (!response.ok) throw await errorOf(response, signal);
        return await read(response, signal);
      } finally {
        clearTimeout(timer);
      }
    };
    // A stream can be read once.
    const isStream = sent instanceof ReadableStream;
    const mayRepeat = !routesWithoutKey.has(route);
    return retried(attempt, {
      isTemporary: isTemporary(mayRepeat),
      pausesMs: isStream ? [] : this.#pausesMs,
      signal,
    });
  }
}

type Read<T> = (response: Response, signal: AbortSignal | undefined) => Promise<T>;

export const readAnswer: Read<unknown> = answerOf;
