import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { mayReach } from '../../platform/caller.ts';
import type { EntityModel } from '../derive/model.ts';
import { sourceAppsOf } from '../storage/record-store.ts';
import type { Call } from './call.ts';
import type { WriteContext } from './write-context.ts';

/**
 * A key that is limited to some source systems changes only their records, also where a call does not repeat the SourceApp. What belongs to none is
 * everybody's (null), except where the record would need one (an empty text).
 */
export const foreignTo = (context: WriteContext, sourceApp: string | null): ErrorDetail | undefined =>
  mayReach(context.caller, sourceApp)
    ? undefined
    : errorDetail(
        'USR004',
        sourceApp === ''
          ? 'This key may not change appointments without a task, which belong to no SourceApp.'
          : `This key may not change records of SourceApp ${sourceApp}.`,
        'SourceApp',
      );

/** The calls whose stored records the credential may change; the others are rejected. */
export async function withinLimit(
  context: WriteContext,
  model: EntityModel,
  calls: readonly Call[],
): Promise<readonly Call[]> {
  const column = model.stored.find(({ property }) => property === 'sourceApp');
  // Where it is part of the key, the key that was sent has been checked already.
  if (!context.caller.sourceApps || !column || column.isKey || calls.length === 0) return calls;
  const stored = await sourceAppsOf(
    context.tx,
    context.caller.tenantId,
    model,
    calls.map((call) => call.key),
  );
  return calls.filter((call) => {
    const refusal = foreignTo(context, stored.get(call.key) ?? null);
    if (refusal) context.reject(call, refusal);
    return !refusal;
  });
}
