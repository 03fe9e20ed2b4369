import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { noteEvent } from '../access/audit-store.ts';
import { unlinkUser as removeLink } from './identity-store.ts';

export interface Unlinked {
  readonly email: string;
  readonly unlinked: boolean;
}

/** POST /user/unlink */
export async function unlinkUser(
  deps: HasDatabase,
  caller: Caller,
  email: string,
  guard?: Guard<Unlinked>,
): Promise<Unlinked> {
  refuseLimited(caller, 'Users');
  const key = foldKeyPart(email);
  if (storable(key)) throw refuse('APP001', 'There is no such User.', 'email');
  return guardedly(deps, caller, guard, async (tx) => {
    const { known, unlinked } = await removeLink(tx, caller.tenantId, key);
    if (!known) throw refuse('APP001', `There is no User ${email}.`, 'email');
    if (unlinked)
      await noteEvent(tx, { tenantId: caller.tenantId, kind: 'user.unlinked', actor: caller.actor, subject: email });
    return { email, unlinked };
  });
}
