import { foldKeyPart } from '../../domain/natural-key.ts';
import { type StoredDataFilters, type Visibility, visibilityOf } from '../../domain/visibility.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { dataFilterColumns } from './account-store.ts';

const USER = 'user:';

/**
 * What somebody sees now who asked for something earlier, by the name in the log: work in the background and calendar feeds show no more than their
 * maker sees. Keys see everything (null). Undefined: the user is gone.
 */
export async function visibilityOfActor(
  db: Session,
  tenantId: number,
  actor: string,
): Promise<Visibility | null | undefined> {
  if (!actor.startsWith(USER)) return null;
  const [user] = await db.query<StoredDataFilters>(
    `select ${dataFilterColumns} from app_user u where u.tenant_id = $1 and u.key = $2`,
    [tenantId, foldKeyPart(actor.slice(USER.length))],
  );
  return user && visibilityOf(user);
}
