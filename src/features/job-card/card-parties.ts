import type { StoredRecord } from '../../records/storage/record-reads.ts';

export interface Party {
  readonly no: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly address: string | null;
}

const textOf = (record: StoredRecord, name: string): string | null => {
  const value = record[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
};

/** The address as it was sent, or its parts on one line. */
function addressOf(job: StoredRecord, prefix: string): string | null {
  const whole = textOf(job, `${prefix}Address`);
  if (whole !== null) return whole;
  const part = (...names: readonly string[]): string =>
    names.flatMap((name) => textOf(job, `${prefix}${name}`) ?? []).join(' ');
  const parts = [part('Street', 'StreetNo'), part('Postcode', 'City'), part('County'), part('State'), part('Country')];
  return parts.filter((each) => each !== '').join(', ') || null;
}

/** Somebody that a job names, null where it names nobody: `prefix` begins the names of the columns. */
export function partyOf(
  job: StoredRecord | undefined,
  prefix: 'customer' | 'contact' | 'site' | 'siteFrom' | 'bill',
): Party | null {
  if (!job) return null;
  const party = {
    no: textOf(job, `${prefix}No`),
    name: textOf(job, `${prefix}Name`),
    phone: textOf(job, `${prefix}Phone`),
    email: textOf(job, `${prefix}Email`),
    address: addressOf(job, prefix),
  };
  return Object.values(party).some((value) => value !== null) ? party : null;
}

interface Located {
  readonly latitude: number;
  readonly longitude: number;
  readonly precision: string | null;
}

/** The site with where it is, null where nothing of it is known. */
export function siteOf(job: StoredRecord | undefined) {
  const party = partyOf(job, 'site');
  const located = (job?.['$located'] ?? null) as Located | null;
  if (!job || (!party && !located)) return null;
  return {
    ...(party ?? { no: null, name: null, phone: null, email: null, address: null }),
    city: textOf(job, 'siteCity'),
    region: textOf(job, 'siteRegion'),
    latitude: located ? Number(located.latitude) : null,
    longitude: located ? Number(located.longitude) : null,
    precision: located?.precision ?? null,
  };
}
