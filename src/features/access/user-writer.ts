import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import type { Writer } from '../../records/extensions.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';
import { accountsByEmail, forgetUsers, personalUsers, setManagedPasswords } from './account-store.ts';
import { noteEvents } from './audit-store.ts';
import { Grants } from './grants.ts';
import { type InvitationParts, invite } from './invite.ts';
import { keepAdministrator } from './last-administrator.ts';
import { hashPassword, matchingHashes, weakness } from './password.ts';

/**
 * A user is a member of a tenant. A password that is set here is that of an account which opens this tenant only; whether the e-mail
 * address has accounts elsewhere changes neither the outcome nor the answer (decision 0057).
 */
/** Writes users; the parts send invitations. */
export const userWriter =
  (parts: InvitationParts): Writer =>
  (context, group) =>
    writeUsers(parts, context, group);

async function writeUsers(parts: InvitationParts, context: WriteContext, group: Group): Promise<void> {
  if (group.shape.procedure.action !== 'upsert') return deleteUsers(context, group);
  const { tx, caller } = context;
  const keys = group.calls.map((call) => call.key);
  const personal = await personalUsers(tx, caller.tenantId, keys);
  const grants = await Grants.forUsers(tx, caller, keys);
  const weak = await newlyWeak(context, group.calls);
  const right = group.calls.filter((call) => {
    const refusal = refusalOf(call, personal.has(call.key), grants, weak.get(call));
    if (refusal) context.reject(call, refusal);
    return !refusal;
  });
  await keepAdministrator(context, { ...group, calls: right }, async (calls) => {
    await writeGroup(context, { ...group, calls });
    const written = calls.filter((call) => context.results[call.index]?.outcome !== 'rejected');
    await setPasswords(context, written.filter(passwordOf));
    await inviteNew(
      parts,
      context,
      written.filter((call) => passwordOf(call) === undefined),
    );
  });
}

async function deleteUsers(context: WriteContext, group: Group): Promise<void> {
  const { tx, caller } = context;
  const grants = await Grants.forUsers(
    tx,
    caller,
    group.calls.map((call) => call.key),
  );
  const calls = group.calls.filter((call) => {
    const refusal = grants.refusalOfUser(call.key, call.shownKey);
    if (refusal) context.reject(call, refusal);
    return !refusal;
  });
  const before = context.changes.length;
  await keepAdministrator(context, { ...group, calls }, (calls) => writeGroup(context, { ...group, calls }));
  const gone = context.changes
    .slice(before)
    .filter(({ entity, action }) => entity === 'User' && action === 'deleted')
    .map(({ recordId }) => recordId);
  await forgetUsers(context.tx, context.caller.tenantId, gone);
}

const passwordOf = ({ options }: Call): string | undefined =>
  typeof options['password'] === 'string' ? options['password'] : undefined;

/** What is wrong with new passwords. The one that a user has stays good: a back office sends it again and again. */
async function newlyWeak({ tx, caller }: WriteContext, calls: readonly Call[]): Promise<ReadonlyMap<Call, string>> {
  const weak = new Map<Call, string>();
  for (const call of calls) {
    const password = passwordOf(call);
    const wrong = password === undefined ? undefined : weakness(password, call.key);
    if (wrong !== undefined) weak.set(call, wrong);
  }
  if (weak.size === 0) return weak;
  const keys = [...weak.keys()].map(({ key }) => key);
  const stored = (await accountsByEmail(tx, keys)).filter(({ managedBy }) => managedBy === caller.tenantId);
  for (const call of [...weak.keys()]) {
    const own = stored.filter(({ email }) => email === call.key).map(({ passwordHash }) => passwordHash);
    if (own.length > 0 && (await matchingHashes(passwordOf(call) ?? '', own)).size > 0) weak.delete(call);
  }
  return weak;
}

async function setPasswords(context: WriteContext, calls: readonly Call[]): Promise<void> {
  if (calls.length === 0) return;
  const { tx, caller } = context;
  const accounts = await accountsByEmail(
    tx,
    calls.map((call) => call.key),
  );
  const changed: { userId: number; email: string; hash: string }[] = [];
  for (const call of calls) {
    const password = passwordOf(call) ?? '';
    const same = accounts.filter(({ email }) => email === call.key);
    const own = same.find(({ managedBy }) => managedBy === caller.tenantId)?.passwordHash;
    // The same password sent again must not sign anyone out.
    if (own !== undefined && (await matchingHashes(password, [own])).has(own)) continue;
    const hash = await hashPassword(password, same[0]?.passwordHash);
    changed.push({ userId: context.results[call.index]?.id ?? 0, email: call.key, hash });
    context.upgrade(call, 'unchanged', 'updated');
  }
  await setManagedPasswords(tx, caller.tenantId, changed);
  const { tenantId, actor } = caller;
  await noteEvents(
    tx,
    changed.map(({ email }) => ({ tenantId, kind: 'password.set', actor, subject: `user:${email}` })),
  );
}

/** Someone new without a password chooses one by a link in a mail. */
async function inviteNew(parts: InvitationParts, context: WriteContext, calls: readonly Call[]): Promise<void> {
  const users = calls
    .filter((call) => context.results[call.index]?.outcome === 'created' && signsIn(call))
    .map((call) => ({ userId: context.results[call.index]?.id ?? 0, email: String(sentValue(call, 'email')) }));
  if (users.length > 0) await invite(parts, context.tx, context.caller, users);
}

const signsIn = (call: Call): boolean =>
  (sentValue(call, 'enabled') ?? true) === true && (sentValue(call, 'loginType') ?? 1) === 1;

function refusalOf(call: Call, isPersonal: boolean, grants: Grants, weak: string | undefined): ErrorDetail | undefined {
  const email = String(sentValue(call, 'email') ?? '');
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    return errorDetail('REQ014', `Email: ${email} is not an e-mail address.`, 'Email');
  const beyond =
    grants.refusalOfUser(call.key, email) ??
    grants.refusalOfRoles((sentValue(call, 'roles') as readonly string[] | null | undefined) ?? []);
  if (beyond) return beyond;
  if (passwordOf(call) === undefined) return undefined;
  if (isPersonal)
    return errorDetail(
      'APP008',
      `${email} has accepted an invitation and chosen a password, which cannot be set here. Send a new invitation instead.`,
      'Password',
    );
  return weak === undefined ? undefined : errorDetail('REQ014', `Password: ${weak}`, 'Password');
}
