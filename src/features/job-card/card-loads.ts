import type { Session } from '../../platform/postgres/database.ts';

/** What a visit of a task takes of the capacities of its resource. */
export const loadsOfTask = (
  db: Session,
  tenantId: number,
  task: number | undefined,
): Promise<readonly { readonly name: string; readonly quantity: number }[]> =>
  task === undefined
    ? Promise.resolve([])
    : db.query(
        'select name, quantity::float8 as quantity from task_load where tenant_id = $1 and task_id = $2 order by key limit 100',
        [tenantId, task],
      );
