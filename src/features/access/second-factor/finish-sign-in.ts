import { Refusal, refuse } from '../../../domain/errors.ts';
import type { Session } from '../../../platform/postgres/database.ts';
import { type Membership, membershipIn, membershipsOf } from '../account-store.ts';
import { noteEvent, noteFailedPasskey } from '../audit-store.ts';
import { beginFor, type ChangedSession } from '../begin-session.ts';
import type { SignInFrom } from '../session-store.ts';
import { namesOf } from '../show-session.ts';
import { chosen } from '../web-session.ts';
import { newTicket } from './ask-second-factor.ts';
import { type PasskeyDeps, provePasskey } from './passkey-ceremony.ts';
import type { Assertion } from './passkey-contract.ts';
import { type FactorDeps, type FactorProof, proveFactor } from './prove-factor.ts';
import { findStep, keepStep, type Step, takeStep } from './step-store.ts';

/** Where a sign-in comes from. */
type Browser = Pick<SignInFrom, 'address' | 'userAgent'>;

const ended = () => refuse('USR002', 'This sign-in took longer than five minutes or has ended: sign in again.');

/** POST /session/secondFactor: the step after a right password. A wrong code leaves the ticket as it is. */
export async function finishSignIn(
  deps: FactorDeps,
  ticket: string,
  proof: FactorProof,
  from: Browser,
): Promise<ChangedSession> {
  const step = await findStep(deps.db, ticket, 'ticket.secondFactor', deps.now());
  if (!step || step.accountId === null) throw ended();
  await proveFactor(deps, 'passkey.secondFactor', step.accountId, proof).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.detail.code === 'USR001') await noteFailure(deps, step, from);
    throw error;
  });
  return deps.db.transaction(async (tx) => {
    const taken = await takeStep(tx, ticket, 'ticket.secondFactor', deps.now());
    const member = taken && (await memberOf(tx, taken));
    if (!member) throw ended();
    const how = { ...from, method: 'password', factorAt: deps.now().getTime() } as const;
    return { commit: true, value: await beginFor(tx, deps, member, how) };
  });
}

/** The password was right: the person should learn of it. */
async function noteFailure({ db }: FactorDeps, step: Step, { address }: Browser): Promise<void> {
  const member = await memberOf(db, step);
  if (member)
    await noteEvent(db, {
      tenantId: member.tenantId,
      kind: 'signIn.failed',
      actor: `user:${member.email}`,
      address,
      detail: { method: 'secondFactor' },
    });
}

/** The user of a ticket, unless the password was changed or the user disabled meanwhile. */
async function memberOf(db: Session, step: Step): Promise<Membership | undefined> {
  if (step.accountId === null || step.tenantId === null) return undefined;
  const member = await membershipIn(db, step.accountId, step.tenantId);
  return member && member.tokenEpoch === step.tokenEpoch && member.userId === step.userId ? member : undefined;
}

/**
 * POST /session/passkey: a passkey that asked for a fingerprint, a face or a PIN is two factors in one. An account of several tenants gets their
 * names and a ticket, and sends it with the tenant of its choice.
 */
export async function signInWithPasskey(
  deps: PasskeyDeps,
  sent: {
    readonly passkey?: Assertion | undefined;
    readonly ticket?: string | undefined;
    readonly tenant?: string | undefined;
  },
  from: Browser,
): Promise<ChangedSession> {
  const memberships = sent.passkey ? await byPasskey(deps, sent.passkey, from) : await byTicket(deps, sent.ticket);
  const [first, ...others] = memberships;
  if (!first) throw refuse('USR001', 'The account of this passkey is disabled.');
  if (sent.tenant === undefined && others.length > 0) {
    const ticket = newTicket();
    const { accountId, tokenEpoch } = first;
    await keepStep(deps.db, ticket, 'ticket.tenant', deps.now(), { accountId, tokenEpoch });
    return { begun: undefined, shown: { signedIn: false, tenants: namesOf(memberships), ticket } };
  }
  const member = chosen(memberships, sent.tenant);
  const how = { ...from, method: 'passkey', factorAt: deps.now().getTime() } as const;
  return deps.db.transaction(async (tx) => ({ commit: true, value: await beginFor(tx, deps, member, how) }));
}

async function byPasskey(deps: PasskeyDeps, passkey: Assertion, { address }: Browser): Promise<Membership[]> {
  const { accountId } = await provePasskey(deps, 'passkey.signIn', passkey).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.detail.code === 'USR001')
      await noteFailedPasskey(deps.db, Buffer.from(passkey.id, 'base64url'), address);
    throw error;
  });
  return membershipsOf(deps.db, [accountId]);
}

async function byTicket(deps: PasskeyDeps, ticket: string | undefined): Promise<Membership[]> {
  if (ticket === undefined) throw refuse('REQ015', 'passkey: a passkey, or the ticket of one, is required.', 'passkey');
  const step = await takeStep(deps.db, ticket, 'ticket.tenant', deps.now());
  if (!step || step.accountId === null) throw ended();
  const memberships = await membershipsOf(deps.db, [step.accountId]);
  if (memberships.some(({ tokenEpoch }) => tokenEpoch !== step.tokenEpoch)) throw ended();
  return memberships;
}
