import { calendar } from '../../records/entities/calendar.ts';
import { category, filterGroup, filterValue, pin, timeMarker } from '../../records/entities/classification.ts';
import { container } from '../../records/entities/container.ts';
import { layout, profile, profileLayout } from '../../records/entities/setup.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import { dayAfter, upsert } from './kit.ts';
import { places } from './places.ts';

export const SKILLS = ['HEATING', 'COOLING', 'PUMPS', 'ELECTRICITY', 'F-GAS'] as const;
export const PROJECT = 'Hospital project';

/** The regional holiday of the demo, on the last Friday: everybody else works on all ten days. */
export const holidayOf = (start: string): string => dayAfter(start, 11);

const categories = [
  ['Maintenance', '#1e6f34'],
  ['Repair', '#c92a2a'],
  ['Inspection', '#1971c2'],
  ['Installation', '#862e9c'],
  ['Emergency', '#e67700'],
  ['Round', '#0b7285'],
] as const;
const regions = [...new Set(places.map(({ region }) => region))];

/** Names, colours and looks that the records of the company stand on. */
export const classification = (): SentCall[] => [
  ...categories.map(([name, color]) => upsert(category, { name, displayName: name, color })),
  upsert(timeMarker, { name: 'Confirmed', color: '#2b8a3e' }),
  upsert(timeMarker, { name: 'Waiting for parts', color: '#f08c00' }),
  upsert(timeMarker, { name: 'Call ahead', color: '#1971c2' }),
  upsert(pin, { name: 'Customer', color: '#1971c2' }),
  upsert(pin, { name: 'Home', color: '#495057' }),
  upsert(filterGroup, { name: 'Skill', columnNo: 1 }),
  upsert(filterGroup, { name: 'Region', columnNo: 2, dataFilter: true }),
  ...SKILLS.map((value) => upsert(filterValue, { group: 'Skill', value })),
  ...regions.map((value) => upsert(filterValue, { group: 'Region', value })),
  upsert(container, { name: PROJECT }),
];

const views = [
  ['WEEK', 'Week, all people', { mode: 'week', barHeight: 26, stack: true, calendars: true }],
  ['DISPATCH', 'Dispatch of the day', { mode: 'day', barHeight: 34, stack: true, calendars: true }],
  ['REPAIRS', 'Repairs only', { mode: 'week', barHeight: 26, search: 'Replace', calendars: true }],
  ['MONTH', 'Load of the month', { mode: 'month', barHeight: 20, stack: false, calendars: true }],
] as const;

export const looks = (): SentCall[] => [
  ...views.map(([code, name, content]) => upsert(layout, { code, name, content })),
  upsert(profile, { code: 'DISPATCHER', name: 'Dispatcher', description: 'Plans the day and the week.' }),
  ...views.map(([layoutCode], sequence) =>
    upsert(profileLayout, { profileCode: 'DISPATCHER', layoutCode, sequence: sequence + 1 }),
  ),
];

export const calendars = (start: string): SentCall[] => [
  upsert(calendar, {
    code: 'FIELD',
    name: 'Field service',
    hoursPerDay: 8.5,
    businessHours: [{ start: '08:00', end: '16:30' }],
    weekend: [6, 7],
    holidays: [
      { date: `${start.slice(0, 4)}-12-25`, name: 'Christmas', yearly: true },
      { date: `${start.slice(0, 4)}-01-01`, name: 'New Year', yearly: true },
    ],
  }),
  upsert(calendar, {
    code: 'EARLY',
    name: 'Early shift',
    parentCode: 'FIELD',
    hoursPerDay: 8,
    businessHours: [{ start: '06:00', end: '14:00' }],
  }),
  upsert(calendar, {
    code: 'FOUR_DAYS',
    name: 'Four days a week',
    parentCode: 'FIELD',
    overrides: [{ weekday: 3, hours: [] }],
  }),
  upsert(calendar, {
    code: 'EAST',
    name: 'Field service, region East',
    parentCode: 'FIELD',
    holidays: [{ date: holidayOf(start), name: 'Regional holiday' }],
  }),
];

/** The way back: what stands on others goes first. */
export const withoutCompany = (ownCalendars: readonly string[]): SentCall[] => [
  ...[...ownCalendars, 'EARLY', 'FOUR_DAYS', 'EAST', 'FIELD'].map((code) =>
    fromObject('mboc_deleteCalendar', { code }),
  ),
  fromObject('mboc_deleteProfile', { code: 'DISPATCHER' }),
  ...views.map(([code]) => fromObject('mboc_deleteLayout', { code })),
  fromObject('mboc_deleteContainer', { name: PROJECT }),
  ...['Skill', 'Region'].map((name) => fromObject('mboc_deleteFilterGroup', { name })),
  ...['Customer', 'Home'].map((name) => fromObject('mboc_deletePin', { name })),
  ...['Confirmed', 'Waiting for parts', 'Call ahead'].map((name) => fromObject('mboc_deleteTimeMarker', { name })),
  ...categories.map(([name]) => fromObject('mboc_deleteCategory', { name })),
  fromObject('mboc_deleteResourceType', { name: 'Technician' }),
];
