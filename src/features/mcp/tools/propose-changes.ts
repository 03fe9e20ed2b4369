import { randomUUID } from 'node:crypto';
import { refuse } from '../../../domain/errors.ts';
import { described, type Infer } from '../../../platform/contract/kind.ts';
import { object, required } from '../../../platform/contract/object.ts';
import { choice, list, text } from '../../../platform/contract/values.ts';
import type { Api } from '../api.ts';
import { iso, moment, name, resources, task } from '../arguments.ts';
import { compact } from '../compact.ts';
import { appointmentNamed, draftNamed, resourcesNamed, taskNamed } from '../names.ts';
import { tool } from '../tool.ts';

const MOST_CHANGES = 100;
const LONGEST_NAME = 100;
const LONGEST_SUBJECT = 500;

const change = object({
  action: required(
    described(
      choice(['move', 'reassign', 'create', 'delete']),
      'move: another time, and other resources if they are sent; reassign: other resources at the same time.',
    ),
  ),
  appointment: name('Id, number or GUID of the appointment, or words of its texts. Not for create.'),
  task,
  subject: described(text(LONGEST_SUBJECT), 'For create without a task.'),
  start: moment('For move and create.'),
  end: moment('Default: as long as before, or as the task takes.'),
  resources,
});
type Change = Infer<typeof change>;

type Write = Readonly<Record<string, unknown>>;

/** What a list of changes means for the routes of appointments. */
interface Writes {
  readonly upserts: Write[];
  readonly deletes: Write[];
}

export const proposeChanges = tool({
  name: 'propose_changes',
  title: 'Propose changes in a draft',
  description:
    'Moves, reassigns, creates or deletes appointments in a draft, never in the plan. Without a draft it creates a shared one. All changes are made or none. A person looks at the draft in the web application and publishes it.',
  routes: ['POST /appointment', 'DELETE /appointment', 'POST /drafts', 'GET /drafts'],
  writes: 'proposal',
  input: object({
    draft: name('Id or name of the draft; default: a new one.'),
    name: described(text(LONGEST_NAME), 'Name of the new draft.'),
    changes: required(list(change, MOST_CHANGES)),
  }),
  async run(api, { draft: asked, name: title, changes }) {
    if (changes.length === 0) throw refuse('REQ015', 'changes: a value is required.', 'changes');
    const known = await draftNamed(api, asked);
    // All names are looked up before anything is written.
    const writes = await writesOf(api, changes, known);
    const draft = known ?? (await newDraft(api, title ?? 'Proposal'));
    try {
      const results = await write(api, draft, writes);
      const made = results.filter(({ outcome }) => outcome !== 'unchanged' && outcome !== 'ignored').length;
      return {
        summary: `${made} of ${results.length} records are changed in the draft ${draft}. The plan is unchanged until a person publishes it.`,
        data: { draft, changes: compact(shown(writes, results)) },
      };
    } catch (error) {
      // Nobody needs a draft whose changes were refused.
      if (known === undefined) await api.call('DELETE /drafts/:id', { params: { id: draft } });
      throw error;
    }
  },
});

/** What became of a record, as the route shows it. */
interface Result {
  readonly outcome: string;
  readonly id?: number;
  readonly message?: string;
}

/** A change may be ignored without a refusal: the route says why. */
const shown = ({ upserts, deletes }: Writes, results: readonly Result[]) =>
  [...upserts, ...deletes].map((each, i) => {
    const { outcome, id, message } = results[i] ?? {};
    return { ...each, outcome, id: id ?? each['id'], message };
  });

const newDraft = async (api: Api, title: string): Promise<number> =>
  (await api.call<{ id: number }>('POST /drafts', { body: { name: title, shared: true } })).id;

async function write(api: Api, draft: number, { upserts, deletes }: Writes): Promise<Result[]> {
  const send = async (
    route: 'POST /appointment' | 'DELETE /appointment',
    body: readonly Write[],
    query: Readonly<Record<string, boolean>> = {},
  ) =>
    body.length === 0 ? [] : (await api.call<{ readonly results: Result[] }>(route, { body, draft, query })).results;
  // Each request is all or nothing; of two, the second is tried before the first is made.
  if (upserts.length > 0) await send('DELETE /appointment', deletes, { dryRun: true });
  return [...(await send('POST /appointment', upserts)), ...(await send('DELETE /appointment', deletes))];
}

async function writesOf(api: Api, changes: readonly Change[], draft: number | undefined): Promise<Writes> {
  const writes: Writes = { upserts: [], deletes: [] };
  const people = new Map<string, string>();
  for (const [index, each] of changes.entries()) {
    const nos = await resourcesNamed(api, each.resources, people);
    const missing = missingOf(each);
    if (missing !== undefined)
      throw refuse('REQ015', `changes[${index}].${missing}: a value is required.`, `changes[${index}].${missing}`);
    if (each.action === 'create') writes.upserts.push(...(await createdBy(api, each, nos ?? [])));
    else {
      const found = await appointmentNamed(api, each.appointment ?? '', draft);
      if (each.action === 'delete') writes.deletes.push({ id: found.id });
      else writes.upserts.push(...staffed({ id: found.id, ...movedTo(each, found) }, nos, { id: found.id }));
    }
  }
  return writes;
}

/** The argument that a change needs and does not have. */
function missingOf({ action, appointment, start, task: key, subject, resources: nos }: Change): string | undefined {
  if (action !== 'create' && appointment === undefined) return 'appointment';
  if ((action === 'create' || action === 'move') && start === undefined) return 'start';
  if (action === 'create' && key === undefined && subject === undefined) return 'task';
  if (action === 'reassign' && (nos === undefined || nos.length === 0)) return 'resources';
  return undefined;
}

/** A move keeps how long the appointment takes, unless an end is sent. */
function movedTo({ action, start, end }: Change, was: { readonly start: string; readonly end: string }): Write {
  if (action !== 'move' || start === undefined) return {};
  return { start: iso(start), end: iso(end ?? start + Date.parse(was.end) - Date.parse(was.start)) };
}

async function createdBy(api: Api, each: Change, nos: readonly string[]): Promise<Write[]> {
  const key = each.task === undefined ? {} : await taskNamed(api, each.task);
  const appointmentGuid = randomUUID();
  const created = {
    appointmentGuid,
    ...key,
    ...(each.subject === undefined ? {} : { subject: each.subject }),
    start: iso(each.start as number),
    ...(each.end === undefined ? {} : { end: iso(each.end) }),
  };
  return staffed(created, nos, { appointmentGuid });
}

/** The first resource replaces all others, and the next ones are added to it: a record of an appointment takes one. */
function staffed(record: Write, nos: readonly string[] | undefined, named: Write): Write[] {
  const [first, ...others] = nos ?? [];
  if (first === undefined) return [record];
  return [
    { ...record, resourceNo: first, replaceResource: true },
    ...others.map((resourceNo) => ({ ...named, resourceNo })),
  ];
}
