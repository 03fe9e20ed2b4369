import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { endTokens } from './account-store.ts';
import { noteEventOfAccount } from './audit-store.ts';

/** Signs a person out everywhere: every token of the account dies, this one too. */
export async function signOutEverywhere(deps: HasDatabase, caller: Caller, address: string): Promise<void> {
  if (caller.accountId === null || caller.withinTenant)
    throw refuse('USR004', 'Only a person who signed in with a password or a token can sign out everywhere.');
  await endTokens(deps.db, caller.accountId);
  await noteEventOfAccount(deps.db, caller.accountId, { kind: 'session.allEnded', actor: caller.actor, address });
}
