import type { Client } from '../service.ts';
import type { Setting } from './company.ts';
import { WINDOW } from './company.ts';

/** A record as a read shows it. */
// biome-ignore lint/suspicious/noExplicitAny: records of every kind, looked into freely
export type Shown = Record<string, any>;

/** All that the rule looks at, as an API key reads it. */
export interface Everything {
  readonly tasks: readonly Shown[];
  readonly taskFilterValues: readonly Shown[];
  readonly resources: readonly Shown[];
  readonly resourceFilterValues: readonly Shown[];
  readonly appointments: readonly Shown[];
  readonly jobs: readonly Shown[];
}

export async function readEverything(client: Client): Promise<Everything> {
  const all = async (path: string): Promise<Shown[]> => (await client.get(path)).body;
  return {
    tasks: await all('/task?open=all'),
    taskFilterValues: await all('/taskFilterValue'),
    resources: await all('/resource'),
    resourceFilterValues: await all('/resourceFilterValue'),
    appointments: await all(`/appointment?${WINDOW}`),
    jobs: await all('/job'),
  };
}

const same = (a: unknown, b: unknown): boolean =>
  String(a ?? '')
    .trimEnd()
    .toLowerCase()
    .normalize() ===
  String(b ?? '')
    .trimEnd()
    .toLowerCase()
    .normalize();

export const isOfTask =
  (task: Shown) =>
  (part: Shown): boolean =>
    ['sourceApp', 'sourceType', 'jobNo', 'taskNo'].every((property) => same(part[property], task[property]));

/** What a user with these data filters sees, by the rule of docs/guides/data-filters.md, one record after the other. */
export class Seen {
  readonly tasks: ReadonlySet<number>;
  readonly resources: ReadonlySet<number>;
  readonly appointments: ReadonlySet<number>;
  readonly jobs: ReadonlySet<number>;
  readonly #all: Everything;

  constructor(all: Everything, setting: Setting) {
    this.#all = all;
    const ids = (records: readonly Shown[], visible: (record: Shown) => boolean): Set<number> =>
      new Set(records.filter(visible).map(({ id }) => id));
    const sharesValues = (own: readonly Shown[]): boolean =>
      setting.marked.every((group) => {
        const mine = setting.filterValues.filter((each) => each[0] === group).map((each) => each[1]);
        const theirs = own.filter(({ filterGroup }) => same(filterGroup, group));
        if (mine.length === 0 || theirs.length === 0) return true;
        return theirs.some(({ filterValue }) => mine.some((value) => same(value, filterValue)));
      });
    const isAmong = (name: unknown, names: readonly string[]): boolean =>
      names.length === 0 || name === null || name === undefined || names.some((each) => same(each, name));
    this.tasks = ids(
      all.tasks,
      (task) =>
        sharesValues(all.taskFilterValues.filter(isOfTask(task))) &&
        isAmong(task['category'], setting.categories) &&
        isAmong(task['timeMarker'], setting.timeMarkers),
    );
    this.resources = ids(all.resources, (resource) => {
      const teams = [resource['teamCode'], resource['teamName']].filter((team) => team !== null);
      const own = all.resourceFilterValues.filter(({ resourceNo }) => same(resourceNo, resource['resourceNo']));
      return sharesValues(own) && (teams.length === 0 || teams.some((team) => isAmong(team, setting.teams)));
    });
    this.appointments = ids(
      all.appointments,
      ({ task, category, timeMarker, resources }) =>
        (task === null || this.tasks.has(task.id)) &&
        isAmong(category?.name, setting.categories) &&
        isAmong(timeMarker?.name, setting.timeMarkers) &&
        (resources.length === 0 || resources.some(({ id }: Shown) => this.resources.has(id))),
    );
    this.jobs = ids(all.jobs, (job) => {
      const below = all.tasks.filter(
        ({ sourceApp, sourceType, jobNo, gone }) =>
          gone === job['gone'] &&
          same([sourceApp, sourceType, jobNo], [job['sourceApp'], job['sourceType'], job['jobNo']]),
      );
      return below.length === 0 || below.some(({ id }) => this.tasks.has(id));
    });
  }

  task(part: Shown): boolean {
    const task = this.#all.tasks.find((each) => isOfTask(each)(part));
    return task !== undefined && this.tasks.has(task['id']);
  }

  resource(no: unknown): boolean {
    const resource = this.#all.resources.find(({ resourceNo }) => same(resourceNo, no));
    return resource !== undefined && this.resources.has(resource['id']);
  }

  job(part: Shown): boolean {
    const job = this.#all.jobs.find((each) =>
      ['sourceApp', 'sourceType', 'jobNo'].every((property) => same(part[property], each[property])),
    );
    return job !== undefined && this.jobs.has(job['id']);
  }

  /** What names a record that does not exist is hidden by nothing. */
  hidesAppointment(guid: unknown): boolean {
    return this.#all.appointments.some(({ appointmentGuid }) => same(appointmentGuid, guid)) && !this.appointment(guid);
  }

  hidesResource(no: unknown): boolean {
    return this.#all.resources.some(({ resourceNo }) => same(resourceNo, no)) && !this.resource(no);
  }

  /** By id, GUID or number. */
  appointment(name: unknown): boolean {
    const found = this.#all.appointments.find(
      ({ id, appointmentGuid, appointmentNo }) =>
        id === name || same(appointmentGuid, name) || same(appointmentNo, name),
    );
    return found !== undefined && this.appointments.has(found['id']);
  }
}

/** What there is, and what was there before some of it was deleted, each with the data that it was seen by. */
export function withGone(now: Everything, before: Everything): Everything {
  const gone = (kind: keyof Everything): Shown[] =>
    before[kind]
      .filter(({ id }) => !now[kind].some((each) => each['id'] === id))
      .map((each) => ({ ...each, gone: true }));
  const tasks = gone('tasks');
  const resources = gone('resources');
  return {
    tasks: [...now.tasks, ...tasks],
    taskFilterValues: [
      ...now.taskFilterValues,
      ...gone('taskFilterValues').filter((value) => tasks.some((task) => isOfTask(task)(value))),
    ],
    resources: [...now.resources, ...resources],
    resourceFilterValues: [
      ...now.resourceFilterValues,
      ...gone('resourceFilterValues').filter((value) =>
        resources.some(({ resourceNo }) => same(resourceNo, value['resourceNo'])),
      ),
    ],
    appointments: [...now.appointments, ...gone('appointments')],
    jobs: [...now.jobs, ...gone('jobs')],
  };
}
