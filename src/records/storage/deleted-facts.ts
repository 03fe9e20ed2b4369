import { foldKeyPart } from '../../domain/natural-key.ts';
import type { Change } from './change-log.ts';

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

interface Facts {
  readonly values: Record<string, string[]>;
  readonly resources: number[];
  readonly tasks: number[];
}

/** The facts of the deletes of one write as JSON texts; empty for a write that deletes nothing. */
export function visibleByOf(changes: readonly Change[]): ReadonlyMap<Change, string> {
  const deletes = changes.filter(({ refers }) => refers !== undefined);
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
