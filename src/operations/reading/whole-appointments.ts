import { type EntityModel, model as modelNamed } from '../../derive/model.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import {
  type AppointmentPart,
  assignmentsOf,
  containersOf,
  fieldValuesOf,
  notificationsOf,
  taskAndJobOf,
  urisOf,
} from '../../storage/appointment-store.ts';
import { recordsByIds, recordsByKeys, type StoredRecord } from '../../storage/record-reads.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { present } from './present.ts';

/**
 * Appointments with all that they belong to, as JSON texts. A week of five hundred resources is ten thousand appointments with ten
 * thousand tasks of a hundred properties: jobs and resources come again and again, and are written out once.
 */
export class WholeAppointments {
  readonly #deps: Deps;
  readonly #caller: Caller;
  readonly #written = new Map<string, Map<number | string, string>>();

  constructor(deps: Deps, caller: Caller) {
    this.#deps = deps;
    this.#caller = caller;
  }

  /** A fixed number of statements, whatever the number of appointments. */
  async texts(ids: readonly number[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const { db } = this.#deps;
    const { tenantId, timeZone } = this.#caller;
    const of = <T>(load: (...args: [typeof db, number, readonly number[]]) => Promise<T>): Promise<T> =>
      load(db, tenantId, ids);
    const [links, staff, uris, values, containers, notifications, appointments] = await Promise.all([
      of(taskAndJobOf),
      of(assignmentsOf),
      of(urisOf),
      of(fieldValuesOf),
      of(containersOf),
      of(notificationsOf),
      recordsByIds(db, tenantId, modelNamed('Appointment'), ids),
    ]);
    const names = (property: string): string[] =>
      [...appointments.values()].flatMap((record) =>
        typeof record[property] === 'string' ? [foldKey([record[property]])] : [],
      );
    const [tasks, jobs, resources, categories, timeMarkers] = await Promise.all([
      this.#byIds(
        'Task',
        links.map(({ taskId }) => taskId),
      ),
      this.#byIds(
        'Job',
        links.map(({ jobId }) => jobId),
      ),
      this.#byIds(
        'Resource',
        staff.map(({ resourceId }) => resourceId),
      ),
      this.#byNames('Category', names('category')),
      this.#byNames('TimeMarker', names('timeMarker')),
    ]);
    const linkOf = new Map(links.map((link) => [link.id, link]));
    const staffOf = new Map<number, string[]>();
    for (const { appointmentId, resourceId } of staff) {
      const text = resources.get(resourceId);
      if (text === undefined) continue;
      const own = staffOf.get(appointmentId);
      if (own) own.push(text);
      else staffOf.set(appointmentId, [text]);
    }
    const parts = {
      uris: byOwner(uris),
      fieldValues: byOwner(values),
      containers: byOwner(containers, timeZone, 'handleDate'),
      notifications: byOwner(notifications, timeZone, 'date'),
    };
    return ids.flatMap((id) => {
      const record = appointments.get(id);
      const link = linkOf.get(id);
      const task = link && tasks.get(link.taskId);
      if (!record || !link || task === undefined) return [];
      const { category, timeMarker, ...own } = present(modelNamed('Appointment'), record, timeZone);
      const nested = [
        `"category":${named(categories, category)}`,
        `"timeMarker":${named(timeMarkers, timeMarker)}`,
        `"task":${task.slice(0, -1)},"job":${jobs.get(link.jobId) ?? 'null'}}`,
        `"resources":[${staffOf.get(id)?.join(',') ?? ''}]`,
        ...Object.entries(parts).map(([name, texts]) => `"${name}":[${texts.get(id)?.join(',') ?? ''}]`),
      ];
      return [`${JSON.stringify(own).slice(0, -1)},${nested.join(',')}}`];
    });
  }

  #byIds(entity: string, ids: readonly number[]): Promise<ReadonlyMap<number | string, string>> {
    return this.#load(entity, ids, (model, missing) =>
      recordsByIds(this.#deps.db, this.#caller.tenantId, model, missing),
    );
  }

  #byNames(entity: string, keys: readonly string[]): Promise<ReadonlyMap<number | string, string>> {
    return this.#load(entity, keys, (model, missing) =>
      recordsByKeys(this.#deps.db, this.#caller.tenantId, model, missing),
    );
  }

  /** What was written out for an earlier portion is there already. */
  async #load<K extends number | string>(
    entity: string,
    wanted: readonly K[],
    find: (model: EntityModel, missing: readonly K[]) => Promise<ReadonlyMap<K, StoredRecord>>,
  ): Promise<ReadonlyMap<number | string, string>> {
    const known = this.#written.get(entity) ?? new Map<number | string, string>();
    this.#written.set(entity, known);
    const missing = [...new Set(wanted)].filter((each) => !known.has(each));
    const model = modelNamed(entity);
    for (const [name, record] of await find(model, missing))
      known.set(name, JSON.stringify(present(model, record, this.#caller.timeZone)));
    return known;
  }
}

/** A name that does not exist yet is shown as what it is: a name. */
const named = (records: ReadonlyMap<number | string, string>, name: unknown): string =>
  typeof name === 'string' ? (records.get(foldKey([name])) ?? JSON.stringify({ name })) : 'null';

function byOwner(rows: readonly AppointmentPart[], zone?: string, moment?: string): Map<number, string[]> {
  const texts = new Map<number, string[]>();
  for (const { owner, ...row } of rows) {
    const at = moment === undefined ? undefined : row[moment];
    const shown =
      zone !== undefined && typeof at === 'number' ? { ...row, [moment as string]: formatInstant(zone, at) } : row;
    const own = texts.get(owner);
    if (own) own.push(JSON.stringify(shown));
    else texts.set(owner, [JSON.stringify(shown)]);
  }
  return texts;
}
