import type { Precision } from '../../domain/geocoding.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { coordinatesFor } from './geocode-store.ts';

interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
  readonly precision: Precision;
  /** "back office" for a coordinate that was sent. */
  readonly source: string;
}

export interface Located {
  readonly jobs: ReadonlyMap<number, Coordinates>;
  readonly resources: ReadonlyMap<number, Coordinates>;
}

/** Where jobs and resources are: a coordinate that the back office sent wins over one that was found. Those that are nowhere are left out. */
export async function coordinatesOf(
  db: Session,
  tenantId: number,
  jobs: readonly number[],
  resources: readonly number[],
): Promise<Located> {
  const [ofJobs, ofResources] = await Promise.all([
    coordinatesFor(db, tenantId, 'Job', jobs),
    coordinatesFor(db, tenantId, 'Resource', resources),
  ]);
  const byId = (rows: typeof ofJobs): Map<number, Coordinates> => new Map(rows.map(({ id, ...rest }) => [id, rest]));
  return { jobs: byId(ofJobs), resources: byId(ofResources) };
}
