import { recordFields } from './record-fields.ts';

export type EntityName = keyof typeof recordFields;

/** A field as its record declares it. */
export interface FieldSpec {
  readonly name: string;
  readonly kind: string;
  readonly max?: number;
  readonly required?: true;
  /** An empty text is a value. */
  readonly mayBeEmpty?: true;
  /** Names of the codes 0, 1, 2 … */
  readonly choices?: readonly string[];
  /** The kind of record that it names. */
  readonly names?: string;
  /** Where somebody lives. */
  readonly home?: true;
  /** The largest value of a coordinate. */
  readonly limit?: number;
}

/** Durations are shown as `…InSeconds`: the older form of the same value is left out. */
export const fieldsOf = (entity: EntityName): readonly FieldSpec[] =>
  (recordFields[entity] as readonly FieldSpec[]).filter(({ kind }) => kind !== 'timeSpan');

export const isSeconds = ({ name }: FieldSpec): boolean => name.endsWith('InSeconds');

export interface SectionLayout {
  readonly name: SectionName;
  readonly fields: readonly string[];
  /** Closed until somebody opens it, unless one of its fields has a value. */
  readonly isFolded?: true;
}

type SectionName =
  | 'main'
  | 'contact'
  | 'home'
  | 'team'
  | 'customer'
  | 'person'
  | 'site'
  | 'siteFrom'
  | 'bill'
  | 'time'
  | 'service'
  | 'contract'
  | 'quantity'
  | 'project'
  | 'links'
  | 'free'
  | 'more';

type PageEntity = 'Resource' | 'Job' | 'Task' | 'Container';

const named = (entity: PageEntity, pattern: RegExp): readonly string[] =>
  fieldsOf(entity).flatMap(({ name }) => (pattern.test(name) ? [name] : []));

const LAYOUTS: Readonly<Record<PageEntity, readonly SectionLayout[]>> = {
  Resource: [
    {
      name: 'main',
      fields: [
        ...['resourceNo', 'displayName', 'resourceName', 'resourceType', 'department', 'timeZone'],
        ...['inServiceFrom', 'inServiceTill', 'doNotShow'],
      ],
    },
    { name: 'contact', fields: ['email', 'phone', 'mobilePhone', 'fieldServiceEmail', 'personalEmail'] },
    { name: 'team', fields: named('Resource', /^team/), isFolded: true },
    { name: 'home', fields: named('Resource', /^home/) },
    { name: 'quantity', fields: ['bulkPlanning', 'bulkCapacity'], isFolded: true },
  ],
  Job: [
    {
      name: 'main',
      fields: [
        ...['sourceApp', 'sourceType', 'jobNo', 'shortDescription', 'name', 'type', 'category', 'timeMarker'],
        ...['importance', 'responsible', 'customerReference', 'startDate', 'endDate', 'description', 'note'],
      ],
    },
    { name: 'customer', fields: named('Job', /^customer(?!Reference)/) },
    { name: 'site', fields: named('Job', /^site(?!From)/) },
    { name: 'person', fields: named('Job', /^contact/), isFolded: true },
    { name: 'siteFrom', fields: named('Job', /^siteFrom/), isFolded: true },
    { name: 'bill', fields: named('Job', /^bill/), isFolded: true },
  ],
  Task: [
    {
      name: 'main',
      fields: [
        ...['sourceApp', 'sourceType', 'jobNo', 'taskNo', 'shortDescription', 'subject', 'type', 'status'],
        ...['category', 'timeMarker', 'importance', 'durationInSeconds', 'requiredTotalDurationInSeconds'],
        ...['requiredNoResources', 'isComplete', 'description', 'note'],
      ],
    },
    {
      name: 'time',
      fields: [
        ...named('Task', /^(requested|confirmed|taskOpen|appointment(Earliest|Latest))/),
        ...['deadLine', 'startDate', 'endDate'],
      ],
    },
    { name: 'service', fields: named('Task', /^(service|iris|skill|certificateNo)/), isFolded: true },
    { name: 'contract', fields: named('Task', /^(contract|parts|labor)/), isFolded: true },
    {
      name: 'quantity',
      fields: named('Task', /^(planning|bulk|useFix|roundTo|doNotCount)/),
      isFolded: true,
    },
    {
      name: 'project',
      fields: [
        ...['taskType', 'schedulingMode', 'percentDone', 'parentTaskNo', 'predecessorTaskNo', 'predecessorLag'],
        ...['constraintType', 'constraintDate', 'calendarCode', 'manuallyScheduled', 'ignoreCalendars', 'index'],
      ],
      isFolded: true,
    },
  ],
  Container: [{ name: 'main', fields: ['name', 'handleDate', 'handleLocked'] }],
};

/** The layout of a record, with everything that it does not mention at the end: a new field of a declaration is never missing. */
export function layoutOf(entity: PageEntity): readonly SectionLayout[] {
  const own = LAYOUTS[entity];
  const known = new Set(own.flatMap(({ fields }) => fields));
  const rest = fieldsOf(entity).filter(({ name }) => !known.has(name));
  const further: readonly SectionLayout[] = [
    { name: 'links', fields: rest.filter(({ name }) => /^url/.test(name)).map(({ name }) => name), isFolded: true },
    { name: 'free', fields: rest.filter(({ name }) => /^free/.test(name)).map(({ name }) => name), isFolded: true },
    {
      name: 'more',
      fields: rest.filter(({ name }) => !/^(url|free)/.test(name)).map(({ name }) => name),
      isFolded: true,
    },
  ];
  return [...own, ...further.filter(({ fields }) => fields.length > 0)];
}
