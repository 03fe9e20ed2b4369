import { type ChangeRequest, changesOf, eventsFrom, type LiveEvent, type LiveRequest } from './live.ts';
import { operations } from './operations.ts';
import { type Page, pagesOf } from './pages.ts';
import type { Schemas } from './schema.ts';
import { type AnyRequest, type ClientOptions, readAnswer, Sender } from './sender.ts';
import type { Answer, Arguments, PagedRoute, RecordOf, Route } from './types.ts';

type Groups = typeof operations;

/** One method for each operation, in the groups of the API reference: `client.job.getJob({ path: { jobNo: 'J-1' } })`. */
export type Methods = {
  readonly [G in keyof Groups]: {
    readonly [N in keyof Groups[G]]: Groups[G][N] extends Route
      ? (...request: Arguments<Groups[G][N]>) => Promise<Answer<Groups[G][N]>>
      : never;
  };
};

/** What belongs to no single operation. */
export interface Generic {
  /** The same as the methods, by route: `client.request('GET /job/{jobNo}', { path: { jobNo: 'J-1' } })`. */
  request<R extends Route>(route: R, ...request: Arguments<R>): Promise<Answer<R>>;
  /** The response itself, for CSV and files: its body can be read as a stream, and its headers. */
  response<R extends Route>(route: R, ...request: Arguments<R>): Promise<Response>;
  /** The pages of a list, one request each. `limit` is the size of a page, 500 by default. */
  pages<R extends PagedRoute>(route: R, ...request: Arguments<R>): AsyncGenerator<Page<RecordOf<R>>>;
  /** The records of all pages of a list. Sort by something that does not change meanwhile. */
  records<R extends PagedRoute>(route: R, ...request: Arguments<R>): AsyncGenerator<RecordOf<R>>;
  /** The change log after a number; with `wait` (seconds) also changes to come, without an end. */
  changeLog(request?: ChangeRequest): AsyncGenerator<Schemas['Change']>;
  /** Changes, messages and optimization runs as they happen, without an end. */
  liveEvents(request?: LiveRequest): AsyncGenerator<LiveEvent>;
}

export type Client = Methods & Generic;

/** A client of one service, with one credential. */
export function createClient(options: ClientOptions = {}): Client {
  const sender = new Sender(options);
  const call = (route: Route, request: AnyRequest = {}): Promise<unknown> => sender.send(route, request, readAnswer);
  const methods = Object.fromEntries(
    Object.entries(operations).map(([group, routes]) => [
      group,
      Object.fromEntries(
        Object.entries(routes).map(([name, route]) => [name, (request?: AnyRequest) => call(route, request)]),
      ),
    ]),
  ) as Methods;
  const pages = (route: Route, request: AnyRequest = {}): AsyncGenerator<Page<unknown>> =>
    pagesOf(sender, route, request);
  // Written without the types of the routes: to check them all here is more than the compiler does.
  const generic: Untyped = {
    request: call,
    response: (route, request = {}) => sender.send(route, request, async (response) => response, false),
    pages,
    async *records(route, request) {
      for await (const { records } of pages(route, request)) yield* records;
    },
    changeLog: (request = {}) => changesOf(sender, request),
    liveEvents: (request = {}) => eventsFrom(sender, request),
  };
  return { ...methods, ...(generic as unknown as Generic) };
}

interface Untyped extends Pick<Generic, 'changeLog' | 'liveEvents'> {
  request(route: Route, request?: AnyRequest): Promise<unknown>;
  response(route: Route, request?: AnyRequest): Promise<Response>;
  pages(route: Route, request?: AnyRequest): AsyncGenerator<Page<unknown>>;
  records(route: Route, request?: AnyRequest): AsyncGenerator<unknown>;
}
