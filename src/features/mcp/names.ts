import { Refusal, refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import type { Api } from './api.ts';
import { AskBack } from './tool.ts';

/** What GET /search returns, as far as names need it. */
interface SearchAnswer {
  readonly jobs: readonly object[];
  readonly tasks: readonly FoundTask[];
  readonly customers: readonly object[];
  readonly resources: readonly FoundResource[];
  readonly appointments: readonly FoundAppointment[];
}

interface FoundResource {
  readonly resourceNo: string;
  readonly name: string;
  readonly teamName: string | null;
}

export interface TaskKey {
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly jobNo: string;
  readonly taskNo: string;
}

interface FoundTask extends TaskKey {
  readonly description: string;
  readonly customerName: string | null;
}

interface FoundAppointment {
  readonly id: number;
  readonly start: string;
  readonly subject: string | null;
  readonly resources: readonly string[];
}

/** As many as a search returns. */
const MOST_CANDIDATES = 20;
/** GET /search takes no longer text. */
const LONGEST_WORDS = 100;

export const search = (api: Api, words: string, limit = MOST_CANDIDATES): Promise<SearchAnswer> =>
  api.call<SearchAnswer>('GET /search', { query: { q: words.slice(0, LONGEST_WORDS), limit } });

const same = (a: string, b: string): boolean => foldKeyPart(a.trim()) === foldKeyPart(b.trim());

/** The only candidate, or the only one that is called exactly so; otherwise the caller is asked which one is meant. */
function only<T extends object>(
  what: string,
  asked: string,
  candidates: readonly T[],
  isExact: (each: T) => boolean,
  show: (each: T) => Readonly<Record<string, unknown>>,
): T {
  const exact = candidates.filter(isExact);
  const [first, ...others] = exact.length > 0 ? exact : candidates;
  if (first && others.length === 0) return first;
  throw new AskBack(what, asked, (exact.length > 0 ? exact : candidates).map(show));
}

/** What a route shows under a name, or undefined where it has none. */
async function shownOrNone<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Refusal && NOT_THERE.has(error.detail.code)) return undefined;
    throw error;
  }
}

/** No such record, or a text that cannot name one. */
const NOT_THERE: ReadonlySet<string> = new Set(['APP001', 'REQ005', 'REQ014', 'REQ016']);

/** The number of a resource by its number or its name. */
async function resourceNamed(api: Api, asked: string): Promise<string> {
  const known = await shownOrNone(
    api.call<{ readonly resourceNo: string }>('GET /resource/:resourceNo', { params: { resourceNo: asked } }),
  );
  if (known) return known.resourceNo;
  const { resources } = await search(api, asked);
  return only(
    'resource',
    asked,
    resources,
    ({ name }) => same(name, asked),
    ({ resourceNo, name, teamName }) => ({ resourceNo, name, teamName }),
  ).resourceNo;
}

/** Numbers of resources, each name looked up once. */
export async function resourcesNamed(
  api: Api,
  asked: readonly string[] | undefined,
  known = new Map<string, string>(),
): Promise<readonly string[] | undefined> {
  if (asked === undefined) return undefined;
  for (const name of asked) if (!known.has(name)) known.set(name, await resourceNamed(api, name));
  return asked.map((name) => known.get(name) as string);
}

/** A task by its text, its number, or the numbers of job and task. */
export async function taskNamed(api: Api, asked: string | TaskKey): Promise<TaskKey> {
  if (typeof asked !== 'string') return asked;
  const { tasks } = await search(api, asked.replace('/', ' '));
  const { sourceApp, sourceType, jobNo, taskNo } = only(
    'task',
    asked,
    tasks,
    (each) =>
      [each.taskNo, `${each.jobNo} ${each.taskNo}`, `${each.jobNo}/${each.taskNo}`, each.description].some((name) =>
        same(name, asked),
      ),
    (each) => ({
      sourceApp: each.sourceApp,
      sourceType: each.sourceType,
      jobNo: each.jobNo,
      taskNo: each.taskNo,
      description: each.description,
      customerName: each.customerName,
    }),
  );
  return { sourceApp, sourceType, jobNo, taskNo };
}

/** An appointment as its route shows it, as far as tools need it. */
export interface Appointment {
  readonly id: number;
  readonly appointmentNo: string;
  readonly start: string;
  readonly end: string;
  readonly [name: string]: unknown;
}

/** An appointment by its id, number or GUID, or by words of its texts. */
export async function appointmentNamed(api: Api, asked: string, draft: number | undefined): Promise<Appointment> {
  const read = (name: string | number): Promise<Appointment> =>
    api.call<Appointment>('GET /appointment/:name', { params: { name }, draft });
  const known = await shownOrNone(read(asked));
  if (known) return known;
  const { appointments } = await search(api, asked);
  const { id } = only(
    'appointment',
    asked,
    appointments,
    ({ subject }) => subject !== null && same(subject, asked),
    ({ id, start, subject, resources }) => ({ id, start, subject, resources }),
  );
  return read(id);
}

interface ListedDraft {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
}

/** The id of a draft by its id or its name. */
export async function draftNamed(api: Api, asked: string | undefined): Promise<number | undefined> {
  if (asked === undefined) return undefined;
  const drafts = await api.call<ListedDraft[]>('GET /drafts');
  if (/^[0-9]{1,15}$/.test(asked)) {
    const known = drafts.find(({ id }) => id === Number(asked));
    // Said here: reads in it would find nothing, and that would look as if the records were missing.
    if (!known) throw refuse('APP001', `There is no draft ${asked}, or it is not shared with you.`);
    return known.id;
  }
  const named = drafts.filter(({ name }) => same(name, asked));
  return only(
    'draft',
    asked,
    named,
    () => true,
    ({ id, name, owner }) => ({ id, name, owner }),
  ).id;
}
