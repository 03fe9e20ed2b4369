import type { TemplateValues } from '../../domain/action-template.ts';
import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { present } from '../../records/reading/present.ts';
import type { StoredRecord } from '../../records/storage/record-reads.ts';
import { visibleAssignmentsOf } from '../appointments/visible-assignments.ts';
import { cardRecords } from '../job-card/card-records.ts';
import { findResource } from '../planning/find-resource.ts';
import type { ActionQuery } from './contract.ts';

type Shown = Readonly<Record<string, unknown>>;

/** What an action is started on, with the records that its placeholders and its body are filled with. */
export interface ActionTarget {
  /** Types of actions that appear there: see the entity ActionUri. */
  readonly types: readonly number[];
  readonly kind: 'appointment' | 'task' | 'board';
  /** The name of the record in the audit. */
  readonly name: string | null;
  /** The source of its job; undefined where it has none. */
  readonly source: { readonly app: string; readonly type: string } | undefined;
  readonly records: {
    readonly appointment: Shown | null;
    readonly task: Shown | null;
    readonly job: Shown | null;
    readonly resource: Shown | null;
    readonly resources: readonly string[];
    readonly start: string | null;
    readonly end: string | null;
  };
}

const [BOARD, APPOINTMENT, TASK, MAP] = [0, 1, 2, 3];

const shown = (kind: string, record: StoredRecord | undefined, caller: Caller): Shown | null =>
  record ? present(modelNamed(kind), record, caller) : null;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Reads what the query names, if the caller may see it. */
export async function targetOf(deps: HasDatabase, caller: Caller, query: ActionQuery): Promise<ActionTarget> {
  const { appointment, task, resource, start, end } = query;
  if (appointment === undefined && task === undefined) return boardTarget(deps, caller, resource, start, end);
  const found = await cardRecords(deps.db, caller, { appointment, task });
  const staff = await visibleAssignmentsOf(deps.db, caller, found.appointment ? [found.appointment.id] : []);
  const records = {
    appointment: shown('Appointment', found.appointment, caller),
    task: shown('Task', found.task, caller),
    job: shown('Job', found.job, caller),
    resource: null,
    resources: staff.map(({ resourceNo }) => resourceNo),
    start: text(shown('Appointment', found.appointment, caller)?.['start']) ?? null,
    end: text(shown('Appointment', found.appointment, caller)?.['end']) ?? null,
  };
  const [app, type] = [text(records.task?.['sourceApp']), text(records.task?.['sourceType'])];
  const own = records.appointment ? APPOINTMENT : TASK;
  return {
    types: query.place === 'map' ? [MAP] : [own],
    kind: records.appointment ? 'appointment' : 'task',
    name:
      text(records.appointment?.['appointmentNo']) ??
      [text(records.task?.['jobNo']), text(records.task?.['taskNo'])].join('/'),
    source: app !== undefined && type !== undefined ? { app, type } : undefined,
    records,
  };
}

/** An empty position of the board, or a resource. */
async function boardTarget(
  deps: HasDatabase,
  caller: Caller,
  resourceNo: string | undefined,
  start: number | undefined,
  end: number | undefined,
): Promise<ActionTarget> {
  if (start !== undefined && end !== undefined && end < start)
    throw refuse('REQ014', 'end: must not be before start.', 'end');
  const resource = resourceNo === undefined ? undefined : await findResource(deps, caller, resourceNo);
  const moment = (instant: number | undefined): string | null =>
    instant === undefined ? null : formatInstant(caller.timeZone, instant);
  return {
    types: [BOARD],
    kind: 'board',
    name: resource ? String(resource['resourceNo']) : null,
    source: undefined,
    records: {
      ...{ appointment: null, task: null, job: null },
      resource: shown('Resource', resource, caller),
      resources: resource ? [String(resource['resourceNo'])] : [],
      start: moment(start),
      end: moment(end),
    },
  };
}

/** Add or edit, as templates of other programs ask for it. */
const databaseAction = ({ kind }: ActionTarget): string => (kind === 'appointment' ? 'E' : 'A');

/**
 * The values of placeholders. The name of a column is enough; where several records have it the appointment comes first, then the task, the job and the
 * resource. `{job.description}` names the record too.
 */
export function valuesOf(target: ActionTarget, user: string): TemplateValues {
  const { appointment, task, job, resource, resources, start, end } = target.records;
  const values = new Map<string, string>();
  const add = (name: string, value: unknown): void => {
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), plain(value));
  };
  for (const [name, value] of Object.entries({ start, end })) add(name, value);
  add('user', user);
  add('resource', resources[0] ?? '');
  add('resources', resources.join(','));
  add('databaseAction', databaseAction(target));
  if (appointment) add('appointmentId', appointment['id']);
  for (const [kind, record] of Object.entries({ appointment, task, job, resource }))
    for (const [name, value] of Object.entries(record ?? {})) {
      add(`${kind}.${name}`, value);
      add(name, value);
    }
  return values;
}

const plain = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
