import { expect } from 'vitest';
import { taskKey } from '../../records/builders.ts';
import { type Answer, aCall, type Client } from '../service.ts';
import type { Company } from './company.ts';
import { type OracleRead, read } from './reads.ts';
import { isOfTask, type Seen, type Shown } from './rule.ts';

/** Reads of the plan: what is hidden is left out, and its time is still taken. */

const rowsOf = ({ body }: Answer): Shown[] => body;
const nameless = ({ status, text }: Answer, name: string): string =>
  `${status} ${text.replace(/"requestId":"[^"]*"/g, '').replaceAll(name, '?')}`;
const BOARD = '/board?start=2026-03-01&end=2026-03-31';
const DAYS = 'start=2026-03-01&end=2026-03-31';

const byStart = (a: Shown, b: Shown): number =>
  JSON.stringify([a['start'], a['resources']]) < JSON.stringify([b['start'], b['resources']]) ? -1 : 1;
const seenNos = (numbers: readonly string[], seen: Seen): string[] => numbers.filter((no) => seen.resource(no));

/** A violation as a person sees it, or undefined. Where something is hidden the message does not name it. */
function violationSeen(
  violation: Shown,
  seen: Seen,
  idOf: (of: 'appointment' | 'other') => unknown,
): Shown | undefined {
  const sees = (of: 'appointment' | 'other'): boolean =>
    typeof idOf(of) === 'number' && seen.appointments.has(idOf(of) as number);
  const isAboutTask = idOf('appointment') === null && idOf('other') === null;
  if (violation['resourceNo'] !== null && !seen.resource(violation['resourceNo'])) return undefined;
  if (isAboutTask ? !seen.task(violation['task'] ?? {}) : !sees('appointment') && !sees('other')) return undefined;
  return violation;
}

const board: OracleRead = {
  name: '/board',
  async check({ person, key, seen }) {
    const [{ body }, { body: whole }] = [await person.get(BOARD), await read(key, BOARD)];
    expect(body.resources.map(({ id }: Shown) => id)).toEqual(
      whole.resources.map(({ id }: Shown) => id).filter((id: number) => seen.resources.has(id)),
    );
    const bare = (each: Shown): Shown => ({
      ...each,
      job: whole.jobs[each['job']],
      requires: [],
      resources: seenNos(each['resources'], seen),
    });
    const visible = ({ id }: Shown): boolean => seen.appointments.has(id);
    const jobs = new Set(body.appointments.flatMap((each: Shown) => each['job'] ?? []));
    expect(body.jobs).toHaveLength(jobs.size);
    // Of tasks, other appointments stand for all where the last or the first is hidden: there may be more lines, but none to a hidden bar.
    const drawn = ({ from, to }: Shown): boolean => seen.appointments.has(from) && seen.appointments.has(to);
    expect(body.dependencies.filter(drawn)).toEqual(body.dependencies);
    expect(body.dependencies).toEqual(expect.arrayContaining(whole.dependencies.filter(drawn)));
    expect(body.appointments.map((each: Shown) => ({ ...each, job: body.jobs[each['job']], requires: [] }))).toEqual(
      whole.appointments.filter(visible).map(bare),
    );
    const taken = whole.appointments
      .filter((each: Shown) => !visible(each) && seenNos(each['resources'], seen).length > 0)
      .map(({ start, end, resources }: Shown) => ({ start, end, resources: seenNos(resources, seen) }));
    expect(body.busy.map(({ key: _key, ...each }: Shown) => each).sort(byStart)).toEqual(taken.sort(byStart));
    const expected = whole.violations.flatMap((each: Shown) => {
      const shown = violationSeen(each, seen, (of) => each[`${of}Id`]);
      const id = (of: 'appointmentId' | 'otherId') => (seen.appointments.has(each[of]) ? each[of] : null);
      return shown ? [[each['rule'], id('appointmentId'), id('otherId'), each['resourceNo']]] : [];
    });
    expect(
      body.violations.map((each: Shown) => [each['rule'], each['appointmentId'], each['otherId'], each['resourceNo']]),
    ).toEqual(expected);
  },
};

const boardDelta: OracleRead = {
  name: '/board?appointments=',
  async check({ person, all, seen, turn }) {
    const asked = all.appointments.filter((_, i) => (i + turn) % 3 === 0).map(({ id }) => id);
    const { body } = await person.get(`${BOARD}&appointments=${asked.join(',')}`);
    expect(body.appointments.map(({ id }: Shown) => id).sort()).toEqual(
      asked.filter((id) => seen.appointments.has(id)).sort(),
    );
    expect(body.busy).toEqual((await person.get(BOARD)).body.busy);
  },
};

const travel: OracleRead = {
  name: '/board/travel',
  async check({ person, key, seen }) {
    const path = `/board/travel?${DAYS}`;
    const between = ({ body }: Answer): Shown[] =>
      (body.legs as Shown[]).filter(({ from, to }) => from !== null && to !== null);
    const sees = (id: unknown): boolean => seen.appointments.has(id as number);
    const order = (legs: Shown[]): string[] => legs.map((leg) => JSON.stringify(leg)).sort();
    expect(order(between(await person.get(path)))).toEqual(
      order(
        between(await read(key, path)).filter(
          ({ from, to, resourceNo }) => sees(from) && sees(to) && seen.resource(resourceNo),
        ),
      ),
    );
  },
};

const openTasks: OracleRead = {
  name: '/board/tasks',
  async check({ person, key, seen }) {
    for (const path of ['/board/tasks?limit=1000', '/board/tasks?limit=1000&search=Task%201']) {
      const shown = await person.get(path);
      const expected = rowsOf(await read(key, path)).filter(({ id }) => seen.tasks.has(id));
      expect(shown.body).toEqual(expected);
      expect(shown.headers.get('x-total-count')).toBe(String(expected.length));
    }
  },
};

const violations: OracleRead = {
  name: '/violations',
  async check({ person, key, seen }) {
    const path = `/violations?${DAYS}`;
    const whole = rowsOf(await read(key, path));
    const expected = whole.filter((each) => violationSeen(each, seen, (of) => each[of]?.id ?? null));
    const shown = await person.get(path);
    expect(shown.body.map(({ rule, start, resourceNo }: Shown) => [rule, start, resourceNo])).toEqual(
      expected.map(({ rule, start, resourceNo }) => [rule, start, resourceNo]),
    );
    expect(shown.headers.get('x-total-count')).toBe(String(expected.length));
    for (const [i, each] of (shown.body as Shown[]).entries()) {
      const own = expected[i] as Shown;
      for (const of of ['appointment', 'other'] as const)
        expect(each[of]).toEqual(own[of] && seen.appointments.has(own[of].id) ? own[of] : null);
      expect(each['task']).toEqual(own['task'] && seen.task(own['task']) ? own['task'] : null);
    }
  },
};

const map: OracleRead = {
  name: '/map',
  async check({ person, key, seen, turn }) {
    const day = String((turn % 20) + 2).padStart(2, '0');
    const path = `/map?start=2026-03-${day}T00:00:00Z&end=2026-03-${day}T23:00:00Z`;
    const [{ body }, { body: whole }] = [await person.get(path), await read(key, path)];
    const visible = ({ id }: Shown): boolean => seen.appointments.has(id);
    expect(body.appointments).toEqual(
      whole.appointments
        .filter(visible)
        .map((each: Shown) => ({ ...each, resources: seenNos(each['resources'], seen) })),
    );
    expect(
      body.resources.map(({ resourceNo, stops }: Shown) => [
        resourceNo,
        stops.map(({ appointmentId }: Shown) => appointmentId),
      ]),
    ).toEqual(
      whole.resources
        .filter(({ resourceNo }: Shown) => seen.resource(resourceNo))
        .map(({ resourceNo, stops }: Shown) => [
          resourceNo,
          stops.map(({ appointmentId }: Shown) => appointmentId).filter((id: number) => seen.appointments.has(id)),
        ]),
    );
    const tasks = whole.tasks.filter(({ id }: Shown) => seen.tasks.has(id));
    expect([body.tasks, body.openTasks]).toEqual([tasks, tasks.length]);
  },
};

/** Reads of one resource: hidden and absent answer alike. */
const ofResource: OracleRead = {
  name: 'one resource',
  async check({ person, key, all, seen, turn }) {
    const { resourceNo, id } = all.resources[turn % all.resources.length] as Shown;
    const availability = `/resource/${resourceNo}/availability?start=2026-03-01&end=2026-03-31`;
    const route = `/resource/${resourceNo}/route?start=2026-03-02&end=2026-03-03`;
    if (!seen.resources.has(id)) {
      for (const path of [availability, route]) {
        const absent = await person.get(path.replace(resourceNo, 'NOBODY'));
        expect(nameless(await person.get(path), resourceNo)).toBe(nameless(absent, 'NOBODY'));
      }
      return;
    }
    const [{ body }, { body: whole }] = [await person.get(availability), await read(key, availability)];
    expect([body.working, body.free]).toEqual([whole.working, whole.free]);
    expect(body.booked).toEqual(
      whole.booked.map((each: Shown) =>
        seen.appointments.has(each['appointmentId']) ? each : { start: each['start'], end: each['end'] },
      ),
    );
    expect((await person.get(route)).status).toBe(200);
  },
};

const capacity: OracleRead = {
  name: '/capacity',
  async check({ person, key, seen }) {
    const path = `/capacity?${DAYS}&bucket=week`;
    const expected = rowsOf(await read(key, path)).filter(({ resourceNo }) => seen.resource(resourceNo));
    expect((await person.get(path)).body).toEqual(expected);
  },
};

const inTime = (record: Shown, seen: Seen): boolean => seen.task(record) && seen.resource(record['resourceNo']);

const time: OracleRead = {
  name: 'registered time',
  async check({ person, key, seen }) {
    for (const path of [`/timeEntry?${DAYS}`, `/timeSession?${DAYS}`]) {
      const shown = await person.get(path);
      const expected = rowsOf(await read(key, path)).filter((each) => inTime(each, seen));
      expect(shown.body, path).toEqual(expected);
      expect(shown.headers.get('x-total-count'), path).toBe(String(expected.length));
    }
    const entries = rowsOf(await read(key, `/timeEntry?${DAYS}`)).filter((each) => inTime(each, seen));
    const sum = (rows: readonly Shown[], of: string): number => rows.reduce((total, each) => total + each[of], 0);
    for (const by of ['resource', 'task', 'day', 'status']) {
      const rows = (await person.get(`/timeEntry/summary?${DAYS}&by=${by}`)).body as Shown[];
      expect(sum(rows, 'registeredInSeconds'), by).toBe(sum(entries, 'durationInSeconds'));
      expect(rows.every((each) => by !== 'resource' || seen.resource(each['resourceNo']))).toBe(true);
      expect(rows.every((each) => by !== 'task' || seen.task(each))).toBe(true);
    }
    const missing = `/timeEntry/missing?${DAYS}`;
    const expected = rowsOf(await read(key, missing)).filter(({ resourceNo }) => seen.resource(resourceNo));
    expect((await person.get(missing)).body).toEqual(expected);
  },
};

const timesheet: OracleRead = {
  name: '/timesheet',
  async check({ person, key, all, seen, turn }) {
    const { resourceNo, id } = all.resources[turn % 10] as Shown;
    const path = `/timesheet?${DAYS}&resourceNo=${resourceNo}`;
    const shown = await person.get(path);
    if (!seen.resources.has(id)) {
      const absent = await person.get(path.replace(resourceNo, 'NOBODY'));
      expect(nameless(shown, resourceNo)).toBe(nameless(absent, 'NOBODY'));
      return;
    }
    const { body: whole } = await read(key, path);
    expect(shown.body.entries).toEqual(whole.entries.filter((each: Shown) => inTime(each, seen)));
    expect(shown.body.appointments).toEqual(whole.appointments.filter(({ id }: Shown) => seen.appointments.has(id)));
    const named = [...shown.body.entries, ...shown.body.sessions, ...shown.body.appointments] as Shown[];
    expect(shown.body.tasks).toEqual(whole.tasks.filter((task: Shown) => named.some(isOfTask(task))));
    const found = (await person.get('/timesheet/tasks?search=Task&limit=100')).body as Shown[];
    const tasks = rowsOf(await read(key, '/timesheet/tasks?search=Task&limit=100'));
    expect(found).toEqual(tasks.filter((each) => seen.task(each)));
  },
};

const feeds: OracleRead = {
  name: '/calendarFeed',
  async check({ person, key, seen }) {
    const whole = rowsOf(await read(key, '/calendarFeed'));
    expect((await person.get('/calendarFeed')).body).toEqual(
      whole.filter(({ resourceNo }) => seen.resource(resourceNo)),
    );
  },
};

export const planReads: readonly OracleRead[] = [
  board,
  boardDelta,
  travel,
  openTasks,
  violations,
  map,
  ofResource,
  capacity,
  time,
  timesheet,
  feeds,
];

/** Registered time and feeds of the company. */
export async function fillPlan(client: Client, company: Company): Promise<void> {
  // Of what removeSome leaves: all tasks but the first, and all resources but the last two.
  const resources = company.resources.length - 2;
  const calls = company.tasks.flatMap((task, i) => {
    if (i === 0) return [];
    const key = { ...taskKey(`J${task.job}`, `T${i}`), ResourceNo: `R${i % resources}` };
    const day = `2026-03-${String((i % 20) + 2).padStart(2, '0')}`;
    return [
      aCall('mboc_upsertTimeEntry', { ...key, Date: day, DurationInSeconds: 600 * (i + 1), BackofficeID: `E${i}` }),
      aCall('mboc_upsertTimeSession', {
        ...key,
        StartedAt: `${day}T10:00:00Z`,
        StoppedAt: `${day}T11:00:00Z`,
        ExternalId: `S${i}`,
      }),
    ];
  });
  const { status, text } = await client.import(calls);
  if (status !== 200) throw new Error(text.slice(0, 2000));
  for (const i of [0, 1, 2, 3]) await client.post('/calendarFeed', { resourceNo: `R${i}` });
}
