import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { isPermission, permissions } from '../../domain/permissions.ts';
import { isReservedRole } from '../../domain/roles.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';
import { type TenantRole, tenantRoles } from './role-store.ts';

/** Roles of the tenant. Those who write them can put into a role what they may do themselves, and nothing else. */
export async function writeRoles(context: WriteContext, group: Group): Promise<void> {
  const { tx, caller } = context;
  const stored = new Map((await tenantRoles(tx, caller.tenantId)).map((role) => [role.key, role]));
  const calls = group.calls.filter((call) => {
    const refusal = refusalOf(context, call, stored.get(call.key));
    if (refusal) context.reject(call, refusal);
    return !refusal;
  });
  await writeGroup(context, { ...group, calls });
}

function refusalOf({ caller }: WriteContext, call: Call, stored: TenantRole | undefined): ErrorDetail | undefined {
  const isUpsert = call.shape.procedure.action === 'upsert';
  if (isReservedRole(call.shownKey)) return errorDetail('APP040', `${call.shownKey} is a built-in role.`, 'Name');
  if (!isUpsert && stored && stored.users > 0)
    return errorDetail(
      'APP005',
      `${stored.name} is the role of ${stored.users} user${stored.users === 1 ? '' : 's'}: give them other roles first.`,
    );
  const sent = isUpsert ? ((sentValue(call, 'permissions') as readonly string[] | null | undefined) ?? []) : [];
  const unknown = sent.find((name) => !isPermission(name));
  if (unknown !== undefined)
    return errorDetail('REQ014', `Permissions: ${unknown} is not one of ${permissions.join(', ')}.`, 'Permissions');
  const repeated = sent.find((name, index) => sent.indexOf(name) !== index);
  if (repeated !== undefined)
    return errorDetail('REQ014', `Permissions: ${repeated} is listed more than once.`, 'Permissions');
  const beyond = [...sent, ...(stored?.permissions ?? [])].find(
    (name) => isPermission(name) && !caller.permissions.includes(name),
  );
  return beyond
    ? errorDetail('USR004', `You cannot give or take the permission ${beyond}: you do not have it.`, 'Permissions')
    : undefined;
}
