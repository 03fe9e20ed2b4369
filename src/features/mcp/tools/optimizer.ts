import { described } from '../../../platform/contract/kind.ts';
import { object, required, withDefault } from '../../../platform/contract/object.ts';
import { boolean, choice, integer, list } from '../../../platform/contract/values.ts';
import { draft, iso, resources, task, window } from '../arguments.ts';
import { compact } from '../compact.ts';
import { draftNamed, resourcesNamed, type TaskKey, taskNamed } from '../names.ts';
import { pageOf, pages, placeOf } from '../pages.ts';
import { tool } from '../tool.ts';

const KINDS = ['fieldService', 'professionalServices'] as const;
const LONGEST_DAYS = 92;
const MOST_TASKS = 100;
const LONGEST_SECONDS = 600;

export const runOptimizer = tool({
  name: 'run_optimizer',
  title: 'Run the optimizer',
  description:
    'Starts a run in the background and returns its id for get_optimization. fieldService plans visits with travel (31 days at most), professionalServices spreads hours over days and weeks (92 days at most). The result is a proposal: the plan stays as it is.',
  routes: ['POST /optimization/fieldService', 'POST /optimization/professionalServices'],
  writes: 'proposal',
  input: object({
    kind: withDefault(choice(KINDS), 'fieldService', 'fieldService'),
    ...window(LONGEST_DAYS),
    resources,
    tasks: described(list(task, MOST_TASKS), 'Tasks to plan; default: open ones, and those planned in the window.'),
    movePlanned: described(boolean(), 'Whether planned work may be moved (fieldService).'),
    maxSeconds: described(integer(1, LONGEST_SECONDS), 'How long it may compute (fieldService).'),
    draft,
  }),
  async run(api, { kind, start, end, movePlanned, maxSeconds, ...asked }) {
    const tasks: TaskKey[] = [];
    for (const each of asked.tasks ?? []) tasks.push(await taskNamed(api, each));
    const body = {
      start: iso(start),
      end: iso(end),
      resources: await resourcesNamed(api, asked.resources),
      ...(asked.tasks ? { tasks } : {}),
      ...(kind === 'fieldService' ? { movePlanned, maxSeconds } : {}),
    };
    const { id, status } = await api.call<{ id: number; status: string }>(`POST /optimization/${kind}`, {
      body,
      draft: await draftNamed(api, asked.draft),
    });
    return { summary: `The run ${id} is queued.`, data: { id, status } };
  },
});

interface Run {
  readonly id: number;
  readonly kind: string;
  readonly status: string;
  readonly reason: string | null;
  readonly progress: { readonly seconds: number; readonly best: object } | null;
  readonly applied: readonly number[];
  readonly proposal: {
    readonly moves: readonly Move[];
    readonly unassigned: readonly { readonly task: object; readonly reasons: readonly string[] }[];
    readonly before: object;
    readonly after: object;
    readonly travel: string;
    readonly warnings: readonly string[];
  } | null;
}

interface Move {
  readonly no: number;
  readonly action: string;
  readonly task: object;
  readonly appointment: { readonly appointmentNo: string } | null;
  readonly resources: readonly string[];
  readonly start: string | null;
  readonly end: string | null;
  readonly from: object | null;
  readonly reason: string;
}

export const getOptimization = tool({
  name: 'get_optimization',
  title: 'Read a proposal of the optimizer',
  description:
    'Shows a run: its progress, and its proposal with figures before and after and its moves. Put moves into a draft with propose_changes.',
  routes: ['GET /optimization/:id'],
  writes: 'nothing',
  input: object({ id: required(integer(1, Number.MAX_SAFE_INTEGER)), ...pages() }),
  async run(api, { id, ...paged }) {
    const { kind, status, reason, progress, applied, proposal } = await api.call<Run>('GET /optimization/:id', {
      params: { id },
    });
    if (!proposal)
      return { summary: `The run is ${status}.`, data: { run: compact({ id, kind, status, reason, progress }) } };
    const { moves, unassigned, before, after, travel, warnings } = proposal;
    const { rows, nextCursor } = pageOf(moves, paged);
    const { page, limit } = placeOf(paged);
    const first = {
      figures: { before, after },
      unassigned: compact(unassigned.slice(0, limit)),
      ...compactObject({ applied, travel, warnings, moreUnassigned: Math.max(0, unassigned.length - limit) }),
    };
    return {
      summary: `The run is ${status}, with ${moves.length} moves; ${unassigned.length} tasks stay open.`,
      data: {
        run: compact({ id, kind, status, reason }),
        ...(page > 1 ? {} : first),
        moves: rows.map(({ no, action, task, appointment, resources: nos, start, end, from, reason: why }) =>
          compact({
            ...{ no, action, task, appointmentNo: appointment?.appointmentNo, resources: nos, start, end, from },
            reason: why,
          }),
        ),
      },
      nextCursor,
    };
  },
});

const compactObject = (value: object): object => compact(value) as object;
