import { foldKey } from '../../domain/natural-key.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { hiddenHomes } from '../../records/reading/locations.ts';
import { present } from '../../records/reading/present.ts';
import { RecordText } from '../../records/reading/record-text.ts';
import { withinVisibility } from '../../records/reading/visibility.ts';
import { recordListsByIds, recordsByKeys } from '../../records/storage/record-reads.ts';
import {
  type AppointmentPart,
  assignmentsOf,
  containersOf,
  fieldValuesOf,
  notificationsOf,
  taskAndJobOf,
  urisOf,
} from './appointment-store.ts';
import { backOfficeOf } from './back-office-store.ts';

/**
 * Appointments with all that they belong to, as JSON texts. A week of five hundred resources is ten thousand appointments with ten
 * thousand tasks of a hundred properties: jobs and resources come again and again, and are written out once.
 */
export class WholeAppointments {
  readonly #db: Session;
  readonly #caller: Caller;
  readonly #appointment: RecordText;
  readonly #task: RecordText;
  readonly #jobs = new Map<number, string>();
  readonly #resources = new Map<number, string>();
  readonly #named = { Category: new Map<string, string>(), TimeMarker: new Map<string, string>() };

  constructor(db: Session, caller: Caller) {
    this.#db = db;
    this.#caller = caller;
    this.#appointment = new RecordText(modelNamed('Appointment'), caller.timeZone, ['category', 'timeMarker']);
    this.#task = new RecordText(modelNamed('Task'), caller.timeZone);
  }

  /** A fixed number of statements, whatever the number of appointments. */
  async texts(ids: readonly number[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const db = this.#db;
    const { tenantId, timeZone } = this.#caller;
    const of = <T>(load: (...args: [typeof db, number, readonly number[]]) => Promise<T>): Promise<T> =>
      load(db, tenantId, ids);
    const [links, staff, uris, values, containers, notifications, backOffice, appointments] = await Promise.all([
      of(taskAndJobOf),
      of(assignmentsOf),
      of(urisOf),
      of(fieldValuesOf),
      of(containersOf),
      of(notificationsOf),
      of(backOfficeOf),
      recordListsByIds(db, tenantId, modelNamed('Appointment'), ids),
    ]);
    const names = (property: string): unknown[] =>
      appointments.map((record) => this.#appointment.valueOf(record, property));
    const [tasks] = await Promise.all([
      recordListsByIds(db, tenantId, modelNamed('Task'), [...new Set(links.map(({ taskId }) => taskId))]),
      this.#learn('Job', this.#jobs, new Set(links.map(({ jobId }) => jobId))),
      this.#learn('Resource', this.#resources, new Set(staff.map(({ resourceId }) => resourceId))),
      this.#learnNamed('Category', names('category')),
      this.#learnNamed('TimeMarker', names('timeMarker')),
    ]);
    const linkOf = new Map(links.map((link) => [link.id, link]));
    const appointmentOf = new Map(appointments.map((record) => [this.#appointment.idOf(record), record]));
    const taskOf = new Map(tasks.map((record) => [this.#task.idOf(record), this.#task.open(record)]));
    const staffOf = new Map<number, string[]>();
    for (const { appointmentId, resourceId } of staff) {
      const text = this.#resources.get(resourceId);
      if (text === undefined) continue;
      const own = staffOf.get(appointmentId);
      if (own) own.push(text);
      else staffOf.set(appointmentId, [text]);
    }
    const backOfficeText = new Map(
      backOffice.map(({ id, status, message, at }) => [
        id,
        `,"backOffice":"${status}","backOfficeMessage":${JSON.stringify(message)},"backOfficeAt":"${formatInstant(timeZone, at)}"`,
      ]),
    );
    const parts = Object.entries({
      uris: byOwner(uris),
      fieldValues: byOwner(values),
      containers: byOwner(containers, timeZone, 'handleDate'),
      notifications: byOwner(notifications, timeZone, 'date'),
    });
    return ids.flatMap((id) => {
      const record = appointmentOf.get(id);
      if (!record) return [];
      const link = linkOf.get(id);
      const task = link && taskOf.get(link.taskId);
      // Joined at once: a text that grows piece by piece is a tree of pieces, and costs more to collect than to make.
      return [
        [
          this.#appointment.open(record),
          `,"category":${this.#nameText('Category', this.#appointment.valueOf(record, 'category'))}`,
          `,"timeMarker":${this.#nameText('TimeMarker', this.#appointment.valueOf(record, 'timeMarker'))}`,
          ',"task":',
          ...(task === undefined ? ['null'] : [task, ',"job":', this.#jobs.get(link?.jobId ?? 0) ?? 'null', '}']),
          ',"resources":[',
          ...(staffOf.get(id)?.flatMap((text, i) => (i === 0 ? [text] : [',', text])) ?? []),
          ']',
          ...parts.map(([name, texts]) => `,"${name}":[${texts.get(id)?.join(',') ?? ''}]`),
          backOfficeText.get(id) ?? NOT_SENT,
          '}',
        ].join(''),
      ];
    });
  }

  /** What was written out for an earlier portion is there already. */
  async #learn(entity: 'Job' | 'Resource', known: Map<number, string>, wanted: ReadonlySet<number>): Promise<void> {
    const model = modelNamed(entity);
    const writer = new RecordText(model, this.#caller.timeZone, [], hiddenHomes(this.#caller, model));
    const missing = [...wanted].filter((id) => !known.has(id));
    // Of an appointment that is visible the job is; of its resources some may not be.
    const { restriction } = withinVisibility(this.#caller, entity);
    for (const record of await recordListsByIds(this.#db, this.#caller.tenantId, model, missing, restriction))
      known.set(writer.idOf(record), `${writer.open(record)}}`);
  }

  async #learnNamed(entity: 'Category' | 'TimeMarker', names: readonly unknown[]): Promise<void> {
    const model = modelNamed(entity);
    const known = this.#named[entity];
    const distinct = [...new Set(names)].flatMap((name) => (typeof name === 'string' ? [foldKey([name])] : []));
    const missing = distinct.filter((key) => !known.has(key));
    for (const [key, record] of await recordsByKeys(this.#db, this.#caller.tenantId, model, missing))
      known.set(key, JSON.stringify(present(model, record, this.#caller)));
  }

  /** A name that does not exist yet is shown as what it is: a name. */
  #nameText(entity: 'Category' | 'TimeMarker', name: unknown): string {
    return typeof name === 'string' ? (this.#named[entity].get(foldKey([name])) ?? JSON.stringify({ name })) : 'null';
  }
}

const NOT_SENT = ',"backOffice":null,"backOfficeMessage":null,"backOfficeAt":null';

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
