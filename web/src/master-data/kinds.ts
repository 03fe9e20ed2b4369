import { api, listed } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import type { Row } from './record.ts';

type Written = Promise<Schemas['WriteAnswer']>;
type Body = Readonly<Record<string, unknown>>;

/** A type, not an interface: queries of the API take any named value. */
type ListRequest = {
  readonly page?: number;
  readonly limit?: number;
  readonly sort?: string;
  readonly search?: string;
  readonly [filter: string]: unknown;
};

interface WriteOptions {
  readonly version?: number | undefined;
  readonly actionId?: string;
}
interface RemoveOptions {
  readonly actionId?: string;
  readonly dryRun?: boolean;
}

export type KindName = 'resources' | 'jobs' | 'tasks' | 'containers';

export interface Kind {
  readonly name: KindName;
  readonly entity: 'Resource' | 'Job' | 'Task' | 'Container';
  readonly keys: readonly string[];
  /** Columns of the list. The first one is the link to the record. */
  readonly columns: readonly string[];
  readonly sort: string;
  /** What names the record in a title. */
  readonly title: readonly string[];
  list(query: ListRequest): Promise<{ readonly records: readonly Row[]; readonly total: number }>;
  write(body: Body, options: WriteOptions): Written;
  remove(body: Body, options: RemoveOptions): Written;
}

/** A query is left out where nothing is asked for: no address ends with an empty `dryRun`. */
const asking = ({ dryRun, ...rest }: RemoveOptions) => ({ ...rest, ...(dryRun ? { query: { dryRun } } : {}) });

export const kinds: Readonly<Record<KindName, Kind>> = {
  resources: {
    name: 'resources',
    entity: 'Resource',
    keys: ['resourceNo'],
    columns: ['resourceNo', 'displayName', 'resourceType', 'teamName', 'department', 'inServiceTill'],
    sort: 'resourceNo',
    title: ['displayName', 'resourceName', 'resourceNo'],
    list: (query) => listed('/resource', { query }),
    write: (body, options) => api.post('/resource', { body: body as Schemas['ResourceWrite'], ...options }),
    remove: (body, options) => api.delete('/resource', { body: body as Schemas['ResourceDelete'], ...asking(options) }),
  },
  jobs: {
    name: 'jobs',
    entity: 'Job',
    keys: ['sourceApp', 'sourceType', 'jobNo'],
    columns: ['jobNo', 'shortDescription', 'customerName', 'siteCity', 'startDate', 'sourceApp'],
    sort: 'jobNo',
    title: ['jobNo'],
    list: (query) => listed('/job', { query }),
    write: (body, options) => api.post('/job', { body: body as Schemas['JobWrite'], ...options }),
    remove: (body, options) => api.delete('/job', { body: body as Schemas['JobDelete'], ...asking(options) }),
  },
  tasks: {
    name: 'tasks',
    entity: 'Task',
    keys: ['sourceApp', 'sourceType', 'jobNo', 'taskNo'],
    columns: ['taskNo', 'jobNo', 'shortDescription', 'category', 'durationInSeconds', 'requestedStartDate', 'status'],
    sort: 'jobNo,taskNo',
    title: ['jobNo', 'taskNo'],
    list: (query) => listed('/task', { query }),
    write: (body, options) => api.post('/task', { body: body as Schemas['TaskWrite'], ...options }),
    remove: (body, options) => api.delete('/task', { body: body as Schemas['TaskDelete'], ...asking(options) }),
  },
  containers: {
    name: 'containers',
    entity: 'Container',
    keys: ['name'],
    columns: ['name', 'handleDate', 'handleLocked'],
    sort: 'name',
    title: ['name'],
    list: (query) => listed('/container', { query }),
    write: (body, options) => api.post('/container', { body: body as Schemas['ContainerWrite'], ...options }),
    remove: (body, options) =>
      api.delete('/container', { body: body as Schemas['ContainerDelete'], ...asking(options) }),
  },
};

export const kindNames = Object.keys(kinds) as readonly KindName[];

export const kindIn = (name: string | undefined): Kind | undefined =>
  kindNames.map((each) => kinds[each]).find((kind) => kind.name === name);

/** The name of a record: the first of its names for a resource, and all parts of the number for a task. */
export function nameOf({ name, title }: Kind, row: Readonly<Record<string, unknown>>): string {
  const parts = title.map((field) => String(row[field] ?? '')).filter((part) => part !== '');
  return name === 'tasks' ? parts.join(' · ') : (parts[0] ?? '');
}
