import { createHmac, randomBytes } from 'node:crypto';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { type Membership, membershipsOf } from './account-store.ts';
import { type Login, onlyMembership, refuseFactor } from './login.ts';

/** How long a password that was right is not derived again. */
const KEEP_MS = 300_000;
const MOST = 1000;

interface Verified {
  readonly accountId: number;
  readonly tokenEpoch: number;
  readonly until: number;
}

/**
 * User names and passwords that were right a short time ago, so that a client that sends them with every request does not cost a derivation each
 * time. Only a keyed hash of them is kept, under a key of this process. Everything else is read from the database on every request: a new password
 * (which raises the epoch), a disabled or deleted user or a second tenant counts at once, on every node. Wrong ones are never kept.
 */
export class VerifiedLogins {
  readonly #secret = randomBytes(32);
  readonly #verified = new Map<string, Verified>();
  readonly #checking = new Map<string, Promise<Membership>>();

  async member(deps: HasDatabase & HasClock, login: Login): Promise<Membership> {
    const name = this.#nameOf([login.username, login.password]);
    return (await this.#kept(deps, name)) ?? this.#check(deps, login, name);
  }

  async #kept(deps: HasDatabase & HasClock, name: string): Promise<Membership | undefined> {
    const kept = this.#verified.get(name);
    if (!kept) return undefined;
    if (kept.until > deps.now().getTime()) {
      const [member, ...others] = await membershipsOf(deps.db, [kept.accountId]);
      if (member && others.length === 0 && member.tokenEpoch === kept.tokenEpoch) {
        refuseFactor(member);
        return member;
      }
    }
    this.#verified.delete(name);
    return undefined;
  }

  /** Requests that arrive together are checked once, and count as one try. */
  #check(deps: HasDatabase & HasClock, login: Login, name: string): Promise<Membership> {
    const asked = `${name} ${login.address}`;
    const running = this.#checking.get(asked);
    if (running) return running;
    const checking = onlyMembership(deps, login)
      .then((member) => {
        this.#keep(name, member, deps.now().getTime());
        return member;
      })
      .finally(() => this.#checking.delete(asked));
    this.#checking.set(asked, checking);
    return checking;
  }

  #keep(name: string, { accountId, tokenEpoch }: Membership, now: number): void {
    this.#verified.delete(name);
    this.#verified.set(name, { accountId, tokenEpoch, until: now + KEEP_MS });
    const [oldest] = this.#verified.keys();
    if (this.#verified.size > MOST && oldest !== undefined) this.#verified.delete(oldest);
  }

  #nameOf(login: readonly string[]): string {
    return createHmac('sha256', this.#secret).update(JSON.stringify(login)).digest('base64');
  }
}

export interface HasVerifiedLogins {
  readonly logins: VerifiedLogins;
}
