export { type Client, createClient, type Generic, type Methods } from './client.ts';
export { ApiError, type Failure, NoConnection } from './errors.ts';
export { importCall } from './import-call.ts';
export type { ChangeRequest, LiveEvent, LiveRequest } from './live.ts';
export type { Page } from './pages.ts';
export type { Paths, Schemas } from './schema.ts';
export type { ClientOptions, Credentials } from './sender.ts';
export { ndjson } from './streams.ts';
export type { Answer, Content, PagedRoute, Query, RecordOf, RequestOf, RequestOptions, Route } from './types.ts';
