import { randomBytes } from 'node:crypto';
import { Refusal } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { verifiedEmail } from '../../domain/verified-email.ts';
import type { Cause } from '../../platform/cause.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import { writeCalls } from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { accountsByEmail, type Membership, membershipIn, setManagedPasswords } from '../access/account-store.ts';
import { noteEvent } from '../access/audit-store.ts';
import { systemCaller } from '../access/create-tenant.ts';
import { hashPassword } from '../access/password.ts';
import type { Tenant } from '../access/tenant-store.ts';
import type { ProvenPerson } from './exchange-code.ts';
import { holdUser, type KnownUser, linkUser, userByKey, userBySubject } from './identity-store.ts';
import type { Provider } from './provider.ts';
import { SignInFailure } from './sign-in-failure.ts';
import { userCalls } from './user-calls.ts';

/** Someone with an account of their own here, who has to show once that it is theirs. */
export class NeedsConfirmation extends SignInFailure {
  readonly userId: number;

  constructor(userId: number) {
    super('confirm', 'The user has chosen a password; it must be entered once before the provider opens the account.');
    this.userId = userId;
  }
}

interface Entry extends Cause {
  readonly tenant: Tenant;
  readonly provider: Provider;
  readonly person: ProvenPerson;
}

/**
 * Finds or creates the user that a person is, gives the roles of the rules, and begins what `begin` begins, in one transaction. People are known by
 * the subject of their provider; by a verified e-mail address the first time only.
 */
export async function admitPerson<T>(
  deps: WriteDeps,
  entry: Entry,
  begin: (tx: Transaction, member: Membership) => Promise<T>,
): Promise<T> {
  const { tenant, provider, person } = entry;
  const known = await findUser(deps, entry);
  const email = known?.email ?? emailOf(entry);
  if (known && !known.admitted) throw disabled(known);
  if (!known && provider.newUsers === 'onlyExisting')
    throw new SignInFailure('unknown', `There is no user ${email}, and the provider does not create users.`);
  let result: T | undefined;
  const finish = async (tx: Transaction): Promise<void> => {
    const user = await linked(tx, entry, foldKeyPart(email));
    const member = await membershipIn(tx, user.accountId, tenant.id);
    if (!member) throw new SignInFailure('disabled', `The user ${email} cannot sign in.`);
    result = await begin(tx, member);
  };
  const calls = await userCalls(deps.db, tenant.id, entry, known, email);
  if (calls.length > 0) await write(deps, entry, calls, finish);
  else
    await deps.db.write(tenant.id, async (tx) => {
      await finish(tx);
      return { commit: true, value: undefined };
    });
  if (result === undefined) throw new Error(`nobody was admitted: ${person.subject}`);
  return result;
}

async function findUser(deps: WriteDeps, { tenant, provider, person }: Entry): Promise<KnownUser | undefined> {
  const { kind, issuer } = provider;
  const bySubject = await userBySubject(deps.db, tenant.id, kind, issuer, person.subject);
  if (bySubject) return bySubject;
  const found = await userByKey(deps.db, tenant.id, kind, foldKeyPart(emailOf({ provider, person })));
  if (!found) return undefined;
  refuseOtherPerson(found, provider, person);
  // Checked before it is asked for the password: nothing would come of it.
  if (!found.admitted) throw disabled(found);
  if (found.personal && provider.existingUsers === 'confirm') throw new NeedsConfirmation(found.userId);
  return found;
}

/** An address that was given to somebody else at the provider does not open the user of the person who had it before. */
function refuseOtherPerson(user: KnownUser, { issuer }: Provider, { subject }: ProvenPerson): void {
  if (user.subject !== null && user.issuer === issuer && user.subject !== subject)
    throw new SignInFailure('otherPerson', `The user ${user.email} is linked to another person at the provider.`);
}

const disabled = ({ email }: KnownUser): SignInFailure =>
  new SignInFailure('disabled', `The user ${email} is disabled or has LoginType 0.`);

function emailOf({ provider, person }: Pick<Entry, 'provider' | 'person'>): string {
  const found = verifiedEmail(person.claims, provider.trustedDomains);
  if ('email' in found) return found.email;
  throw new SignInFailure(
    'unverified',
    found.missing === 'address'
      ? 'The provider sent no e-mail address.'
      : 'The provider did not confirm the e-mail address: email_verified is not true, and its domain is not among the trusted domains.',
  );
}

/** Through the ordinary path, so that the change log shows what a provider changed. */
async function write(
  deps: WriteDeps,
  { tenant, provider, requestId, traceParent }: Entry,
  calls: readonly SentCall[],
  finish: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const caller = { ...systemCaller(tenant, requestId), traceParent, actor: `sso:${provider.name}` };
  await writeCalls(
    deps,
    caller,
    calls,
    { handling: 'default', dryRun: false, speak: 'property' },
    { enter: async () => {}, leave: finish },
  ).catch((error: unknown) => {
    if (error instanceof Refusal)
      throw new SignInFailure('failed', `The user could not be written: ${error.message}`, { cause: error });
    throw error;
  });
}

/** The user with a membership and a link to the person. All is looked at again: others may have written meanwhile. */
async function linked(
  tx: Transaction,
  { tenant, provider, person }: Entry,
  key: string,
): Promise<KnownUser & { readonly accountId: number }> {
  const user = await holdUser(tx, tenant.id, provider.kind, key);
  if (!user?.admitted) throw new SignInFailure('disabled', `The user ${key} was disabled or deleted meanwhile.`);
  refuseOtherPerson(user, provider, person);
  if (user.accountId === null) await giveAccount(tx, tenant.id, user);
  const isLinked = user.subject === person.subject && user.issuer === provider.issuer;
  if (!isLinked) {
    const { kind, issuer, name } = provider;
    await linkUser(tx, tenant.id, user.userId, kind, { issuer, subject: person.subject });
    await noteEvent(tx, {
      tenantId: tenant.id,
      kind: 'user.linked',
      actor: `sso:${name}`,
      subject: user.email,
      detail: { issuer },
    });
  }
  const accountId = user.accountId ?? (await holdUser(tx, tenant.id, provider.kind, key))?.accountId;
  if (accountId === undefined || accountId === null) throw new Error(`no account for user ${user.userId}`);
  return { ...user, accountId };
}

/** An account that the tenant manages, with a random password that is forgotten at once. */
async function giveAccount(tx: Transaction, tenantId: number, { userId, key }: KnownUser): Promise<void> {
  const [same] = await accountsByEmail(tx, [key]);
  const hash = await hashPassword(randomBytes(48).toString('base64url'), same?.passwordHash);
  await setManagedPasswords(tx, tenantId, [{ userId, email: key, hash }]);
}
