import { ApiError, type Failure } from '../../../packages/client/src/errors.ts';
import { addressOf, errorOf, jsonOf, overNetwork } from '../../../packages/client/src/exchange.ts';
import type { Answer, Query, RequestOf, RequestOptions, Route } from '../../../packages/client/src/types.ts';
import { draftHeader, momentOf } from './draft.ts';
import { newId } from './new-id.ts';
import { retried } from './retry.ts';

/**
 * Requests to the API through the client package, with what only these pages need: the session cookie, the sign-in after a session has ended,
 * and the notice while an action is repeated. Only functions are imported, because the table of all methods would not fit into the first page
 * (docs/decisions/0143).
 */

export { ApiError, type Failure };

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** The path of every route with this method. */
type PathOf<V extends Verb> = Route extends infer R ? (R extends `${Uppercase<V>} ${infer P}` ? P : never) : never;
type RouteOf<V extends Verb, P extends string> = Extract<Route, `${Uppercase<V>} ${P}`>;

type Request<R extends Route> = Pick<RequestOf<R>, 'path' | 'query' | 'body'> & WebOptions;

interface WebOptions extends Pick<RequestOptions, 'version' | 'signal'> {
  /** A body other than JSON, such as the content of a file. */
  readonly text?: { readonly type: string; readonly content: string | Blob } | undefined;
  /** The same for all requests of one action, so that it can be undone as one. Such requests are repeated while there is no connection. */
  readonly actionId?: string | undefined;
  /** The Idempotency-Key: a repeated request with the same key has no further effect. */
  readonly once?: string | undefined;
}

/** A route as the description of the API names it: `POST /appointment`. */
export type ApiRoute = Route;

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

interface AnyRequest extends WebOptions {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

async function send(
  verb: Verb,
  path: string,
  { path: parameters, query, body, text, version, actionId, once, signal }: AnyRequest,
): Promise<{ answer: unknown; headers: Headers }> {
  const content = text?.content ?? (body === undefined ? undefined : JSON.stringify(body));
  // An action of the board can be repeated: with a key each POST has its effect once, and a DELETE by nature.
  const isRepeatable = actionId !== undefined && (verb === 'post' || verb === 'delete');
  const key = once ?? (isRepeatable && verb === 'post' ? newId() : undefined);
  const draft = draftHeader(verb, path, actionId);
  if (draft === undefined) throw new ApiError(409, { Code: 'APP080', Description: 'Not available in a draft.' });
  const init: RequestInit = {
    method: verb.toUpperCase(),
    headers: {
      accept: 'application/json',
      ...draft,
      ...(content === undefined ? {} : { 'content-type': text?.type ?? 'application/json' }),
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      ...(actionId === undefined ? {} : { 'x-request-id': actionId }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(content === undefined ? {} : { body: content }),
    ...(signal ? { signal } : {}),
  };
  const address = addressOf(path, parameters, { ...query, asOf: momentOf(verb, path, actionId) });
  const attempt = () => exchange(path, address, init);
  return isRepeatable ? retried(attempt, actionId, signal) : attempt();
}

async function exchange(
  path: string,
  address: string,
  init: RequestInit,
): Promise<{ answer: unknown; headers: Headers }> {
  const { signal } = init;
  const response = await overNetwork(fetch(address, init), signal);
  if (response.ok) return { answer: await jsonOf(response, signal), headers: response.headers };
  const error = await errorOf(response, signal);
  // USR001: what was entered is wrong, the session goes on. USR015: from now on the session needs a second factor.
  const hasEnded = error.status === 401 && error.code !== 'USR001' && !path.startsWith('/session');
  if (error.code === 'USR015') signedOut.needsFactor();
  // Nothing was done yet, so the request can be repeated after the sign-in.
  if (hasEnded && (await signedOut.ended()) && !signal?.aborted) return exchange(path, address, init);
  throw error;
}

type Call<V extends Verb> = <P extends PathOf<V>>(
  path: P,
  request: Request<RouteOf<V, P>>,
) => Promise<Answer<RouteOf<V, P>>>;
const call =
  <V extends Verb>(verb: V): Call<V> =>
  async (path, request) =>
    (await send(verb, path, request as AnyRequest)).answer as never;

export const api = {
  get: call('get'),
  post: call('post'),
  put: call('put'),
  patch: call('patch'),
  delete: call('delete'),
};

/** A page of a list, and the total number of records. */
export async function listed<P extends PathOf<'get'>>(
  path: P,
  request: Request<RouteOf<'get', P>>,
): Promise<{ records: Answer<RouteOf<'get', P>>; total: number }> {
  const { answer, headers } = await send('get', path, request as AnyRequest);
  return { records: answer as never, total: Number(headers.get('x-total-count') ?? 0) };
}

/** A list as CSV. */
export async function tableOf<P extends PathOf<'get'>>(path: P, query: Query<RouteOf<'get', P>>): Promise<Blob> {
  const response = await overNetwork(fetch(addressOf(path, {}, query), { headers: { accept: 'text/csv' } }), undefined);
  if (!response.ok) throw await errorOf(response, undefined);
  return response.blob();
}
