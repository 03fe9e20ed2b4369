import type { HolidayDocument } from '../../domain/documents.ts';
import { DAY_MS, dateOfDay, dayOfDate } from '../../domain/time/day.ts';

type Library = typeof import('date-holidays').default;

/** The data of all countries is 2 MB: loaded with the first question. */
let loaded: Promise<Library> | undefined;
const library = (): Promise<Library> => {
  loaded ??= import('date-holidays').then((module) => module.default);
  return loaded;
};

interface HolidayRegion {
  /** `BY`, or `BY-A` for a part of it. */
  readonly code: string;
  readonly name: string;
}

export interface HolidayCountry {
  readonly code: string;
  readonly name: string;
  readonly regions: readonly HolidayRegion[];
}

/** Countries with their states and parts of states, by name. */
export async function holidayCountries(language: string): Promise<HolidayCountry[]> {
  const Holidays = await library();
  const data = new Holidays();
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const countries = Object.entries(data.getCountries(language) ?? {}).map(([code, name]) => {
    const states = Object.entries(data.getStates(code, language) ?? {}).flatMap(([state, ofState]) => [
      { code: state, name: ofState },
      ...Object.entries(data.getRegions(code, state, language) ?? {}).map(([part, ofPart]) => ({
        code: `${state}-${part}`,
        name: `${ofState}: ${ofPart}`,
      })),
    ]);
    return { code, name: names.of(code) ?? name, regions: states };
  });
  return countries.sort((a, b) => a.name.localeCompare(b.name, language));
}

export interface HolidaysOf {
  readonly country: string;
  readonly region: string | undefined;
  readonly language: string;
}

const cached = new Map<string, readonly HolidayDocument[]>();
const MOST_CACHED = 500;

/** Public holidays of a year; undefined where there is no such country or region. */
export async function publicHolidaysOf(of: HolidaysOf, year: number): Promise<readonly HolidayDocument[] | undefined> {
  const key = [of.country, of.region ?? '', of.language, year].join('|').toUpperCase();
  const known = cached.get(key);
  if (known) return known;
  const Holidays = await library();
  const all = new Holidays();
  const country = of.country.toUpperCase();
  const [state, part] = (of.region ?? '').toUpperCase().split('-', 2);
  if (!Object.hasOwn(all.getCountries() ?? {}, country)) return undefined;
  if (state && !Object.hasOwn(all.getStates(country) ?? {}, state)) return undefined;
  if (state && part && !Object.hasOwn(all.getRegions(country, state) ?? {}, part)) return undefined;
  const data = state
    ? part
      ? new Holidays(country, state, part)
      : new Holidays(country, state)
    : new Holidays(country);
  const found = data
    .getHolidays(year, of.language)
    .filter(({ type }) => type === 'public')
    .flatMap(({ date, name, start, end }) => {
      // `date` is the local date; start and end are moments of the process's zone and tell only how many days it lasts.
      const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
      const first = dayOfDate(date.slice(0, 10));
      return Array.from({ length: days }, (_, at) => ({ date: dateOfDay(first + at), name: name.slice(0, 100) }));
    });
  const holidays = [...new Map(found.map((each) => [each.date, each])).values()].sort((a, b) =>
    a.date < b.date ? -1 : 1,
  );
  if (cached.size >= MOST_CACHED) cached.clear();
  cached.set(key, holidays);
  return holidays;
}
