import { newId } from './new-id.ts';
import { NoConnection, retried } from './retry.ts';
import type { Paths, Schemas } from './schema.ts';

/** Requests to the API, typed by its description. The browser sends the session cookie. */

type Verb = 'get' | 'post' | 'put' | 'delete';
type Operation = { path: object; query: object; body: unknown; answer: unknown };
type Of<P extends keyof Paths, V extends Verb> = Paths[P] extends Record<V, infer O extends Operation> ? O : never;
type WithVerb<V extends Verb> = { [P in keyof Paths]: Paths[P] extends Record<V, Operation> ? P : never }[keyof Paths];
type Needed<T, Name extends string> =
  T extends Record<string, never> ? { readonly [N in Name]?: never } : { readonly [N in Name]: T };

type Request<O extends Operation> = Needed<O['path'], 'path'> & {
  readonly query?: O['query'] | undefined;
  readonly body?: O['body'];
  /** A body other than JSON, such as the content of a file. */
  readonly text?: { readonly type: string; readonly content: string | Blob } | undefined;
  /** The version that was read: the service answers 412 when the record has changed since. */
  readonly version?: number | undefined;
  /** The same for all requests of one action, so that it can be undone as one. Such requests are repeated while there is no connection. */
  readonly actionId?: string | undefined;
  /** The Idempotency-Key: a repeated request with the same key has no further effect. */
  readonly once?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** A route as the description of the API names it: `POST /appointment`. */
export type ApiRoute = {
  [P in keyof Paths]: `${Uppercase<keyof Paths[P] & Verb>} ${P}`;
}[keyof Paths];

export type Failure = Schemas['Failure'];

/** An error response of the API. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly failure: Partial<Failure>;

  constructor(status: number, failure: Partial<Failure>) {
    super(failure.results?.find((result) => result.message)?.message ?? failure.Description ?? 'request refused');
    this.status = status;
    this.failure = failure;
  }
}

/** What the application does when a response shows that the session has ended. */
interface SignedOut {
  /** True when the same user has signed in again, so that the request can be repeated. */
  ended(): Promise<boolean>;
  /** From now on the session needs a second factor. */
  needsFactor(): void;
}
let signedOut: SignedOut = { ended: async () => false, needsFactor: () => {} };
export const whenSignedOut = (listener: SignedOut): void => {
  signedOut = listener;
};

/** The service is restarting or overloaded, or the first request with the same key is still running. */
const isTemporary = (error: unknown): boolean =>
  error instanceof NoConnection ||
  (error instanceof ApiError && ([502, 503, 504].includes(error.status) || error.failure.Code === 'REQ018'));

/** A failed request keeps its reason: that it was aborted, or that there is no connection. */
const fetched = (address: string, init: RequestInit): Promise<Response> =>
  fetch(address, init).catch((error: unknown) => {
    throw init.signal?.aborted ? error : new NoConnection('no connection', { cause: error });
  });

function addressOf(path: string, parameters: object, query: object): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((parameters as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

async function send<V extends Verb, P extends WithVerb<V>>(
  verb: V,
  path: P,
  request: Request<Of<P, V>>,
): Promise<{ answer: Of<P, V>['answer']; headers: Headers }> {
  const {
    path: parameters = {},
    query = {},
    body,
    text,
    version,
    actionId,
    once,
    signal,
  } = request as Request<Operation> & { path?: object };
  const content = text?.content ?? (body === undefined ? undefined : JSON.stringify(body));
  // An action of the board can be repeated: with a key each POST has its effect once, and a DELETE by nature.
  const isRepeatable = actionId !== undefined && (verb === 'post' || verb === 'delete');
  const key = once ?? (isRepeatable && verb === 'post' ? newId() : undefined);
  const init: RequestInit = {
    method: verb.toUpperCase(),
    headers: {
      accept: 'application/json',
      ...(content === undefined ? {} : { 'content-type': text?.type ?? 'application/json' }),
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      ...(actionId === undefined ? {} : { 'x-request-id': actionId }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(content === undefined ? {} : { body: content }),
    ...(signal ? { signal } : {}),
  };
  const attempt = () => answerOf<Of<P, V>['answer']>(path, addressOf(path, parameters, query), init);
  return isRepeatable ? retried(attempt, { isTemporary, actionId, signal }) : attempt();
}

async function answerOf<Answer>(
  path: string,
  address: string,
  init: RequestInit,
): Promise<{ answer: Answer; headers: Headers }> {
  const response = await fetched(address, init);
  const answered = await response.text().catch((error: unknown) => {
    throw init.signal?.aborted ? error : new NoConnection('no connection', { cause: error });
  });
  const parsed: unknown =
    /json/.test(response.headers.get('content-type') ?? '') && answered !== '' ? JSON.parse(answered) : undefined;
  if (!response.ok) {
    const failure = (parsed ?? {}) as Partial<Failure>;
    // USR001: what was entered is wrong, the session goes on. USR015: from now on the session needs a second factor.
    const hasEnded = response.status === 401 && failure.Code !== 'USR001' && !path.startsWith('/session');
    if (failure.Code === 'USR015') signedOut.needsFactor();
    // Nothing was done yet, so the request can be repeated after the sign-in.
    if (hasEnded && (await signedOut.ended()) && !init.signal?.aborted) return answerOf(path, address, init);
    throw new ApiError(response.status, failure);
  }
  return { answer: parsed as Answer, headers: response.headers };
}

type Call<V extends Verb> = <P extends WithVerb<V>>(path: P, request: Request<Of<P, V>>) => Promise<Of<P, V>['answer']>;
const call =
  <V extends Verb>(verb: V): Call<V> =>
  async (path, request) =>
    (await send(verb, path, request)).answer;

export const api = { get: call('get'), post: call('post'), put: call('put'), delete: call('delete') };

/** A page of a list, and the total number of records. */
export async function listed<P extends WithVerb<'get'>>(
  path: P,
  request: Request<Of<P, 'get'>>,
): Promise<{ records: Of<P, 'get'>['answer']; total: number }> {
  const { answer, headers } = await send('get', path, request);
  return { records: answer, total: Number(headers.get('x-total-count') ?? 0) };
}

/** A list as CSV. */
export async function tableOf<P extends WithVerb<'get'>>(path: P, query: Of<P, 'get'>['query']): Promise<Blob> {
  const response = await fetched(addressOf(path, {}, query), { headers: { accept: 'text/csv' } });
  if (!response.ok) throw new ApiError(response.status, (await response.json().catch(() => ({}))) as Partial<Failure>);
  return response.blob();
}
