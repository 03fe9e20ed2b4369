import { buildProblem } from '../../engine/optimization/build-problem.ts';
import type { RunRequest } from '../../engine/optimization/request.ts';
import type { LoadedProblem } from '../../engine/routing/loaded-problem.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { loadCrew } from './load-crew.ts';
import { holdsToOptimize, standingOf } from './optimization-load.ts';
import { type Asker, type Choice, mayMove, selectWork } from './select-work.ts';

/** The plan of a tenant as a problem for the engine, loaded with a fixed number of statements. */
export async function loadProblem(
  db: Session,
  asker: Asker,
  request: RunRequest & Choice,
  now: Date,
): Promise<LoadedProblem> {
  const selected = await selectWork(db, asker, request, now);
  const ids = selected.resources.map(({ id }) => id);
  const crew = await loadCrew(db, asker, ids, request);
  const holds = await holdsToOptimize(db, asker.tenantId, ids, now);
  const ends = [...new Set(selected.links.flatMap(({ before, after }) => [before, after]))];
  const standing = await standingOf(db, asker, ends);
  const facts = { selected, crew, holds, standing, zone: asker.timeZone, now: now.getTime() };
  return buildProblem(facts, request, (appointment) => mayMove(asker, appointment));
}
