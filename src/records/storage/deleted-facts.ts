import { foldKeyPart } from '../../domain/natural-key.ts';
import type { Session } from '../../platform/postgres/database.ts';

/**
 * What a deleted record was visible by. Its data filters go with it, and its row in the log is all that is left to decide who may read of it.
 */
export interface DeletedFacts {
  /** Ids of the records that it referred to, by the name of the reference. */
  readonly refers: Readonly<Record<string, number | null>>;
  /** Of tasks and resources: folded filter values by folded group. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** Of appointments, ids of its resources; of jobs, of its tasks. */
  readonly resources?: readonly number[];
  readonly tasks?: readonly number[];
}

/** What went in the same write and told who saw the record above it: the part, its reference to that record, and what is kept of it. */
const TOLD: Readonly<
  Record<string, { readonly owner: string; readonly entity: string; readonly as: keyof DeletedFacts }>
> = {
  TaskFilterValue: { owner: 'task', entity: 'Task', as: 'values' },
  ResourceFilterValue: { owner: 'resource', entity: 'Resource', as: 'values' },
  Assignment: { owner: 'owner', entity: 'Appointment', as: 'resources' },
  Task: { owner: 'job', entity: 'Job', as: 'tasks' },
};

/** A change as far as it matters here; only deletes have `refers`. */
interface Told {
  readonly entity: string;
  readonly recordId: number;
  readonly before: string | null;
  readonly refers?: DeletedFacts['refers'];
}

interface Facts {
  readonly values: Record<string, string[]>;
  readonly resources: number[];
  readonly tasks: number[];
}

const isDelete = ({ refers }: Told): boolean => refers !== undefined;

/** The facts of the deletes of one write as JSON texts; empty for a write that deletes nothing. */
export function visibleByOf<C extends Told>(changes: readonly C[]): ReadonlyMap<C, string> {
  const deletes = changes.filter(isDelete);
  const facts = new Map<string, Facts>();
  const factsOf = (entity: string, id: number | null | undefined): Facts => {
    const name = `${entity}|${id}`;
    const known = facts.get(name) ?? { values: Object.create(null) as Facts['values'], resources: [], tasks: [] };
    facts.set(name, known);
    return known;
  };
  for (const { entity, recordId, refers = {}, before } of deletes) {
    const told = TOLD[entity];
    if (!told) continue;
    const above = factsOf(told.entity, refers[told.owner]);
    if (told.as === 'tasks') above.tasks.push(recordId);
    else if (told.as === 'resources') above.resources.push(refers['resource'] ?? 0);
    else {
      const { filterGroup, filterValue } = JSON.parse(before ?? '{}') as Record<string, string>;
      const group = foldKeyPart(filterGroup ?? '');
      above.values[group] = [...(above.values[group] ?? []), foldKeyPart(filterValue ?? '')];
    }
  }
  const kept = new Map(Object.values(TOLD).map(({ entity, as }) => [entity, as]));
  return new Map(
    deletes.map((change) => {
      const { entity, recordId, refers = {} } = change;
      const as = kept.get(entity);
      const own = as === undefined ? {} : { [as]: factsOf(entity, recordId)[as as keyof Facts] };
      return [change, JSON.stringify({ refers, ...own } satisfies DeletedFacts)];
    }),
  );
}

/** The newest delete of each record that has one of the ids and is of one of the kinds, with what the record was visible by. */
export const deletesOf = (
  db: Session,
  tenantId: number,
  entities: readonly string[],
  ids: readonly number[],
): Promise<DeleteRow[]> =>
  db.query<DeleteRow>(
    `select distinct on (c.entity, c.record_id) c.entity, c.record_id as "recordId", c.before::json, c.visible_by::json as "visibleBy"
     from change c where c.tenant_id = $1 and c.record_id = any($3) and c.entity = any($2) and c.action = 'deleted'
     order by c.entity, c.record_id, c.no desc`,
    [tenantId, entities, ids],
  );

export interface DeleteRow {
  readonly entity: string;
  readonly recordId: number;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly visibleBy: DeletedFacts | null;
}
