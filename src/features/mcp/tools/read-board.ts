import { object } from '../../../platform/contract/object.ts';
import { asOf, draft, resources, sentMoment, sentWindow, window } from '../arguments.ts';
import { compact } from '../compact.ts';
import { draftNamed, resourcesNamed } from '../names.ts';
import { pageOf, pages, placeOf } from '../pages.ts';
import { tool } from '../tool.ts';

const LONGEST_DAYS = 31;

interface Times {
  readonly start: string;
  readonly end: string;
}

interface Bar extends Times {
  readonly id: number;
  readonly appointmentNo: string;
  readonly subject: string | null;
  readonly jobNo: string | null;
  readonly taskNo: string | null;
  readonly category: string | null;
  readonly job: number | null;
  readonly locked: boolean;
  readonly resources: readonly string[];
}

interface Board {
  readonly timeZone: string;
  readonly resources: readonly {
    readonly resourceNo: string;
    readonly name: string;
    readonly teamName: string | null;
    readonly working: number;
  }[];
  readonly workingTimes: readonly (readonly Times[])[];
  readonly appointments: readonly Bar[];
  readonly jobs: readonly { readonly customerName: string | null; readonly city: string | null }[];
  readonly busy: readonly (Times & { readonly resources: readonly string[] })[];
  readonly violations: readonly { readonly rule: string; readonly appointmentId: number | null }[];
}

export const readBoard = tool({
  name: 'read_board',
  title: 'Read the board',
  description:
    'Lists the appointments of a window of at most 31 days by start, with their resources, job, customer and broken rules. The first page also lists the resources with their working hours in the window.',
  routes: ['GET /board'],
  writes: 'nothing',
  input: object({ ...window(LONGEST_DAYS), resources, draft, asOf, ...pages() }),
  async run(api, input) {
    const query = {
      ...sentWindow(LONGEST_DAYS, input.start, input.end),
      ...sentMoment(input.asOf),
      resources: await resourcesNamed(api, input.resources),
    };
    const board = await api.call<Board>('GET /board', { query, draft: await draftNamed(api, input.draft) });
    const rules = rulesByAppointment(board);
    // The route narrows the rows of the board, and still has all bars.
    const asked = new Set(query.resources);
    const wanted = board.appointments.filter(
      ({ resources: nos }) => asked.size === 0 || nos.some((no) => asked.has(no)),
    );
    const bars = wanted.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start) || a.id - b.id);
    const { rows, nextCursor } = pageOf(bars, input);
    const { page, limit } = placeOf(input);
    const people = page > 1 ? {} : peopleOf(board, limit);
    return {
      summary: `${bars.length} appointments of ${board.resources.length} resources; this page has ${rows.length}.`,
      data: {
        timeZone: board.timeZone,
        ...people,
        appointments: rows.map((bar) => rowOf(board, bar, rules.get(bar.id))),
      },
      nextCursor,
    };
  },
});

function rulesByAppointment({ violations }: Board): Map<number, string[]> {
  const rules = new Map<number, string[]>();
  for (const { rule, appointmentId } of violations)
    if (appointmentId !== null) rules.set(appointmentId, [...(rules.get(appointmentId) ?? []), rule]);
  return rules;
}

const rowOf = ({ jobs }: Board, bar: Bar, violations: readonly string[] = []) => {
  const { id, appointmentNo, start, end, resources, subject, jobNo, taskNo, category, locked } = bar;
  const { customerName, city } = (bar.job === null ? undefined : jobs[bar.job]) ?? {};
  return compact({
    ...{ id, appointmentNo, start, end, resources, subject, jobNo, taskNo, customerName, city, category },
    ...(locked ? { locked } : {}),
    violations: [...new Set(violations)],
  });
};

const HOUR_MS = 3_600_000;

/** Resources, and time that is taken by appointments which the data filters of the caller hide. */
function peopleOf({ resources, workingTimes, busy }: Board, limit: number) {
  const hours = workingTimes.map((times) => {
    const ms = times.reduce((sum, { start, end }) => sum + Date.parse(end) - Date.parse(start), 0);
    return Math.round((ms / HOUR_MS) * 10) / 10;
  });
  return {
    resources: resources
      .slice(0, limit)
      .map(({ resourceNo, name, teamName, working }) =>
        compact({ resourceNo, name, teamName, workingHours: hours[working] ?? 0 }),
      ),
    ...(resources.length > limit ? { moreResources: resources.length - limit } : {}),
    ...(busy.length > 0
      ? { busy: busy.slice(0, limit).map(({ start, end, resources: nos }) => ({ start, end, resources: nos })) }
      : {}),
  };
}
