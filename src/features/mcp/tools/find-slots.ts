import { described } from '../../../platform/contract/kind.ts';
import { object, withDefault } from '../../../platform/contract/object.ts';
import { integer, list, text } from '../../../platform/contract/values.ts';
import { draft, iso, resources, task, window } from '../arguments.ts';
import { compact } from '../compact.ts';
import { draftNamed, resourcesNamed, taskNamed } from '../names.ts';
import { tool } from '../tool.ts';

const LONGEST_DAYS = 366;
const LONGEST_MINUTES = 10_000;
const MOST_SLOTS = 100;
const MOST_REQUIREMENTS = 100;
const MOST_REASONS = 10;

interface Slots {
  readonly slots: readonly {
    readonly start: string;
    readonly end: string;
    readonly resourceNo: string;
    readonly resourceName: string;
    readonly travelMinutes?: number;
    readonly score: number;
  }[];
  readonly totalSlots: number;
  readonly nextCursor: string | null;
  readonly rejected: readonly { readonly rule: string; readonly detail: string; readonly count: number }[];
  readonly relaxations: readonly { readonly detail: string; readonly slots: number }[];
  readonly warnings: readonly string[];
}

export const findSlots = tool({
  name: 'find_slots',
  title: 'Find slots',
  description:
    'Finds resources and times that fit a task, or so many minutes of work; the best first. Also says why other resources have no slot. Nothing is held or booked.',
  routes: ['POST /recommendation'],
  writes: 'nothing',
  input: object({
    ...window(LONGEST_DAYS),
    task,
    minutes: described(integer(1, LONGEST_MINUTES), 'Working time; default: that of the task.'),
    resources,
    requirements: withDefault(list(text(), MOST_REQUIREMENTS), []),
    draft,
    limit: withDefault(described(integer(1, MOST_SLOTS), 'Slots in one result.'), 10, 10),
    cursor: described(text(), 'nextCursor of the result before; send the same other arguments.'),
  }),
  async run(api, { start, end, minutes, requirements, limit, cursor, ...asked }) {
    const key = asked.task === undefined ? {} : await taskNamed(api, asked.task);
    const body = {
      ...key,
      startDate: iso(start),
      endDate: iso(end),
      ...(minutes === undefined ? {} : { duration: `PT${minutes}M` }),
      requirements,
      options: { limit, cursor, resources: (await resourcesNamed(api, asked.resources)) ?? [] },
    };
    const found = await api.call<Slots>('POST /recommendation', { body, draft: await draftNamed(api, asked.draft) });
    const slots = found.slots.map(({ start: from, end: to, resourceNo, resourceName, travelMinutes, score }) =>
      compact({ start: from, end: to, resourceNo, resourceName, travelMinutes, score }),
    );
    return {
      summary: `${found.totalSlots} slots; this page has ${slots.length}.`,
      data: {
        slots,
        rejected: found.rejected.slice(0, MOST_REASONS).map(({ rule, detail, count }) => ({ rule, detail, count })),
        relaxations: found.relaxations.map(({ detail, slots: count }) => ({ detail, slots: count })),
        warnings: found.warnings,
      },
      nextCursor: found.nextCursor ?? undefined,
    };
  },
});
