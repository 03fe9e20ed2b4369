import { lockProfiles } from '../../records/storage/default-store.ts';
import { keepOneDefault } from '../../records/writing/one-default.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';

/** A tenant has one default profile. */
export async function writeProfiles(context: WriteContext, group: Group): Promise<void> {
  if (group.shape.procedure.action !== 'upsert') return writeGroup(context, group);
  await lockProfiles(context.tx, context.caller.tenantId);
  await writeGroup(context, group);
  await keepOneDefault(context, group, group.calls, 'profile');
}
