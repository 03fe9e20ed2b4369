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
  readonly text?: { readonly type: string; readonly content: string } | undefined;
  /** The version that was read: the service answers 412 when the record has changed since. */
  readonly version?: number | undefined;
  /** The same for all requests of one action, so that it can be undone as one. */
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
    super(failure.results?.find((result) => result.message)?.message ?? failure.Description ?? `HTTP ${status}`);
    this.status = status;
    this.failure = failure;
  }
}

/** Called when a response shows that the session has ended. */
let onSignedOut: () => void = () => {};
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener;
};

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
  const response = await fetch(addressOf(path, parameters, query), {
    method: verb.toUpperCase(),
    headers: {
      accept: 'application/json',
      ...(content === undefined ? {} : { 'content-type': text?.type ?? 'application/json' }),
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      ...(actionId === undefined ? {} : { 'x-request-id': actionId }),
      ...(once === undefined ? {} : { 'idempotency-key': once }),
    },
    ...(content === undefined ? {} : { body: content }),
    ...(signal ? { signal } : {}),
  });
  const answered = await response.text();
  const parsed: unknown =
    /json/.test(response.headers.get('content-type') ?? '') && answered !== '' ? JSON.parse(answered) : undefined;
  if (!response.ok) {
    const failure = (parsed ?? {}) as Partial<Failure>;
    // USR001: what was entered is wrong, the session goes on. USR015: from now on the session needs a second factor.
    const hasEnded = response.status === 401 && failure.Code !== 'USR001' && !path.startsWith('/session');
    if (hasEnded || failure.Code === 'USR015') onSignedOut();
    throw new ApiError(response.status, failure);
  }
  return { answer: parsed as Of<P, V>['answer'], headers: response.headers };
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
  const response = await fetch(addressOf(path, {}, query), { headers: { accept: 'text/csv' } });
  if (!response.ok) throw new ApiError(response.status, (await response.json().catch(() => ({}))) as Partial<Failure>);
  return response.blob();
}
