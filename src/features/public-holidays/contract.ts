import { dryRunQuery } from '../../platform/contract/dry-run.ts';
import { described, type Infer } from '../../platform/contract/kind.ts';
import { object, query, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { choice, commaTexts, integer, list as manyOf, text } from '../../platform/contract/values.ts';
import { exactly, list, text as shownText } from '../../platform/http/shapes.ts';

const tags = ['Calendar'];
const languages = ['en', 'nl', 'de', 'fr'] as const;
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;
const MOST_YEARS = 10;

const language = withDefault(
  described(choice(languages), 'Language of the names, where they are known in it.'),
  'en',
  'en',
);
const country = required(described(text(2), 'Code of the country (ISO 3166-1), such as DE.'));
const region = described(text(20), 'Code of a state or region, as GET /publicHoliday/countries lists it.');
const year = integer(FIRST_YEAR, LAST_YEAR);

const CREDIT = 'Public holidays: date-holidays (CC BY 3.0).';

export const listCountries = contract({
  method: 'GET',
  path: '/publicHoliday/countries',
  access: 'records.read',
  tags,
  summary: 'List the countries and regions with public holidays',
  description: CREDIT,
  query: query({ language }),
  response: {
    200: list(
      exactly({ code: shownText, name: shownText, regions: list(exactly({ code: shownText, name: shownText })) }),
    ),
  },
});

const holidaysQuery = query({
  country,
  region,
  years: required(described(commaTexts(MOST_YEARS), `Years, such as 2026,2027; at most ${MOST_YEARS}.`)),
  language,
  calendarCode: described(text(), 'Marks what this calendar already has.'),
});
export type HolidaysQuery = Infer<typeof holidaysQuery>;

export const listHolidays = contract({
  method: 'GET',
  path: '/publicHoliday',
  access: 'records.read',
  tags,
  summary: 'List the public holidays of a country or region',
  description: `The holidays that POST /calendar/{code}/publicHolidays would add. ${CREDIT}`,
  query: holidaysQuery,
  response: {
    200: list(
      exactly({
        date: { type: 'string', format: 'date' },
        name: shownText,
        known: {
          type: 'boolean',
          description: 'The calendar named in calendarCode already has a holiday on this date.',
        },
      }),
    ),
  },
});

const addBody = object({ country, region, years: required(manyOf(year, MOST_YEARS)), language });
export type AddBody = Infer<typeof addBody>;

export const addHolidays = contract({
  method: 'POST',
  path: '/calendar/:code/publicHolidays',
  access: 'records.import',
  tags,
  summary: 'Add public holidays to a calendar',
  description: `Adds the public holidays of some years to the holidays of the calendar. Dates that already are holidays stay as they are, so that the request can be repeated. A calendar that inherits its holidays keeps them beside the new ones. ${CREDIT}`,
  params: { code: shownText },
  query: dryRunQuery,
  body: addBody,
  response: { 200: { $ref: 'WriteAnswer#' } },
});

/** A text of the query as a year, within the years that are offered. */
export const yearOf = (sent: string): number | undefined => {
  const number = /^\d{4}$/.test(sent.trim()) ? Number(sent) : 0;
  return number >= FIRST_YEAR && number <= LAST_YEAR ? number : undefined;
};
export const YEARS = `${FIRST_YEAR} to ${LAST_YEAR}`;
