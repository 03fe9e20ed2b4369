import { grouped } from '../../domain/grouped.ts';
import type { Interval } from '../../domain/time/interval.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { readPlan } from '../../records/reading/read-plan.ts';
import { WriteContext } from '../../records/writing/write-context.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { visibleAssignmentsOf } from '../appointments/visible-assignments.ts';
import { type BoardAppointment, boardAppointments } from '../board/board-store.ts';
import { legsIn } from '../board/board-travel.ts';
import type { CompareQuery } from './contract.ts';
import { shownConflicts } from './draft-conflicts.ts';
import { changesOfDraft, type DraftChange } from './draft-store.ts';
import { byAppointment } from './draft-units.ts';
import { plannedFigures } from './figures-store.ts';
import { draftNamed, freshenDraft } from './open-draft.ts';
import { planDraft } from './plan-draft.ts';
import { ownerIn } from './publish-draft.ts';

type Deps = WriteDeps & HasStatistics;

interface Side {
  readonly appointmentNo: string;
  readonly start: number;
  readonly end: number;
  readonly subject: string | null;
  readonly resources: readonly string[];
}

/** GET /drafts/{id}/compare: the plan and the draft side by side, as far as the caller sees them. */
export async function compareDraft(deps: Deps, caller: Caller, asked: string, { window }: CompareQuery) {
  const { id } = await draftNamed(deps, caller, asked);
  await freshenDraft(deps, caller, id);
  const inDraft = { ...caller, draft: id };
  const changes = await changesOfDraft(deps.db, caller.tenantId, id);
  const units = await byAppointment(deps.db, caller.tenantId, changes);
  const ids = [...units.keys()];
  const [present, draft, conflicts] = await Promise.all([
    sidesOf(deps, caller, ids),
    readPlan(deps, inDraft, () => sidesOf(deps, caller, ids)),
    conflictsOf(deps, caller, changes, ownerIn(units)),
  ]);
  const seen = ids.filter((each) => present.has(each) || draft.has(each));
  const span = window ?? spanOf([...present.values(), ...draft.values()]);
  const moment = (instant: number): string => formatInstant(caller.timeZone, instant);
  const show = (side: Side | undefined) =>
    side
      ? { start: moment(side.start), end: moment(side.end), resources: side.resources, subject: side.subject }
      : null;
  return {
    start: span ? moment(span.start) : null,
    end: span ? moment(span.end) : null,
    figures: {
      present: await figuresOf(deps, caller, span),
      draft: await readPlan(deps, inDraft, () => figuresOf(deps, caller, span)),
    },
    changes: seen.map((each) => {
      const [was, is] = [present.get(each), draft.get(each)];
      const fields = fieldsOf(units.get(each) ?? []);
      return {
        id: each,
        appointmentNo: (is ?? was)?.appointmentNo ?? null,
        action: actionOf(was, is),
        present: show(was),
        draft: show(is),
        fields,
        // Of an appointment that is hidden in the plan nothing is shown.
        conflicts: conflicts
          .filter(({ appointmentId }) => appointmentId === each)
          .map((conflict) => (was ? conflict : { ...conflict, present: null })),
      };
    }),
    hidden: ids.length - seen.length,
  };
}

/** Appointments that the caller sees, with the resources that the caller sees. */
async function sidesOf({ db }: Deps, caller: Caller, ids: readonly number[]): Promise<Map<number, Side>> {
  if (ids.length === 0) return new Map();
  const all = await boardAppointments(db, caller, { ...ALWAYS, ids });
  const shown = all.filter(({ id, hidden }: BoardAppointment) => !hidden && ids.includes(id));
  const staff = await visibleAssignmentsOf(
    db,
    caller,
    shown.map(({ id }) => id),
  );
  const resources = grouped(staff, ({ appointmentId, resourceNo }) => [appointmentId, resourceNo]);
  return new Map(shown.map((each) => [each.id, { ...each, resources: resources.get(each.id) ?? [] }]));
}

/** The years that PostgreSQL and JavaScript both have. */
const ALWAYS: Interval = { start: Date.UTC(1, 0), end: Date.UTC(9999, 0) };

const DAY_MS = 86_400_000;

const spanOf = (sides: readonly Side[]): Interval | undefined => {
  if (sides.length === 0) return undefined;
  const start = Math.min(...sides.map((side) => side.start));
  const end = Math.max(...sides.map((side) => side.end));
  return { start: Math.floor(start / DAY_MS) * DAY_MS, end: Math.ceil(end / DAY_MS) * DAY_MS };
};

function actionOf(was: Side | undefined, is: Side | undefined): 'created' | 'moved' | 'updated' | 'deleted' {
  if (!was || !is) return was ? 'deleted' : 'created';
  const isMoved = was.start !== is.start || was.end !== is.end || was.resources.join('\n') !== is.resources.join('\n');
  return isMoved ? 'moved' : 'updated';
}

/** Names of fields, and of the kinds of parts that came, went or changed. */
function fieldsOf(changes: readonly DraftChange[]): string[] {
  const names = changes.flatMap(({ entity, action, after }) => {
    if (entity === 'Assignment') return ['resources'];
    if (entity !== 'Appointment') return [entity];
    return action === 'updated' ? Object.keys(after ?? {}) : [];
  });
  return [...new Set(names)].sort();
}

/** What publishing all changes would meet. Looked at in a transaction that writes nothing. */
async function conflictsOf(
  deps: Deps,
  caller: Caller,
  changes: readonly DraftChange[],
  appointmentOf: ReturnType<typeof ownerIn>,
) {
  const plan = await deps.db.transaction(async (tx) => ({
    commit: false,
    value: await planDraft(new WriteContext(deps, tx, caller, false), changes),
  }));
  return shownConflicts(plan, caller.timeZone, appointmentOf);
}

async function figuresOf(deps: Deps, caller: Caller, window: Interval | undefined) {
  const planned = await plannedFigures(deps.db, caller, window ?? { start: 0, end: 0 });
  const legs = window ? await legsIn(deps, caller, window) : [];
  const sum = (of: (leg: (typeof legs)[number]) => number): number => legs.reduce((total, leg) => total + of(leg), 0);
  return {
    ...planned,
    travelMinutes: Math.round(sum(({ minutes }) => minutes)),
    travelKm: Math.round(sum(({ km }) => km) * 10) / 10,
  };
}
