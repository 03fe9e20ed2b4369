import type { Place } from '../../domain/geocoding.ts';
import { foldPlace } from '../../domain/place-name.ts';

/**
 * States whose abbreviations stand in addresses. Elsewhere the codes of regions are numbers, or mean something else inside of an address,
 * and only names count.
 */
const ABBREVIATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: states(`AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia
    |HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota
    |MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota
    |OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia
    |WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|PR Puerto Rico`),
  CA: states(`AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut
    |ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon`),
  AU: states(`ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria
    |WA Western Australia`),
};

function states(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('|').map((entry) => {
      const [code = '', ...name] = entry.trim().split(' ');
      return [code, foldPlace(name.join(' '))];
    }),
  );
}

/** The folded name of the state that an abbreviation means. */
export function stateOf(country: string, text: string): string | undefined {
  const known = ABBREVIATIONS[country];
  const code = text.replace(/\.$/, '').toUpperCase();
  return known && Object.hasOwn(known, code) ? known[code] : undefined;
}

/** Whether a place lies in one of the states that an address names: folded names, or abbreviations as sent. */
export function isIn(country: string, place: Place, named: readonly string[]): boolean {
  if (named.length === 0) return false;
  const region = foldPlace(place.region);
  const abbreviated = stateOf(country, place.regionCode);
  return named.some((each) => {
    const state = stateOf(country, each) ?? each;
    return state !== '' && (state === region || state === abbreviated);
  });
}
