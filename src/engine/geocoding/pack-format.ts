import type { TableRow } from './country-table.ts';

/**
 * GeoNames' postal-code format: country, code, place, then name and code of three regions, latitude, longitude, accuracy, parted by tabs.
 * Post offices of large customers in France (CEDEX) have codes of their own that stand at the middle of the town: they are left out, and
 * the town is found by its name.
 */
const CEDEX = /\bcedex\b/i;

export interface PackRow extends TableRow {
  readonly country: string;
}

/** The row of a line; undefined for one that says nothing of a place, text for one that is not of this format. */
export function readPackLine(line: string): PackRow | string | undefined {
  if (line.trim() === '') return undefined;
  const fields = line.split('\t');
  if (fields.length < 11) return `it has ${fields.length} fields instead of 12`;
  const [country = '', code = '', name = '', region = '', regionCode = '', , , , , latitudeText, longitudeText] =
    fields;
  if (!/^[A-Z]{2}$/.test(country)) return `"${country.slice(0, 20)}" is not a country code`;
  if (code.trim() === '' || code.length > 20) return 'it has no postal code';
  const [latitude, longitude] = [Number(latitudeText || Number.NaN), Number(longitudeText || Number.NaN)];
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return 'its latitude or longitude is out of range';
  if (CEDEX.test(name) || CEDEX.test(code)) return undefined;
  return { country, code, name, region, regionCode, latitude, longitude, population: 0 };
}

export function* packRows(content: string): Generator<TableRow> {
  for (const line of content.split('\n')) {
    const row = readPackLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    if (typeof row === 'object') yield row;
  }
}
