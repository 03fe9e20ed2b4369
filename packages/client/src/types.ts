import type { Paths } from './schema.ts';

/** Types of requests and responses, by route. A route is named as in the API reference: `GET /job/{jobNo}`. */

type Verb = 'get' | 'post' | 'put' | 'delete' | 'patch';
interface Operation {
  readonly path: object;
  readonly query: object;
  readonly body: unknown;
  readonly answer: unknown;
}

/** Every route of the API. */
export type Route = { [P in keyof Paths]: `${Uppercase<keyof Paths[P] & Verb>} ${P}` }[keyof Paths];

type OperationOf<R extends Route> = R extends `${infer V} ${infer P extends keyof Paths}`
  ? Paths[P] extends Record<Lowercase<V>, infer O extends Operation>
    ? O
    : never
  : never;

/** What the service returns. */
export type Answer<R extends Route> = OperationOf<R>['answer'];

/** The query parameters of a route. */
export type Query<R extends Route> = OperationOf<R>['query'];

/** May be left out where nothing in it is required. */
type Part<Name extends string, T> = [T] extends [Record<string, never>]
  ? { readonly [N in Name]?: undefined }
  : [Partial<T>] extends [T]
    ? { readonly [N in Name]?: T | undefined }
    : { readonly [N in Name]: T };

/** One record is found by more parts of its key too, which its route does not list: `GET /task/{taskNo}?jobNo=J-1`. */
type QueryPart<T> = [T] extends [Record<string, never>]
  ? { readonly query?: Readonly<Record<string, unknown>> | undefined }
  : Part<'query', T>;

/** A body that is not JSON, such as a file. */
export interface Content {
  readonly type: string;
  readonly body: string | Blob | ReadableStream<Uint8Array>;
}

/** What every request accepts. */
export interface RequestOptions {
  /** The version that was read, sent as If-Match: the service answers 412 when the record has changed since. */
  readonly version?: number | undefined;
  /** The X-Request-Id. The changes of all requests with one id can be undone together. */
  readonly requestId?: string | undefined;
  /** The Idempotency-Key: a repeated request with the same key has no further effect. The client sets one for each write by itself. */
  readonly idempotencyKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Path and query parameters, body and options of a route. */
export type RequestOf<R extends Route> = Part<'path', OperationOf<R>['path']> &
  QueryPart<OperationOf<R>['query']> &
  (
    | (Part<'body', OperationOf<R>['body']> & { readonly content?: undefined })
    | { readonly body?: undefined; readonly content: Content }
  ) &
  RequestOptions;

/** The request as an argument, which may be left out where nothing in it is required. */
export type Arguments<R extends Route> =
  Partial<RequestOf<R>> extends RequestOf<R> ? [request?: RequestOf<R>] : [request: RequestOf<R>];

/** Routes that return their records in pages. */
export type PagedRoute = {
  [R in Route]: Query<R> extends { readonly page?: number; readonly limit?: number }
    ? Answer<R> extends readonly unknown[]
      ? R
      : never
    : never;
}[Route];

/** One record of a list. */
export type RecordOf<R extends PagedRoute> = Answer<R> extends readonly (infer T)[] ? T : never;
