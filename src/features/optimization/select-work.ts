import { refuse } from '../../domain/errors.ts';
import { showKey } from '../../domain/natural-key.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import { refuseCircle } from '../../engine/optimization/refuse-circle.ts';
import { MOST_RESOURCES, MOST_TASKS, type RunRequest, type TaskName } from '../../engine/optimization/request.ts';
import type { Selected } from '../../engine/optimization/selected.ts';
import type { AppointmentToOptimize, ResourceToPlan } from '../../engine/routing/work.ts';
import { type Caller, mayReach } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { taskKey } from '../../records/entities/kit.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import {
  appointmentsToOptimize,
  chosenTasks,
  linksOf,
  openTaskIds,
  resourcesToPlan,
  tasksByKeys,
  tasksToOptimize,
} from './optimization-load.ts';

export type Asker = Pick<Caller, 'tenantId' | 'timeZone' | 'sourceApps' | 'visibility'>;

/** A position that is older says nothing about where somebody sets out. */
const SEEN_MS = 2 * 3_600_000;
/** Days of resources in other zones begin and end at other moments. */
const AROUND_MS = 2 * DAY_MS;

export interface Choice extends Pick<RunRequest, 'start' | 'end' | 'resources' | 'tasks' | 'filter'> {
  /** Beside the tasks that are named also what is planned in the window, of whatever task. */
  readonly alsoPlanned?: boolean;
}

/** Finds them, in a number of statements that does not depend on how many there are. What cannot be meant is refused. */
export async function selectWork(db: Session, asker: Asker, request: Choice, now: Date): Promise<Selected> {
  const { tenantId } = asker;
  const { resources, warnings } = await resourcesOf(db, asker, request, now);
  const named = request.tasks && (await namedTasks(db, asker, request.tasks));
  const open = named ?? (await openTaskIds(db, asker, request.filter, now, MOST_TASKS + 1));
  if (open.length > MOST_TASKS)
    throw refuse('REQ014', `tasks: more than ${MOST_TASKS} are open; send tasks or a filter.`, 'tasks');
  const appointments = await appointmentsToOptimize(
    db,
    asker,
    resources.map(({ id }) => id),
    open,
    { start: request.start - AROUND_MS, end: request.end + AROUND_MS },
  );
  const planned = appointments.filter((each) => mayMove(asker, each)).flatMap(({ taskId }) => taskId ?? []);
  const chosen =
    named && !request.alsoPlanned ? [] : await chosenTasks(db, tenantId, request.filter, [...new Set(planned)]);
  const tasks = await tasksToOptimize(db, tenantId, [...new Set([...open, ...chosen])], now);
  if (tasks.length === 0)
    throw refuse('REQ033', 'No task is open, and nothing is planned in the window that could be moved.', 'tasks');
  const links = await linksOf(
    db,
    tenantId,
    tasks.map(({ id }) => id),
  );
  refuseCircle(links, tasks);
  return { resources, tasks, appointments, links, warnings };
}

/** Whether a run may move an appointment. One that the asker does not see stays where it is, and takes its time. */
export const mayMove = (asker: Asker, { sourceApp, hidden }: AppointmentToOptimize): boolean =>
  !hidden && mayReach(asker, sourceApp);

async function resourcesOf(
  db: Session,
  asker: Asker,
  request: Choice,
  now: Date,
): Promise<{ resources: ResourceToPlan[]; warnings: string[] }> {
  const wanted = request.resources && new Map(request.resources.map((no) => [recordKey([no]), no]));
  const found = await resourcesToPlan(
    db,
    asker,
    wanted && [...wanted.keys()],
    new Date(now.getTime() - SEEN_MS),
    MOST_RESOURCES + 1,
  );
  if (found.length > MOST_RESOURCES)
    throw refuse(
      'REQ014',
      `resources: more than ${MOST_RESOURCES} are shown; send the resources to plan.`,
      'resources',
    );
  const known = new Set(found.map(({ resourceNo }) => recordKey([resourceNo])));
  for (const [key, no] of wanted ?? [])
    if (!known.has(key)) throw refuse('REQ014', `resources: there is no Resource ${no.slice(0, 60)}.`, 'resources');
  const resources = found.filter(({ isShown, isBulk }) => isShown && !isBulk);
  if (resources.length === 0)
    throw refuse(
      'REQ033',
      'No resource can be planned: none is shown to planners, or all are bulk resources.',
      'resources',
    );
  const left = found.filter(({ isShown, isBulk }) => isBulk || (wanted && !isShown));
  return {
    resources,
    warnings: left.map(
      ({ resourceNo, isBulk }) =>
        `Resource ${resourceNo} is left out: ${isBulk ? 'it takes any number of appointments at once' : 'it is not shown to planners'}.`,
    ),
  };
}

async function namedTasks(db: Session, asker: Asker, names: readonly TaskName[]): Promise<number[]> {
  const keyOf = (name: TaskName): string => recordKey(taskKey.map((part) => name[part]));
  const found = new Map((await tasksByKeys(db, asker, names.map(keyOf))).map(({ id, key }) => [key, id]));
  return names.map((name, i) => {
    const id = found.get(keyOf(name));
    // What a key may not see is not there for it.
    if (id === undefined || !mayReach(asker, name.sourceApp))
      throw refuse(
        'REQ014',
        `tasks[${i}]: there is no Task ${showKey(taskKey.map((part) => name[part].slice(0, 60)))}.`,
        `tasks[${i}]`,
      );
    return id;
  });
}
