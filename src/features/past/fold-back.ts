import { refuse } from '../../domain/errors.ts';
import { foldedBack, reversed } from '../../domain/past.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { Tenant } from '../planning/load-facts.ts';
import { scopesOf } from '../planning/plan-impact.ts';
import { PORTION, recomputePlan } from '../planning/recompute-plan.ts';
import { pastPlanStore } from './past-plan-store.ts';
import { pastEntities, pastRows } from './past-records.ts';
import { changesAfter, isFresh, type PastState, pastState, putPastRows } from './past-store.ts';

/** Changes that are folded back at most: they are in memory together. */
const MOST_CHANGES = 50_000;

export interface PastTenant extends Tenant {
  /** When the log begins: records that were last written before are shown with it. */
  readonly beginning: string;
}

/**
 * Makes the rows of a past moment those in which it differs from the present of this transaction: everything runs in one snapshot that looks into
 * past_view first. Only what happened since its rows were kept is looked at. Rows of the present are read, never locked. `isKept`: the caller holds the moment, and
 * will commit.
 */
export async function foldBack(tx: Transaction, tenant: PastTenant, no: number, isKept: boolean): Promise<PastState> {
  const { tenantId } = tenant;
  const state = await pastState(tx, tenantId, no);
  if (isFresh(state)) return state;
  const recordsAt = state.recordsAt ?? no;
  // The plan of the present may have been behind its records then: what it has learned since is looked at again.
  const after = Math.min(recordsAt, state.planAt ?? no);
  if (after + 1 < state.oldest)
    throw refuse('APP022', `The log has been trimmed to change ${state.oldest} meanwhile.`, 'asOf');
  const changes = await changesAfter(tx, tenantId, {
    after,
    upTo: state.last,
    entities: pastEntities,
    limit: MOST_CHANGES + 1,
  });
  if (changes.length > MOST_CHANGES)
    throw refuse(
      'REQ008',
      `asOf: more than ${MOST_CHANGES} changes were made since then; choose a later moment.`,
      'asOf',
    );
  const records = foldedBack(changes.filter((change) => change.no > recordsAt));
  if (records.length > 0) await putPastRows(tx, tenantId, no, await pastRows(tx, tenant, no, records));
  const store = pastPlanStore(no, 2 * state.last + (isKept ? 0 : 1), isKept);
  if (changes.length > 0)
    for await (const scope of scopesOf(tx, tenantId, reversed(changes)))
      await recomputePlan(tx, tenant, scope, PORTION, store);
  return state;
}
