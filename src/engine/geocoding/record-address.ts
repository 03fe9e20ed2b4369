import { countryOf } from '../../domain/countries.ts';
import type { AddressParts, GeocodeQuery } from '../../domain/geocoding.ts';
import { LONGEST_ADDRESS } from '../../domain/text-limits.ts';

/** The address of a job or a resource as the back office sent it. */
export interface RecordAddress {
  readonly address: string | null;
  readonly street: string | null;
  readonly streetNo: string | null;
  readonly zipCode: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
}

const filled = (text: string | null): text is string => text !== null && text.trim() !== '';

/** What to search for, in this order: the structured fields, then the free text. Empty if the record has no address. */
export function queriesOf(record: RecordAddress): GeocodeQuery[] {
  const country = filled(record.country) ? countryOf(record.country) : undefined;
  // An unknown country would exclude every result; the address in one text may name the right one.
  const isStrange = filled(record.country) && country === undefined;
  const queries: GeocodeQuery[] = [];
  if ((filled(record.zipCode) || filled(record.city)) && !isStrange) {
    const parts: Record<string, string> = {};
    for (const name of ['street', 'streetNo', 'zipCode', 'city', 'state'] as const) {
      const value = record[name];
      if (filled(value)) parts[name] = value;
    }
    queries.push({ country, address: parts as AddressParts });
  }
  // An address is in its first lines; the column may hold a letter.
  if (filled(record.address))
    queries.push({ country, address: record.address.slice(0, LONGEST_ADDRESS).toWellFormed() });
  else if (filled(record.street) && queries.length === 0) queries.push({ country, address: record.street });
  return queries;
}

/** The address in one text, for the list of failures. */
export function shownAddress(record: RecordAddress): string {
  const join = (parts: readonly (string | null)[], by: string): string => parts.filter(filled).join(by);
  const structured = join(
    [join([record.street, record.streetNo], ' '), join([record.zipCode, record.city], ' '), record.state],
    ', ',
  );
  return (filled(record.address) ? record.address : structured).slice(0, LONGEST_ADDRESS);
}
