import { taskKey } from '../../records/entities/kit.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { ChangedRecords } from './plan-scope.ts';
import type { PlanChange } from './plan-store.ts';

type Document = Readonly<Record<string, unknown>>;

/** Properties whose change matters to the plan. Most changes of master data (a description, a phone number) do not. */
const MATTERS: Readonly<Record<string, readonly string[]>> = {
  Appointment: ['start', 'end', 'isAllDay', 'planningQuantity', 'sourceApp', 'sourceType', 'jobNo', 'taskNo'],
  /** What moves the location. `located`: the geocoder found another one. */
  Job: [
    'located',
    'siteAddress',
    'siteAddressGeoLat',
    'siteAddressGeoLong',
    'siteStreet',
    'siteStreetNo',
    'sitePostcode',
    'siteCity',
    'siteState',
    'siteCountry',
  ],
  Task: [
    'ignoreCalendars',
    'certificateNo',
    'appointmentEarliestAllowed',
    'appointmentLatestAllowed',
    'deadLine',
    'calendarCode',
    'doNotCountAppointmentResource',
  ],
  Resource: ['inServiceFrom', 'inServiceTill', 'doNotShow', 'timeZone', 'bulkPlanning'],
  Calendar: ['parentCode', 'default', 'businessHours', 'weekend', 'holidays', 'overrides'],
};

/** Properties of a task that change what is asked for, and nothing about its appointments. */
const BUDGET = [
  'requiredTotalDuration',
  'requiredTotalDurationInSeconds',
  'bulkPlanningQty',
  'requiredNoResources',
  'predecessorTaskNo',
  'predecessorLag',
];

type Keys = Exclude<keyof ChangedRecords, 'ids'>;

/** A part that is gone, or was moved to another owner, names whom it belonged to. */
const OWNERS: Readonly<Record<string, readonly { readonly keys: Keys; readonly by: readonly string[] }[]>> = {
  TaskFilterValue: [{ keys: 'taskKeys', by: taskKey }],
  TaskAssignment: [{ keys: 'taskKeys', by: taskKey }],
  TaskLoad: [{ keys: 'taskKeys', by: taskKey }],
  TaskBudgetEntry: [{ keys: 'budgetKeys', by: taskKey }],
  TaskDependency: [{ keys: 'budgetKeys', by: taskKey }],
  ResourceFilterValue: [{ keys: 'resourceKeys', by: ['resourceNo'] }],
  ResourceCertificate: [{ keys: 'resourceKeys', by: ['resourceNo'] }],
  ResourceCalendar: [{ keys: 'resourceKeys', by: ['resourceNo'] }],
  ResourceLoadCapacity: [{ keys: 'resourceKeys', by: ['resourceNo'] }],
  ResourceRefill: [{ keys: 'resourceKeys', by: ['resourceNo'] }],
  Absence: [{ keys: 'resourceKeys', by: ['resourceNo'] }],
  Assignment: [{ keys: 'appointmentKeys', by: ['appointmentNo'] }],
  AppointmentDependency: [
    { keys: 'appointmentKeys', by: ['predecessor'] },
    { keys: 'appointmentKeys', by: ['successor'] },
  ],
};

/** Entities whose changes can matter at all. */
export const planEntities: readonly string[] = [...Object.keys(MATTERS), ...Object.keys(OWNERS)];

const parse = (text: PlanChange['after']): Document => (text === null ? {} : JSON.parse(String(text)));

/** What the changes are about; `everything` when the working time of all resources may have changed. */
export function changedRecords(changes: readonly PlanChange[]): ChangedRecords | 'everything' {
  const ids = new Map<string, Set<number>>();
  const keys: Record<Keys, Set<string>> = {
    appointmentKeys: new Set(),
    taskKeys: new Set(),
    budgetKeys: new Set(),
    resourceKeys: new Set(),
  };
  const add = (entity: string, id: number): void => {
    ids.set(entity, (ids.get(entity) ?? new Set()).add(id));
  };
  for (const { entity, recordId, action, before, after } of changes) {
    if (entity === 'Calendar' && setsDefault(parse(before), parse(after))) return 'everything';
    const was = action === 'created' ? {} : parse(before);
    for (const owner of OWNERS[entity] ?? [])
      if (owner.by.every((property) => property in was))
        keys[owner.keys].add(recordKey(owner.by.map((property) => was[property])));
    if (OWNERS[entity] || (entity === 'Appointment' && action !== 'updated')) add(entity, recordId);
    else if (action === 'updated') {
      const changed = Object.keys(parse(after));
      if (MATTERS[entity]?.some((property) => changed.includes(property))) add(entity, recordId);
      if (entity === 'Task' && BUDGET.some((property) => changed.includes(property))) add('TaskBudget', recordId);
    }
    // What else comes or goes (a task, a resource, a calendar) has no appointments yet, or none any more.
  }
  return {
    ids: Object.fromEntries([...ids].map(([entity, set]) => [entity, [...set]])),
    appointmentKeys: [...keys.appointmentKeys],
    taskKeys: [...keys.taskKeys],
    budgetKeys: [...keys.budgetKeys],
    resourceKeys: [...keys.resourceKeys],
  };
}

/** Days without a calendar of their own follow the tenant's default, and every resource can have such days. */
const setsDefault = (before: Document, after: Document): boolean =>
  before['default'] === true || after['default'] === true;
