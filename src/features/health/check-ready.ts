import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';

/** Why the service cannot do its work, undefined when it can: to be ready is to be able to store. */
export async function whyNotReady(deps: HasDatabase): Promise<ErrorDetail | undefined> {
  switch (await deps.db.writability()) {
    case 'writable':
      return undefined;
    case 'read-only':
      return errorDetail('SYS005', 'The database is read-only: nothing can be stored.');
    case 'disk full':
      return errorDetail('SYS005', 'The disk of the database is full: nothing can be stored.');
    case 'unreachable':
      return errorDetail('SYS002', 'The database does not respond.');
  }
}
