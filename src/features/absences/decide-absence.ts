import { APPROVED, CANCELLED, REJECTED, WITHDRAWN } from '../../domain/absence.ts';
import type { Caller } from '../../platform/caller.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import { type WriteGuard, type WriteOptions, writeCalls } from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import type { DecisionBody } from './contract.ts';
import { absenceNamed } from './read-absences.ts';

const STATUS = { approved: APPROVED, rejected: REJECTED, withdrawn: WITHDRAWN, cancelled: CANCELLED } as const;

/** POST /absence/{externalId}/decision: an upsert of the status, so that the writer of the record decides in one place. */
export async function decideAbsence(
  deps: WriteDeps,
  caller: Caller,
  externalId: string,
  { status, comment }: DecisionBody,
  options: WriteOptions,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  // An upsert would make a new one of an id that is wrong.
  const found = await absenceNamed(deps, caller, externalId);
  const decision = {
    externalId: found['externalId'],
    status: STATUS[status],
    ...(comment === undefined ? {} : { comment }),
  };
  return writeCalls(deps, caller, [fromObject('mboc_upsertAbsence', decision)], options, guard);
}
