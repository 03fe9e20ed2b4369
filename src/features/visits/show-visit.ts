import { foldKey } from '../../domain/natural-key.ts';
import { scriptScheme } from '../../domain/values/script-uri.ts';
import { certificatesIn } from '../../domain/violations/certificate-invalid.ts';
import type { Travel } from '../../engine/travel/day-route.ts';
import type { StoredRecord } from '../../records/storage/record-reads.ts';
import type { AppointmentPart, TemplateField } from '../appointments/appointment-store.ts';
import type { ReportedVisit } from '../appointments/visit-states.ts';
import type { valuesOfTasks } from '../board/board-store.ts';
import { cardFields, templateOf } from '../job-card/card-fields.ts';
import { ownLinks } from '../job-card/card-links.ts';
import { partyOf, siteOf } from '../job-card/card-parties.ts';
import type { Colleague, OwnedLink } from './my-day-store.ts';

type Records = ReadonlyMap<number, StoredRecord>;

/** All that was read about some visits. */
export interface FactsOfVisits {
  readonly appointments: Records;
  readonly tasks: Records;
  readonly jobs: Records;
  readonly values: Awaited<ReturnType<typeof valuesOfTasks>>;
  readonly links: readonly OwnedLink[];
  readonly fields: readonly TemplateField[];
  readonly fieldValues: readonly AppointmentPart[];
  readonly notifications: readonly AppointmentPart[];
  readonly colleagues: readonly Colleague[];
  readonly reports: ReadonlyMap<number, ReportedVisit>;
}

type Moment = (instant: unknown) => string | null;

const pick = (record: StoredRecord, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null]));

/** What the card of a visit shows. */
export function shownVisit(
  facts: FactsOfVisits,
  visit: { readonly id: number; readonly taskId: number | null; readonly jobId: number | null },
  travel: Travel | null,
  moment: Moment,
): Record<string, unknown> | undefined {
  const appointment = facts.appointments.get(visit.id);
  const task = facts.tasks.get(visit.taskId ?? 0);
  const job = facts.jobs.get(visit.jobId ?? 0);
  if (!appointment) return undefined;
  const report = facts.reports.get(visit.id);
  const ofVisit = ({ owner }: AppointmentPart): boolean => owner === visit.id;
  return {
    appointment: {
      ...pick(appointment, ['id', 'version', 'appointmentNo', 'subject', 'body', 'isAllDay', 'importance', 'category']),
      start: moment(appointment['start']),
      end: moment(appointment['end']),
    },
    task: task
      ? pick(task, [
          ...['id', 'sourceApp', 'sourceType', 'jobNo', 'taskNo'],
          ...['shortDescription', 'description', 'note', 'body'],
        ])
      : null,
    job: job ? pick(job, ['shortDescription', 'description', 'note']) : null,
    customer: partyOf(job, 'customer'),
    contact: partyOf(job, 'contact'),
    site: siteOf(job),
    requirements: requirementsOf(facts, task),
    colleagues: facts.colleagues
      .filter(({ appointmentId }) => appointmentId === visit.id)
      .map(({ resourceNo, name }) => ({ resourceNo, name })),
    links: [...ownLinks(task), ...linksOf(facts, visit)].filter(({ uri }) => scriptScheme(uri) === undefined),
    fields: cardFields(definedFor(facts.fields, task), facts.fieldValues.filter(ofVisit)),
    notifications: facts.notifications
      .filter(ofVisit)
      .map(({ id, type, code, text, date }) => ({ id, type, code, text, date: moment(date) })),
    travel,
    state: report?.state ?? 'planned',
    stateAt: moment(report?.at),
    reason: report?.reason ?? null,
  };
}

const linksOf = (
  { links }: FactsOfVisits,
  visit: { readonly id: number; readonly taskId: number | null },
): Omit<OwnedLink, 'owner'>[] =>
  links
    .filter(({ of, owner }) => owner === (of === 'appointment' ? visit.id : visit.taskId))
    .map(({ of, uri, description }) => ({ of, uri, description }));

/** Those of all templates, and of the template of the task. */
function definedFor(fields: readonly TemplateField[], task: StoredRecord | undefined): TemplateField[] {
  const template = templateOf(task);
  return fields.filter(
    (field) => field.template === null || (template !== null && foldKey([field.template]) === foldKey([template])),
  );
}

function requirementsOf({ values }: FactsOfVisits, task: StoredRecord | undefined): Record<string, unknown>[] {
  if (!task) return [];
  const certificates = certificatesIn((task['certificateNo'] as string | null | undefined) ?? null);
  return [
    ...values
      .filter(({ owner }) => owner === task.id)
      .map(({ group, value }) => ({ kind: 'filterValue', group, value })),
    ...certificates.map((value) => ({ kind: 'certificate', group: null, value })),
  ];
}
