import { dateFormats, firstWeekdays, timeFormats } from '../../domain/display-formats.ts';
import { object } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { integer } from '../../platform/contract/values.ts';

const access = 'settings.manage';
const tags = ['Access'];
const path = '/displayFormat';
const number = { type: 'integer' };

/** What the numbers of a choice mean. */
export const meaning = (names: Readonly<Record<number, string>>): string =>
  Object.entries(names)
    .map(([value, name]) => `${value} ${name}`)
    .join(', ');

/** The formats of a tenant or a user, as responses show them. */
export const formats = {
  dateFormat: { ...number, description: meaning(dateFormats) },
  timeFormat: { ...number, description: meaning(timeFormats) },
  firstWeekday: { ...number, description: meaning(firstWeekdays) },
};
export const formatNames = ['dateFormat', 'timeFormat', 'firstWeekday'] as const;

/** The formats as requests send them. */
export const sentFormats = {
  dateFormat: integer(0, 3),
  timeFormat: integer(0, 2),
  firstWeekday: integer(0, 3),
};

const response = { 200: { type: 'object', properties: formats, required: [...formatNames] } };

export const showFormats = contract({
  method: 'GET',
  path,
  access,
  tags,
  summary: 'Show the formats of dates and times that users of the tenant get by default',
  response,
});

export const changeFormats = contract({
  method: 'PUT',
  path,
  access,
  tags,
  summary: 'Set the formats of dates and times that users of the tenant get by default',
  description: 'A property that is omitted keeps its value. Users choose their own with PUT /session.',
  body: object(sentFormats),
  response,
});
