import { isRole, roles } from '../../domain/access.ts';
import { type Problem, problem } from '../../domain/errors.ts';
import { accountByEmail, ensureAccounts, membershipsElsewhere, setPassword } from '../../storage/account-store.ts';
import { hashPassword, verifyPassword, weakness } from '../access/password.ts';
import { type Call, sentValue } from '../writing/call.ts';
import type { Group } from '../writing/plan-groups.ts';
import type { WriteContext } from '../writing/write-context.ts';
import { writeGroup } from '../writing/write-group.ts';

/**
 * A user is a member of a tenant; the account behind it (e-mail and password) may be a member of several. So a tenant's administrator
 * sets a password only while the account is nobody else's.
 */
export async function writeUsers(context: WriteContext, group: Group): Promise<void> {
  if (group.shape.procedure.action !== 'upsert') return writeGroup(context, group);
  const { tx, caller } = context;
  const shared = await membershipsElsewhere(
    tx,
    caller.tenantId,
    group.calls.map((call) => call.key),
  );
  const calls = group.calls.filter((call) => {
    const refusal = refusalOf(call, shared.has(call.key));
    if (refusal) context.reject(call, refusal);
    return !refusal;
  });
  await writeGroup(context, { ...group, calls });
  const written = calls.filter((call) => context.results[call.index]?.outcome !== 'rejected');
  await ensureAccounts(
    tx,
    written.map((call) => call.key),
  );
  for (const call of written) {
    const password = call.options['password'];
    if (typeof password !== 'string') continue;
    const account = await accountByEmail(tx, call.key);
    // The same password sent again must not sign anyone out.
    if (await verifyPassword(password, account?.passwordHash ?? null)) continue;
    await setPassword(tx, call.key, await hashPassword(password));
    context.upgrade(call, 'unchanged', 'updated');
  }
}

function refusalOf(call: Call, isShared: boolean): Problem | undefined {
  const email = String(sentValue(call, 'email') ?? '');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return problem('REQ014', `Email: ${email} is not an e-mail address.`, 'Email');
  const wrong = ((sentValue(call, 'roles') as string[] | undefined) ?? []).find((role) => !isRole(role));
  if (wrong) return problem('REQ014', `Roles: ${wrong} is not one of ${roles.join(', ')}.`, 'Roles');
  const password = call.options['password'];
  if (typeof password !== 'string') return undefined;
  const weak = weakness(password);
  if (weak) return problem('REQ014', `Password: ${weak}`, 'Password');
  return isShared
    ? problem(
        'APP008',
        `The account ${email} belongs to other tenants too; its password cannot be set here.`,
        'Password',
      )
    : undefined;
}
