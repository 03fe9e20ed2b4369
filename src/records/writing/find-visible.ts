import type { EntityModel } from '../derive/model.ts';
import { visibleRows } from '../reading/visibility.ts';
import { type FoundRecord, findByKeys, type Lock } from '../storage/record-store.ts';
import type { WriteContext } from './write-context.ts';

/**
 * Records by key, as far as the caller of the write sees them: hidden ones are not found, as if they did not exist. What an earlier call of the
 * batch has written stays within reach, even if its filter values hide it from now on.
 */
export async function findVisible(
  context: WriteContext,
  model: EntityModel,
  keys: readonly string[],
  lock: Lock,
): Promise<Map<string, FoundRecord>> {
  const { tx, caller, viewer } = context;
  const visible = visibleRows(viewer, model.name, 'r');
  const found = await findByKeys(tx, caller.tenantId, model, keys, lock, visible);
  if (!visible) return found;
  const written = new Set(
    context.changes.filter(({ entity }) => entity === model.name).map(({ recordId }) => recordId),
  );
  const missing = keys.filter((key) => !found.has(key) && (written.size > 0 || context.sawBefore(model, key)));
  for (const [key, record] of await findByKeys(tx, caller.tenantId, model, missing, lock))
    if (written.has(record.id) || context.sawBefore(model, key)) found.set(key, record);
  return found;
}
