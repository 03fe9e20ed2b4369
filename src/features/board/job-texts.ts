import type { Session } from '../../platform/postgres/database.ts';
import { placeSql } from '../geocoding/geocode-store.ts';

/** The texts of a job that a bar can show, and its location. */
export interface JobTexts {
  readonly description: string;
  readonly customerName: string | null;
  readonly contactName: string | null;
  readonly city: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export interface JobRow extends JobTexts {
  readonly id: number;
}

const site = placeSql('Job', 'j');

/** Longer texts do not fit on a bar. */
const short = (column: string): string => `left(${column}, 120)`;
/** Four decimals are eleven metres. */
export const rounded = (degrees: string): string => `round(${degrees}::numeric, 4)::float8`;

/** Anyone who sees an appointment sees its task, and so its job. */
export const jobTextsOf = (db: Session, tenantId: number, ids: readonly number[]): Promise<JobRow[]> =>
  db.query(
    `select j.id, ${short('j.short_description')} as description, ${short('j.customer_name')} as "customerName",
       ${short('j.contact_name')} as "contactName", ${short('j.site_city')} as city,
       ${rounded(site.lat)} as latitude, ${rounded(site.lon)} as longitude
     from job j ${site.join} where j.tenant_id = $1 and j.id = any($2) order by j.id`,
    [tenantId, ids],
  );

/** Jobs in a list, and the index of each by its id. */
export function indexedJobs(jobs: readonly JobRow[]): {
  readonly list: readonly JobTexts[];
  readonly indexOf: ReadonlyMap<number, number>;
} {
  return {
    list: jobs.map(({ id: _id, ...texts }) => texts),
    indexOf: new Map(jobs.map(({ id }, index) => [id, index])),
  };
}
