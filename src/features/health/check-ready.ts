import { type Problem, problem } from '../../domain/errors.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';

/** Why the service cannot do its work, undefined when it can: to be ready is to be able to store. */
export async function whyNotReady(deps: HasDatabase): Promise<Problem | undefined> {
  switch (await deps.db.writability()) {
    case 'writable':
      return undefined;
    case 'read-only':
      return problem('SYS005', 'The database is read-only: nothing can be stored.');
    case 'disk full':
      return problem('SYS005', 'The disk of the database is full: nothing can be stored.');
    case 'unreachable':
      return problem('SYS002', 'The database does not respond.');
  }
}
