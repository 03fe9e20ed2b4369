import { Refusal, refuse } from '../../domain/errors.ts';
import { beyondQuota, type QuotaLimits } from '../../domain/quotas.ts';
import type { Caller, Credential } from '../../platform/caller.ts';
import type { ChangeSignal, CredentialChange } from '../../records/storage/change-signal.ts';
import { authenticate, type Gate } from '../access/authenticate.ts';

/** Why something that was held open must end. */
export type EndReason = 'withdrawn' | 'changed';

/** A stream, or a request that waits: what a credential holds open on this node. */
export interface Held {
  readonly caller: Caller;
  readonly credential: Credential;
  end(why: EndReason): void;
}

export interface HeldParts extends Gate {
  readonly changeSignal: ChangeSignal;
  readonly quotas: QuotaLimits;
}

/** Credentials that are looked at together: others want connections of the database too. */
const AT_ONCE = 4;
/** The longest time that a timer can be set to. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Everything that credentials hold open on this node. Counts it against the quota of streams, and ends it when its credential is withdrawn,
 * expires or has other rights. The database notifies every node of such a change, so nothing is polled to find out.
 */
export class HeldOpen {
  readonly #parts: HeldParts;
  readonly #held = new Map<number, Map<Held, NodeJS.Timeout | undefined>>();

  constructor(parts: HeldParts) {
    this.#parts = parts;
    parts.changeSignal.onCredential((change) => void this.#recheck((held) => concerns(held, change)));
    parts.changeSignal.onListening(() => void this.recheckAll());
  }

  /** Takes its place, or is refused. The credential is looked at again: it may have been withdrawn since the request began. */
  async enter(held: Held): Promise<void> {
    const { tenantId, actor, expiresAt } = held.caller;
    const ofTenant = this.#held.get(tenantId) ?? new Map<Held, NodeJS.Timeout | undefined>();
    const own = [...ofTenant.keys()].filter(({ caller }) => caller.actor === actor).length;
    const refusal = beyondQuota('stream', this.#parts.quotas, { tenant: ofTenant.size + 1, credential: own + 1 });
    if (refusal) throw new Refusal(refusal);
    const ms = expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt - this.#parts.now().getTime();
    const timer =
      ms > LONGEST_TIMER_MS ? undefined : setTimeout(() => void this.#recheck((each) => each === held), ms).unref();
    this.#held.set(tenantId, ofTenant.set(held, timer));
    try {
      const verdict = await this.#verdict(held);
      if (verdict) throw withdrawn(verdict);
    } catch (error) {
      this.leave(held);
      throw error;
    }
  }

  leave(held: Held): void {
    const { tenantId } = held.caller;
    const ofTenant = this.#held.get(tenantId);
    clearTimeout(ofTenant?.get(held));
    ofTenant?.delete(held);
    if (ofTenant?.size === 0) this.#held.delete(tenantId);
  }

  countOf(tenantId: number): number {
    return this.#held.get(tenantId)?.size ?? 0;
  }

  recheckAll(): Promise<void> {
    return this.#recheck(() => true);
  }

  /** Each credential once, however much it holds open. */
  async #recheck(which: (held: Held) => boolean): Promise<void> {
    const byCredential = new Map<string, [Held, ...Held[]]>();
    for (const ofTenant of this.#held.values())
      for (const held of ofTenant.keys()) {
        if (!which(held)) continue;
        const name = JSON.stringify([held.credential, held.caller.tenantId, held.caller.address]);
        const others = byCredential.get(name);
        if (others) others.push(held);
        else byCredential.set(name, [held]);
      }
    const left = [...byCredential.values()];
    const look = async (): Promise<void> => {
      for (let all = left.pop(); all; all = left.pop()) {
        // A database that does not answer says nothing about a credential.
        const verdict = await this.#verdict(all[0]).catch(() => undefined);
        if (verdict) for (const held of all) held.end(verdict);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, look));
  }

  async #verdict({ caller, credential }: Held): Promise<EndReason | undefined> {
    try {
      const { requestId, origin, address } = caller;
      const asked = { requestId, origin, ...(address === undefined ? {} : { address }) };
      const now = await authenticate(this.#parts, credential, asked);
      return rightsOf(now) === rightsOf(caller) ? undefined : 'changed';
    } catch (error) {
      // Too many failed logins of others say nothing about this credential.
      if (error instanceof Refusal) return error.detail.code === 'USR006' ? undefined : 'withdrawn';
      throw error;
    }
  }
}

export const withdrawn = (why: EndReason): Refusal =>
  refuse(
    'USR002',
    why === 'withdrawn'
      ? 'The credential was revoked or has expired.'
      : 'The rights of the credential have changed: send the request again.',
  );

const concerns = ({ caller }: Held, change: CredentialChange): boolean =>
  'account' in change ? caller.accountId === change.account : caller.keyId === change.key;

const rightsOf = (caller: Caller): string => {
  const { permissions, sourceApps, accountId, resourceNo, visibility, connectorId } = caller;
  const { lacksSecondFactor = false, hidesLocations = false } = caller;
  return JSON.stringify([
    ...[permissions, sourceApps, accountId, resourceNo, visibility, connectorId],
    ...[lacksSecondFactor, hidesLocations],
  ]);
};
