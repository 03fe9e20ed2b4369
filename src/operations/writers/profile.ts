import { lockProfiles } from '../../storage/default-store.ts';
import type { Group } from '../writing/plan-groups.ts';
import type { WriteContext } from '../writing/write-context.ts';
import { writeGroup } from '../writing/write-group.ts';
import { keepOneDefault } from './one-default.ts';

/** A tenant has one default profile. */
export async function writeProfiles(context: WriteContext, group: Group): Promise<void> {
  if (group.shape.procedure.action !== 'upsert') return writeGroup(context, group);
  await lockProfiles(context.tx, context.caller.tenantId);
  await writeGroup(context, group);
  await keepOneDefault(context, group, group.calls, 'profile');
}
