import { buildSpread } from '../../engine/optimization/build-spread.ts';
import type { RunRequest } from '../../engine/optimization/request.ts';
import type { LoadedSpread } from '../../engine/spreading/loaded-spread.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { loadCrew } from './load-crew.ts';
import { holdsToOptimize, standingOf } from './optimization-load.ts';
import { type Asker, selectWork } from './select-work.ts';

/** The plan of a tenant as budgets to be spread, loaded with a fixed number of statements. */
export async function loadSpread(db: Session, asker: Asker, request: RunRequest, now: Date): Promise<LoadedSpread> {
  const selected = await selectWork(db, asker, request, now);
  const ids = selected.resources.map(({ id }) => id);
  const crew = await loadCrew(db, asker, ids, request);
  const holds = await holdsToOptimize(db, asker.tenantId, ids, now);
  const before = selected.links.map((link) => link.before);
  const standing = await standingOf(db, asker, [...new Set(before)]);
  return buildSpread({ selected, crew, holds, standing, zone: asker.timeZone, now: now.getTime() }, request);
}
