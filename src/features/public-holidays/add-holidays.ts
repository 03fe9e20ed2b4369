import type { HolidayDocument } from '../../domain/documents.ts';
import { refuse } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import { parseFor, type WriteGuard, type WriteOptions, writeWork } from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { lockCalendars } from '../calendars/calendar-store.ts';
import { type AddBody, type HolidaysQuery, YEARS, yearOf } from './contract.ts';
import { type HolidaysOf, publicHolidaysOf } from './holiday-data.ts';
import { holidaysOfCalendar } from './holiday-store.ts';

export interface ListedHoliday {
  readonly date: string;
  readonly name: string;
  readonly known: boolean;
}

/** GET /publicHoliday */
export async function listHolidays(deps: HasDatabase, caller: Caller, query: HolidaysQuery): Promise<ListedHoliday[]> {
  const years = query.years.map((sent) => {
    const year = yearOf(sent);
    if (year === undefined) throw refuse('REQ008', `years: ${sent.slice(0, 20)} is not a year of ${YEARS}.`, 'years');
    return year;
  });
  const { calendarCode } = query;
  const own = calendarCode === undefined ? [] : await holidaysNow(deps.db, caller, calendarCode);
  const isKnown = knownIn(own);
  const holidays = await holidaysIn({ ...query, region: query.region }, years);
  return holidays.map(({ date, name = '' }) => ({ date, name, known: isKnown(date) }));
}

/** POST /calendar/{code}/publicHolidays */
export async function addHolidays(
  deps: WriteDeps,
  caller: Caller,
  code: string,
  body: AddBody,
  options: WriteOptions,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  const wanted = await holidaysIn({ ...body, region: body.region }, body.years);
  const find = async (tx: Parameters<typeof lockCalendars>[0]) => {
    await lockCalendars(tx, caller.tenantId);
    const own = await holidaysNow(tx, caller, code);
    const isKnown = knownIn(own);
    const holidays = [...own, ...wanted.filter(({ date }) => !isKnown(date))].sort((a, b) =>
      a.date < b.date ? -1 : 1,
    );
    const calls = [fromObject('mboc_upsertCalendar', { code, holidays })];
    return { parsed: await parseFor(deps, caller, calls, options.speak), size: 1 };
  };
  return writeWork(deps, caller, options, find, guard);
}

async function holidaysIn(of: HolidaysOf, years: readonly number[]): Promise<HolidayDocument[]> {
  const found: HolidayDocument[] = [];
  for (const year of [...new Set(years)].sort()) {
    const holidays = await publicHolidaysOf(of, year);
    if (!holidays)
      throw refuse(
        'REQ014',
        `country: there are no public holidays of ${[of.country, of.region].filter(Boolean).join('-').slice(0, 30)}. GET /publicHoliday/countries lists countries and regions.`,
        'country',
      );
    found.push(...holidays);
  }
  return found;
}

async function holidaysNow(db: Session, caller: Caller, code: string): Promise<readonly HolidayDocument[]> {
  const own = storable(code) ? undefined : await holidaysOfCalendar(db, caller.tenantId, foldKey([code]));
  if (!own) throw refuse('APP001', `There is no Calendar ${code.slice(0, 60)}.`);
  return own;
}

/** Whether a date is a holiday already, on that date or every year. */
function knownIn(own: readonly HolidayDocument[]): (date: string) => boolean {
  const dates = new Set(own.filter(({ yearly }) => !yearly).map(({ date }) => date));
  const yearly = new Set(own.filter((each) => each.yearly).map(({ date }) => date.slice(5)));
  return (date) => dates.has(date) || yearly.has(date.slice(5));
}
