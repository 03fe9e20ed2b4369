import type { CrudAction } from '../../domain/outbound.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { AnnouncedAttachment } from '../attachments/announced-attachments.ts';
import { pathOf } from '../attachments/show-attachment.ts';
import type { LookFacts, ResourceFacts, TaskFacts } from './fan-out-store.ts';

type Document = Readonly<Record<string, unknown>>;

/** An appointment from the log or its table, with everything that belongs to it. */
export interface AppointmentFacts {
  readonly id: number;
  readonly record: Document;
  readonly task: TaskFacts | undefined;
  readonly category: LookFacts | undefined;
  readonly timeMarker: LookFacts | undefined;
  readonly resources: readonly (ResourceFacts | { readonly resourceNo: string })[];
  readonly fieldValues: readonly Document[];
  readonly uris: readonly Document[];
  readonly containers: readonly Document[];
  readonly notifications: readonly Document[];
  readonly attachments: readonly AnnouncedAttachment[];
}

/** The write that is delivered. */
export interface SentChange {
  readonly changeNo: number;
  readonly action: CrudAction;
  readonly fromBackOffice: boolean;
  readonly at: number;
  readonly actor: string;
}

const orNull = (value: unknown): unknown => value ?? null;

/** Tables give epoch milliseconds, the log gives texts. */
const moment = (value: unknown, zone: string): string | null =>
  value === null || value === undefined
    ? null
    : formatInstant(zone, typeof value === 'number' ? value : Date.parse(String(value)));

/** The same on the clock of the tenant, without an offset: for receivers that take every date as local. */
const local = (value: unknown, zone: string): string | null => moment(value, zone)?.slice(0, LOCAL_LENGTH) ?? null;
const LOCAL_LENGTH = 'yyyy-mm-ddThh:mm:ss'.length;

/** The body for the back office: the whole appointment, with the property names of the back office. */
export function appointmentBody(facts: AppointmentFacts, change: SentChange, zone: string): string {
  const { record, task, category, timeMarker } = facts;
  const look = (found: LookFacts | undefined, name: unknown, more: (found: LookFacts | undefined) => object) =>
    typeof name === 'string' ? { Name: found?.name ?? name, ...more(found), Color: found?.color ?? null } : null;
  return JSON.stringify({
    Entity: 'Appointment',
    DatabaseAction: change.action,
    SentFromBackOffice: change.fromBackOffice,
    ChangeNumber: change.changeNo,
    Id: facts.id,
    AppointmentNo: record['appointmentNo'],
    AppointmentGuid: record['appointmentGuid'],
    Subject: orNull(record['subject']),
    Body: orNull(record['body']),
    StartDate: moment(record['start'], zone),
    EndDate: moment(record['end'], zone),
    StartDateLocal: local(record['start'], zone),
    EndDateLocal: local(record['end'], zone),
    TimeZone: zone,
    IsAllDayEvent: record['isAllDay'] === true,
    Importance: orNull(record['importance']),
    Locked: record['locked'] === true,
    BackofficeID: orNull(record['backOfficeId']),
    BackofficeParentID: orNull(record['backOfficeParentId']),
    PlanningUOM: orNull(record['unitOfMeasure']),
    PlanningQty: Number(record['planningQuantity'] ?? 0),
    UseFixPlanningQty: record['useFixedPlanningQuantity'] === true,
    RoundToUOM: record['roundToUnitOfMeasure'] === true,
    CreatedDate: moment(record['createdAt'], zone),
    CreatedUser: orNull(record['createdBy']),
    LastModifiedDate: moment(record['updatedAt'] ?? change.at, zone),
    LastModifiedUser: record['updatedBy'] ?? change.actor,
    IsRecurrenceException: record['isRecurrenceException'] === true,
    AppointmentFieldValues: facts.fieldValues.map((each) => ({
      FieldCode: each['fieldCode'],
      FieldValue: each['fieldValue'],
    })),
    AppointmentUrls: facts.uris.map((each) => ({ Url: each['uri'], UrlDesc: orNull(each['description']) })),
    AppointmentContainers: facts.containers.map((each) => ({
      Container: each['name'] ?? each['container'],
      HandleDate: moment(each['handleDate'], zone),
      HandleLocked: orNull(each['handleLocked']),
    })),
    Notifications: facts.notifications.map((each) => ({
      Id: each['id'],
      NotificationType: each['type'],
      NotificationCode: orNull(each['code']),
      NotificationText: orNull(each['text']),
      NotificationDate: moment(each['date'], zone),
    })),
    Attachments: facts.attachments.map((each) => ({
      AttachmentGuid: each.guid,
      Kind: each.kind,
      FileName: each.fileName,
      ContentType: each.contentType,
      Size: each.size,
      Sha256: each.sha256,
      Note: each.note,
      SignedBy: each.signedBy,
      CreatedDate: moment(each.createdAt, zone),
      CreatedUser: each.createdBy,
      Path: pathOf(each.guid),
    })),
    Task: taskOf(record, task),
    Category: look(category, record['category'], (found) => ({ DisplayName: found?.displayName ?? null })),
    TimeMarker: look(timeMarker, record['timeMarker'], () => ({})),
    Assignments: facts.resources.map((each) => ({
      ResourceId: 'id' in each ? each.id : null,
      Resource: resourceOf(each),
    })),
    Resources: facts.resources.map((each) => ({ Id: 'id' in each ? each.id : null, ...resourceOf(each) })),
  });
}

/** Null for an appointment without a task. */
function taskOf(record: Document, task: TaskFacts | undefined): object | null {
  if ((record['taskNo'] ?? null) === null) return null;
  return {
    TaskNo: record['taskNo'],
    Description: task?.taskDescription ?? null,
    Category: task?.category ?? null,
    Job: {
      SourceApp: record['sourceApp'],
      SourceType: record['sourceType'],
      JobNo: record['jobNo'],
      Description: task?.jobDescription ?? null,
    },
  };
}

function resourceOf(resource: AppointmentFacts['resources'][number]): object {
  const known = 'id' in resource ? resource : undefined;
  return {
    ResourceType: { DisplayName: known?.typeName ?? null },
    SourceApp: known?.sourceApp ?? null,
    SourceType: known?.sourceType ?? null,
    DisplayName: known?.displayName ?? null,
    Department: known?.department ?? null,
    ResourceNo: resource.resourceNo,
    Email: known?.email ?? null,
  };
}
