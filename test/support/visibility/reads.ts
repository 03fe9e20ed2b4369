import { expect } from 'vitest';
import type { Answer, Client } from '../service.ts';
import { WINDOW } from './company.ts';
import type { Everything, Seen, Shown } from './rule.ts';

/** One case of the oracle: what there is, and what the person sees of it. */
interface OracleCase {
  /** The person whose data filters are set. */
  readonly person: Client;
  /** An API key, which sees everything. */
  readonly key: Client;
  readonly all: Everything;
  readonly seen: Seen;
  /** The same with what was deleted; and all records of the lists by path, as they were before something was deleted. */
  readonly seenInLog: Seen;
  readonly before: Readonly<Record<string, readonly Shown[]>>;
  readonly isUnlimited: boolean;
  /** A number that differs from case to case, to take another record each time. */
  readonly turn: number;
}

/** A read that the oracle tries in every case. A feature adds its own in a file beside this one, and to the list in the test. */
export interface OracleRead {
  readonly name: string;
  check(oracle: OracleCase): Promise<void>;
}

type Visible = (record: Shown, seen: Seen) => boolean;

const ofTask: Visible = (record, seen) => seen.task(record);
const ofResource: Visible = (record, seen) => seen.resource(record['resourceNo']);
const ofAppointment: Visible = (record, seen) => seen.appointment(record['appointmentGuid']);
const byTask: Visible = ({ id }, seen) => seen.tasks.has(id);
const byAppointment: Visible = ({ id }, seen) => seen.appointments.has(id);

/** The paths under which records are read that the log names by entity. */
const pathOf = (entity: string): string =>
  entity === 'Task' ? '/task?open=all' : `/${entity.charAt(0).toLowerCase()}${entity.slice(1)}`;

/** Every list of records that hangs on a task, a resource or an appointment, with what is seen of it. */
const lists: Readonly<Record<string, Visible>> = {
  '/task?open=all': byTask,
  '/task?open=all&sort=taskNo:desc': byTask,
  '/task?open=all&category=Visit': byTask,
  '/taskFilterValue': ofTask,
  '/taskUri': ofTask,
  '/taskContainer': ofTask,
  '/taskBudgetEntry': ofTask,
  '/taskLoad': ofTask,
  '/taskAssignment': (record, seen) => ofTask(record, seen) && ofResource(record, seen),
  '/taskDependency': (record, seen) =>
    ofTask(record, seen) &&
    ofTask({ ...record, jobNo: record['predecessorJobNo'], taskNo: record['predecessorTaskNo'] }, seen),
  '/taskCategory': byTask,
  '/taskTimeMarker': byTask,
  '/taskLocked': byTask,
  '/resource': ({ id }, seen) => seen.resources.has(id),
  '/resourceFilterValue': ofResource,
  '/resourceUri': ofResource,
  '/resourceCertificate': ofResource,
  '/resourceCapacity': ofResource,
  '/resourceLoadCapacity': ofResource,
  '/resourceBreak': ofResource,
  '/resourceRefill': ofResource,
  '/resourceCalendar': ofResource,
  '/resourceGpsTracking': ofResource,
  '/job': ({ id }, seen) => seen.jobs.has(id),
  '/assignment': (record, seen) => ofAppointment(record, seen) && ofResource(record, seen),
  '/appointmentUri': ofAppointment,
  '/appointmentFieldValue': ofAppointment,
  '/appointmentContainer': ofAppointment,
  '/appointmentDependency': ({ predecessor, successor }, seen) =>
    seen.appointment(predecessor) && seen.appointment(successor),
  '/exchangeAppointment': (record, seen) =>
    !seen.hidesAppointment(record['appointmentGuid']) &&
    !seen.hidesResource(String(record['resourceEmail']).split('@')[0]),
  '/notification': (record, seen) => {
    if (record['appointmentGuid'] !== null) return ofAppointment(record, seen);
    if (record['taskNo'] !== null) return ofTask(record, seen);
    return record['jobNo'] === null || seen.job(record);
  },
  '/appointmentCategory': byAppointment,
  '/appointmentTimeMarker': byAppointment,
  '/appointmentLocked': byAppointment,
  '/appointmentImportance': byAppointment,
  '/category': () => true,
  '/container': () => true,
  '/calendar': () => true,
};

export function rowsOf({ body, status, text }: Answer): Shown[] {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return Array.isArray(body) ? body : body.data;
}

/** What an API key reads changes only between companies. */
const kept = new WeakMap<Client, Map<string, Promise<Answer>>>();
export function read(key: Client, path: string): Promise<Answer> {
  const own = kept.get(key) ?? new Map<string, Promise<Answer>>();
  kept.set(key, own);
  const known = own.get(path) ?? key.get(path);
  own.set(path, known);
  return known;
}

const listRead = (path: string, visible: Visible): OracleRead => ({
  name: path,
  async check({ person, key, seen }) {
    const [shown, whole] = await Promise.all([person.get(path), read(key, path)]);
    const expected = rowsOf(whole).filter((record) => visible(record, seen));
    expect(rowsOf(shown), path).toEqual(expected);
    const { total } = shown.body;
    expect(Number(total ?? shown.headers.get('x-total-count')), path).toBe(expected.length);
  },
});

/** An appointment shows those of its resources that are visible. */
const withResources = (appointment: Shown, seen: Seen): Shown => ({
  ...appointment,
  resources: appointment['resources'].filter(({ id }: Shown) => seen.resources.has(id)),
});

const appointments: OracleRead = {
  name: '/appointment',
  async check({ person, all, seen }) {
    const { body, headers } = await person.get(`/appointment?${WINDOW}`);
    const expected = all.appointments.filter(({ id }) => seen.appointments.has(id));
    expect(body).toEqual(expected.map((each) => withResources(each, seen)));
    expect(headers.get('x-total-count')).toBe(String(expected.length));
  },
};

const appointmentsOfResource: OracleRead = {
  name: '/appointment?resources=',
  async check({ person, all, seen, turn }) {
    const resource = all.resources[turn % all.resources.length] as Shown;
    const { body } = await person.get(`/appointment?${WINDOW}&resources=${resource['resourceNo']}&limit=3`);
    const expected = all.appointments.filter(
      ({ id, resources }) =>
        seen.resources.has(resource['id']) &&
        seen.appointments.has(id) &&
        resources.some((each: Shown) => each['id'] === resource['id']),
    );
    expect(body.map(({ id }: Shown) => id)).toEqual(expected.slice(0, 3).map(({ id }) => id));
  },
};

const page: OracleRead = {
  name: 'page of /task',
  async check({ person, key, seen }) {
    const path = '/task?open=all&sort=taskNo';
    const whole = rowsOf(await read(key, path)).filter((record) => byTask(record, seen));
    const shown = await person.get(`${path}&limit=3&page=2`);
    expect(shown.body).toEqual(whole.slice(3, 6));
    expect(shown.headers.get('x-total-count')).toBe(String(whole.length));
  },
};

const ABSENT = 999_999_999;
const nameless = ({ status, text }: Answer, id: unknown): string =>
  `${status} ${text.replace(new RegExp(`\\b${id}\\b`, 'g'), '?').replace(/"requestId":"[^"]*"/g, '')}`;

/** A hidden record answers as one that does not exist, to the byte. */
const single = (
  route: string,
  of: (all: Everything) => readonly Shown[],
  visible: Visible,
  show: (record: Shown, seen: Seen) => Shown = (record) => record,
): OracleRead => ({
  name: `${route}/{id}`,
  async check({ person, key, all, seen, turn }) {
    const record = of(all)[turn % of(all).length] as Shown;
    for (const further of ['', '/history']) {
      const addressOf = (id: unknown): string => `${route}/${id}${further}${route === '/appointment' ? '' : '?by=id'}`;
      const shown = await person.get(addressOf(record['id']));
      if (visible(record, seen)) {
        expect(shown.status).toBe(200);
        const whole = (await read(key, addressOf(record['id']))).body;
        expect(shown.body).toEqual(further === '' ? show(whole, seen) : historyShown(whole, seen));
      } else expect(nameless(shown, record['id'])).toBe(nameless(await person.get(addressOf(ABSENT)), ABSENT));
    }
  },
});

const includes: OracleRead = {
  name: 'include',
  async check({ person, key, seen }) {
    const jobs = rowsOf(await read(key, '/job?include=tasks'))
      .filter(({ id }) => seen.jobs.has(id))
      .map((job) => ({ ...job, tasks: job['tasks'].filter((each: Shown) => byTask(each, seen)) }));
    expect((await person.get('/job?include=tasks')).body).toEqual(jobs);
    const path = '/task?open=all&include=assignments,dependencies,appointments';
    const tasks = rowsOf(await read(key, path))
      .filter((each) => byTask(each, seen))
      .map((each) => ({
        ...each,
        assignments: each['assignments'].filter((part: Shown) => ofResource(part, seen)),
        dependencies: each['dependencies'].filter((part: Shown) => lists['/taskDependency']?.(part, seen)),
        appointments: each['appointments'].filter((part: Shown) => byAppointment(part, seen)),
      }));
    expect((await person.get(path)).body).toEqual(tasks);
  },
};

/** Changes without resources that are hidden, and without those that are about nothing else. */
const historyShown = (changes: readonly Shown[], seen: Seen): Shown[] =>
  changes.flatMap((change) => {
    if (change['entity'] !== 'Appointment') return [change];
    const shown = (document: Shown | null): Shown | null =>
      document?.['resources']
        ? { ...document, resources: document['resources'].filter((no: string) => seen.resource(no)) }
        : document;
    const [before, after] = [shown(change['before']), shown(change['after'])];
    const isAboutHidden =
      before?.['resources'] &&
      after?.['resources'] &&
      Object.keys(after).length === 1 &&
      before['resources'].join() === after['resources'].join();
    return isAboutHidden ? [] : [{ ...change, before, after }];
  });

const named = ['Notification', 'ExchangeAppointment'];

/** Which changes of the log are seen: those of records that are, and of deleted ones that were. */
const inLog =
  ({ seen, seenInLog, before, isUnlimited }: OracleCase, now: Readonly<Record<string, readonly Shown[]>>) =>
  ({ entity, id }: Shown): boolean => {
    const path = pathOf(entity);
    const visible = entity === 'Appointment' ? byAppointment : lists[path];
    if (!visible || isUnlimited) return true;
    const isRow = (record: Shown): boolean => record['id'] === id;
    const existing = now[path]?.find(isRow);
    if (existing) return visible(existing, seen);
    const gone = before[path]?.find(isRow);
    return gone !== undefined && !named.includes(entity) && visible(gone, seenInLog);
  };

const log: OracleRead = {
  name: '/changes',
  async check(oracle) {
    const { person, key, all, seen } = oracle;
    const now: Record<string, readonly Shown[]> = { '/appointment': all.appointments };
    for (const path of logPaths) now[path] = rowsOf(await read(key, path));
    const entities =
      'entity=Task,TaskFilterValue,TaskUri,TaskBudgetEntry,TaskLoad,TaskAssignment,TaskDependency,Job,Resource,ResourceFilterValue,ResourceUri,ResourceLoadCapacity,ResourceBreak,ResourceRefill,Appointment,Assignment,AppointmentUri,AppointmentFieldValue,Notification,ExchangeAppointment,Category';
    const path = `/changes?after=0&limit=10000&${entities}`;
    const whole = (await read(key, path)).body.changes as Shown[];
    const expected = historyShown(whole.filter(inLog(oracle, now)), seen);
    const { changes } = (await person.get(path)).body;
    const brief = ({ number, entity, action, key: name }: Shown): string => `${number} ${entity} ${name} ${action}`;
    const [shown, due] = [new Set<string>(changes.map(brief)), new Set(expected.map(brief))];
    expect({
      more: [...shown].filter((each) => !due.has(each)),
      fewer: [...due].filter((each) => !shown.has(each)),
    }).toEqual({ more: [], fewer: [] });
    expect(changes).toEqual(expected);
    const back = (await person.get(`/changes?order=desc&limit=50&${entities}`)).body;
    expect(back.changes).toEqual([...expected].reverse().slice(0, 50));
  },
};

/** The lists whose records are in the log. */
export const logPaths = Object.keys(lists).filter((path) => path === '/task?open=all' || !path.includes('?'));

export const recordReads: readonly OracleRead[] = [
  ...Object.entries(lists).map(([path, visible]) => listRead(path, visible)),
  appointments,
  appointmentsOfResource,
  page,
  single('/task', ({ tasks }) => tasks, byTask),
  single(
    '/resource',
    ({ resources }) => resources,
    ({ id }, seen) => seen.resources.has(id),
  ),
  single(
    '/job',
    ({ jobs }) => jobs,
    ({ id }, seen) => seen.jobs.has(id),
  ),
  single('/appointment', (all) => all.appointments, byAppointment, withResources),
  includes,
  log,
];
