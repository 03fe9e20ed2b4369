import {
  amount,
  bigInteger,
  day,
  decimal,
  entity,
  ignored,
  instant,
  integer,
  latitude,
  link,
  longitude,
  longText,
  sentFromBackOffice,
  text,
  timeOfDay,
  transferToTemp,
} from './kit.ts';

const ofResource = { to: 'Resource', by: ['resourceNo'], missing: 'reject', onDelete: 'cascade' } as const;

/** A range without a beginning or an end: clients cannot read null there. */
const OPEN_START = '1900-01-01T00:00:00.000Z';
const OPEN_END = '9999-12-31T00:00:00.000Z';

export const resourceFilterValue = entity({
  name: 'ResourceFilterValue',
  table: 'resource_filter_value',
  route: 'resourceFilterValue',
  group: 'Resource',
  summary: 'A filter value that a resource offers: a skill, a region, a qualification.',
  key: ['resourceNo', 'filterGroup', 'filterValue'],
  columns: {
    resourceNo: text(50, { required: true }),
    filterGroup: text(50, { required: true }),
    filterValue: text(100, { required: true }),
  },
  references: { resource: { ...ofResource, missing: 'wait' } },
  follows: [{ to: 'FilterValue', by: ['filterGroup', 'filterValue'] }],
  procedures: {
    upsert: ['mboc_upsertResourceFilterValue'],
    delete: ['mboc_deleteResourceFilterValue'],
    clear: ['mboc_ClearResourceFilterValue'],
  },
  options: { sourceApp: ignored, sourceType: ignored, transferToTemp, sentFromBackOffice },
});

export const resourceUri = entity({
  name: 'ResourceUri',
  table: 'resource_uri',
  route: 'resourceUri',
  group: 'Resource',
  summary: 'A link shown with a resource.',
  key: ['resourceNo', 'uri'],
  columns: {
    resourceNo: text(50, { required: true, aliases: ['RespurceNo'] }),
    uri: link(1000, { required: true, param: 'Url' }),
    description: text(255, { param: 'UrlDesc' }),
  },
  references: { resource: { ...ofResource, missing: 'wait' } },
  procedures: { upsert: ['mboc_upsertResourceUrl'], delete: ['mboc_deleteResourceUrl'] },
  options: { sentFromBackOffice },
  deleteNeeds: 1,
});

export const resourceCertificate = entity({
  name: 'ResourceCertificate',
  table: 'resource_certificate',
  route: 'resourceCertificate',
  group: 'Resource',
  summary: 'A certificate of a resource, with the date until which it is valid.',
  key: ['resourceNo', 'no'],
  columns: {
    resourceNo: text(50, { required: true }),
    no: text(100, { required: true, param: 'CertificateNo' }),
    score: longText(),
    lastScoreDate: instant(),
    validUntil: instant(),
  },
  references: { resource: ofResource },
  procedures: { upsert: ['mboc_upsertResourceCertificate'], delete: ['mboc_deleteResourceCertificate'] },
  options: { sentFromBackOffice },
});

export const resourceCapacity = entity({
  name: 'ResourceCapacity',
  table: 'resource_capacity',
  route: 'resourceCapacity',
  group: 'Resource',
  summary: 'How much a resource can take on one date, in seconds or in a quantity and unit.',
  key: ['resourceNo', 'date'],
  columns: {
    resourceNo: text(50, { required: true }),
    date: day({ required: true, param: 'CapacityDate' }),
    capacityInSeconds: bigInteger(),
    quantity: decimal({ param: 'CapacityQty' }),
    unitOfMeasure: text(20, { param: 'CapacityUOM' }),
    unitOfMeasureConversion: decimal({ param: 'CapacityUOMConversion' }),
  },
  references: { resource: ofResource },
  procedures: { upsert: ['mboc_upsertResourceCapacity'], delete: ['mboc_deleteResourceCapacity'] },
  options: { sentFromBackOffice },
  deleteNeeds: 1,
  listShape: 'page',
});

export const resourceLoadCapacity = entity({
  name: 'ResourceLoadCapacity',
  table: 'resource_load_capacity',
  route: 'resourceLoadCapacity',
  group: 'Resource',
  summary: 'How much of a named load a resource carries at once: pallets, gas bottles, kilograms.',
  key: ['resourceNo', 'name'],
  columns: {
    resourceNo: text(50, { required: true }),
    name: text(50, { required: true, param: 'LoadName', note: 'The name that tasks use for the same load.' }),
    quantity: amount({ required: true, note: 'A resource without a capacity of that name is not limited; 0: none.' }),
  },
  references: { resource: ofResource },
  procedures: {
    upsert: ['mboc_upsertResourceLoadCapacity'],
    delete: ['mboc_deleteResourceLoadCapacity'],
    clear: ['mboc_ClearResourceLoadCapacity'],
  },
  options: { sentFromBackOffice },
});

export const resourceBreak = entity({
  name: 'ResourceBreak',
  table: 'resource_break',
  route: 'resourceBreak',
  group: 'Resource',
  summary: 'A break of a resource on its working days. The optimizer keeps time for it somewhere inside its window.',
  key: ['resourceNo', 'name'],
  columns: {
    resourceNo: text(50, { required: true }),
    name: text(50, { required: true, param: 'BreakName' }),
    durationInSeconds: integer({ required: true }, [60, 86_400]),
    earliestStart: timeOfDay({ required: true, note: 'On the clock of the resource.' }),
    latestEnd: timeOfDay({
      required: true,
      note: 'On the same day, at least as long after EarliestStart as the break.',
    }),
  },
  references: { resource: ofResource },
  procedures: {
    upsert: ['mboc_upsertResourceBreak'],
    delete: ['mboc_deleteResourceBreak'],
    clear: ['mboc_ClearResourceBreak'],
  },
  options: { sentFromBackOffice },
  writer: 'resourceBreak',
});

export const resourceRefill = entity({
  name: 'ResourceRefill',
  table: 'resource_refill',
  route: 'resourceRefill',
  group: 'Resource',
  summary: 'Where a resource can fill up its load capacities on the way, how long that takes, and how often on a day.',
  key: ['resourceNo'],
  columns: {
    resourceNo: text(50, { required: true }),
    durationInSeconds: integer({ required: true }, [60, 86_400]),
    latitude: latitude({ note: 'Of the depot. Without a location: the home of the resource.' }),
    longitude: longitude(),
    timesPerDay: integer({ default: 3, note: 'How often at most.' }, [1, 10]),
  },
  references: { resource: ofResource },
  procedures: { upsert: ['mboc_upsertResourceRefill'], delete: ['mboc_deleteResourceRefill'] },
  options: { sentFromBackOffice },
});

export const resourceCalendar = entity({
  name: 'ResourceCalendar',
  table: 'resource_calendar',
  route: 'resourceCalendar',
  group: 'Resource',
  summary: 'Assigns a calendar to a resource for a range of dates.',
  key: ['code'],
  columns: {
    code: text(50, { required: true, param: 'ResourceCalendarCode' }),
    resourceNo: text(50, { required: true }),
    calendarCode: text(255, { required: true }),
    startDate: instant({ default: { text: OPEN_START }, note: 'Empty or 0001-01-01: without a beginning.' }),
    endDate: instant({ default: { text: OPEN_END }, note: 'Empty or 0001-01-01: without an end.' }),
  },
  references: {
    resource: ofResource,
    calendar: { to: 'Calendar', by: ['calendarCode'], missing: 'reject', onDelete: 'restrict' },
  },
  procedures: { upsert: ['mboc_upsertResourceCalendar'], delete: ['mboc_deleteResourceCalendar'] },
  options: { sentFromBackOffice },
  shownBy: 'code',
});

export const resourceGpsTracking = entity({
  name: 'ResourceGpsTracking',
  table: 'resource_gps_tracking',
  route: 'resourceGpsTracking',
  group: 'Resource',
  summary: 'Where a resource was at a moment. The newest is its position; the history is kept.',
  key: ['resourceNo', 'rowId', 'date'],
  columns: {
    resourceNo: text(50, { required: true }),
    gpsTrackingResourceNo: text(50),
    latitude: latitude({ required: true }),
    longitude: longitude({ required: true }),
    speed: integer(),
    date: instant({ default: 'now' }),
    rowId: text(100),
    power: text(50),
  },
  references: { resource: ofResource },
  procedures: { upsert: ['mboc_upsertResourceGpsTracking'], delete: ['mboc_deleteResourceGpsTracking'] },
  options: { sentFromBackOffice },
  deleteNeeds: 1,
  indexes: [['resourceNo', 'date']],
});
