import { errorDetail, refuse } from '../../domain/errors.ts';
import { builtInRole } from '../../domain/roles.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { administratorsOf, holdAdministrators } from './administrator-store.ts';

/** Folded e-mail addresses of administrators, and whether each can sign in. */
type Administrators = ReadonlyMap<string, boolean>;

const CHANGING = ['roles', 'enabled', 'loginType'];

/**
 * Writes calls for users, without those that would take the last administrator from a tenant: the last user with the role, or the last of them
 * who can sign in. Administrators are held until the transaction ends, so that two of them cannot delete each other at the same time.
 */
export async function keepAdministrator(
  context: WriteContext,
  group: Group,
  write: (calls: readonly Call[]) => Promise<void>,
): Promise<void> {
  const { shape, calls } = group;
  if (shape.procedure.action === 'upsert' && !shape.columns.some(({ property }) => CHANGING.includes(property)))
    return write(calls);
  const { tx, caller } = context;
  const before = await holdAdministrators(tx, caller.tenantId);
  const taking = new Set(calls.filter((call) => before.has(call.key) && takes(call)));
  if (taking.size === 0) return write(calls);
  let left: Administrators = new Map([
    ...before,
    ...calls.filter(gives).map((call) => [call.key, before.get(call.key) ?? true] as const),
  ]);
  const kept = calls.filter((call) => {
    if (!taking.has(call)) return true;
    const without = new Map([...left].filter(([key]) => key !== call.key));
    if (!isLost(before, without)) {
      left = without;
      return true;
    }
    context.reject(call, errorDetail('APP038', `${call.shownKey} is the last administrator of the tenant.`));
    return false;
  });
  await write(kept);
  const [last] = kept.filter((call) => taking.has(call)).slice(-1);
  // A new administrator who was counted on was refused, or cannot sign in yet.
  if (last && isLost(before, await administratorsOf(tx, caller.tenantId)))
    throw refuse(
      'APP038',
      `Call ${last.index} (${shape.procedure.name}): ${last.shownKey} is the last administrator of the tenant who can sign in.`,
    );
}

const isLost = (before: Administrators, after: Administrators): boolean =>
  after.size === 0 || ([...before.values()].includes(true) && ![...after.values()].includes(true));

const rolesOf = (call: Call): readonly string[] | null | undefined =>
  sentValue(call, 'roles') as readonly string[] | null | undefined;

const isAdministrator = (roles: readonly string[] | null | undefined): boolean =>
  roles?.some((role) => builtInRole(role) === 'admin') === true;

function takes(call: Call): boolean {
  if (call.shape.procedure.action !== 'upsert') return true;
  const roles = rolesOf(call);
  return (
    (roles !== undefined && !isAdministrator(roles)) ||
    sentValue(call, 'enabled') === false ||
    (sentValue(call, 'loginType') ?? 1) !== 1
  );
}

const gives = (call: Call): boolean =>
  call.shape.procedure.action === 'upsert' && isAdministrator(rolesOf(call)) && !takes(call);
