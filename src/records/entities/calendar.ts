import { decimal, document, entity, flag, text } from './kit.ts';

export const calendar = entity({
  name: 'Calendar',
  table: 'calendar',
  route: 'calendar',
  group: 'Calendar',
  summary: 'Working time: business hours, weekend, holidays and overrides by weekday, week and day.',
  key: ['code'],
  columns: {
    code: text(255, { required: true, param: 'CalendarCode' }),
    name: text(255),
    parentCode: text(255, { note: 'Settings that this calendar does not define are inherited from its parent.' }),
    default: flag({
      default: false,
      note: 'Used by resources without a calendar of their own. One per tenant: the most recent default wins.',
    }),
    hoursPerDay: decimal({ default: 8 }),
    businessHours: document('hours', { note: 'Hours of an ordinary working day.' }),
    weekend: document('weekdays', { note: 'Days without work: 1 Monday to 7 Sunday.' }),
    holidays: document('holidays'),
    overrides: document('overrides', { note: 'By weekday, ISO week or day; the most specific one wins.' }),
  },
  references: {
    parent: { to: 'Calendar', by: ['parentCode'], optional: true, missing: 'reject', onDelete: 'restrict' },
  },
  procedures: { upsert: ['mboc_upsertCalendar'], delete: ['mboc_deleteCalendar'] },
  shownBy: 'code',
  choosesBy: 'name',
  writer: 'calendar',
  ordered: true,
});
