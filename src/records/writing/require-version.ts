import { errorDetail, Refusal } from '../../domain/errors.ts';
import type { EntityModel } from '../derive/model.ts';
import { present } from '../reading/present.ts';
import { recordById } from '../storage/record-reads.ts';
import type { FoundRecord } from '../storage/record-store.ts';
import type { Call } from './call.ts';
import type { WriteContext } from './write-context.ts';

/** If-Match: the caller changes the record as it saw it, or not at all; the record as it stands is in the answer. */
export async function requireVersion(
  context: WriteContext,
  model: EntityModel,
  calls: readonly Call[],
  known: ReadonlyMap<string, FoundRecord>,
): Promise<void> {
  for (const call of calls) {
    if (call.expected === undefined) continue;
    const record = known.get(call.key);
    if (record && (call.expected === 'any' || record.version === call.expected)) continue;
    if (!record)
      throw new Refusal(
        errorDetail(
          'APP003',
          `${model.name} ${call.shownKey} does not exist; If-Match requires version ${call.expected}.`,
        ),
      );
    const current = await recordById(context.tx, context.caller.tenantId, model, record.id);
    const { showCurrent } = context.deps.extensions;
    const more = await showCurrent(context.tx, context.caller.tenantId, model, record.id);
    throw new Refusal(
      errorDetail(
        'APP003',
        `${model.name} ${call.shownKey} is at version ${record.version}, not ${call.expected}.`,
        undefined,
        {
          key: call.shownKey,
        },
      ),
      {
        extra: {
          current: current && {
            ...present(model, current, context.caller),
            ...more,
          },
        },
        headers: { etag: `"${record.version}"` },
      },
    );
  }
}
