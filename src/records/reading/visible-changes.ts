import { ATTACHMENT } from '../../domain/attachments/attachment.ts';
import { hasVisibleNames, hasVisibleTeam, sharesValues, type Visibility } from '../../domain/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { type EntityModel, models } from '../derive/model.ts';
import type { StoredChange } from '../storage/change-log.ts';
import { type DeletedFacts, type DeleteRow, deletesOf } from '../storage/deleted-facts.ts';
import { hidingReferences, namesRecords, visibleCondition } from './visibility.ts';
import { withVisibleResources } from './visible-resources.ts';

/**
 * The changes that a caller may read: those of records that the caller sees, and of deleted ones that the caller would have seen when they were
 * deleted. A few statements for all of them, and none for callers without data filters.
 */
export async function visibleChanges(
  db: Session,
  caller: Caller,
  changes: readonly StoredChange[],
): Promise<readonly StoredChange[]> {
  const { visibility } = caller;
  if (!visibility || changes.length === 0) return changes;
  const records = new VisibleRecords(db, caller, visibility);
  const subjects = new Map(changes.map((change) => [change, subjectOf(change)]));
  await records.look([...subjects.values()]);
  const seen = changes.filter((change) => {
    const { entity, id } = subjects.get(change) ?? subjectOf(change);
    return records.isVisible(entity, id);
  });
  return withVisibleResources(db, caller, seen);
}

interface Named {
  readonly entity: string;
  readonly id: number;
}

/** An attachment is seen with the record that it belongs to. */
function subjectOf({ entity, recordId, before, after }: StoredChange): Named {
  const told = entity === ATTACHMENT ? (after ?? before) : null;
  return told ? { entity: String(told['ownerKind']), id: Number(told['ownerId']) } : { entity, id: recordId };
}

const nameOf = ({ entity, id }: Named): string => `${entity}|${id}`;

/** Which records a caller sees, whether they exist or are only known from the log. */
class VisibleRecords {
  readonly #db: Session;
  readonly #caller: Caller;
  readonly #visibility: Visibility;
  readonly #visible = new Map<string, boolean>();
  readonly #deleted = new Map<string, DeleteRow>();
  readonly #looked = new Set<string>();

  constructor(db: Session, caller: Caller, visibility: Visibility) {
    this.#db = db;
    this.#caller = caller;
    this.#visibility = visibility;
  }

  isVisible(entity: string, id: number): boolean {
    const name = nameOf({ entity, id });
    const known = this.#visible.get(name);
    if (known !== undefined) return known;
    if (!this.#isLimited(entity)) return true;
    const deleted = this.#deleted.get(name);
    const visible = deleted?.visibleBy ? this.#wasVisible(entity, deleted.before ?? {}, deleted.visibleBy) : false;
    this.#visible.set(name, visible);
    return visible;
  }

  /** Finds the records, or their deletes; and in turn what deleted ones belonged to: a part, its appointment, its task. */
  async look(records: readonly Named[]): Promise<void> {
    const open = new Map(
      records
        .filter((each) => this.#isLimited(each.entity) && !this.#looked.has(nameOf(each)))
        .map((each) => [nameOf(each), each]),
    );
    if (open.size === 0) return;
    for (const name of open.keys()) this.#looked.add(name);
    for (const { entity, id, visible } of await this.#existing([...open.values()])) {
      this.#visible.set(nameOf({ entity, id }), visible);
      open.delete(nameOf({ entity, id }));
    }
    if (open.size === 0) return;
    const gone = [...open.values()];
    const entities = [...new Set(gone.map(({ entity }) => entity))];
    const ids = [...new Set(gone.map(({ id }) => id))];
    const above: Named[] = [];
    for (const row of await deletesOf(this.#db, this.#caller.tenantId, entities, ids)) {
      const name = nameOf({ entity: row.entity, id: row.recordId });
      if (!open.has(name)) continue;
      this.#deleted.set(name, row);
      if (row.visibleBy) above.push(...aboveOf(row.entity, row.visibleBy));
    }
    await this.look(above);
  }

  #isLimited(entity: string): boolean {
    return models.has(entity) && visibleCondition(this.#caller, entity, 't', () => '') !== undefined;
  }

  #existing(records: readonly Named[]): Promise<{ entity: string; id: number; visible: boolean }[]> {
    const values: unknown[] = [this.#caller.tenantId];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const parts = [...new Set(records.map(({ entity }) => entity))].map((entity) => {
      const ids = records.filter((record) => record.entity === entity).map(({ id }) => id);
      const { table } = models.get(entity) as EntityModel;
      return `select '${entity}' as entity, t.id, (${visibleCondition(this.#caller, entity, 't', bind)}) as visible
        from ${table} t where t.tenant_id = $1 and t.id = any(${bind(ids)}::bigint[])`;
    });
    return this.#db.query(parts.join(' union all '), values);
  }

  #wasVisible(entity: string, before: Readonly<Record<string, unknown>>, facts: DeletedFacts): boolean {
    const limits = this.#visibility;
    const some = (kind: string, ids: readonly number[] = []): boolean =>
      ids.length === 0 || ids.some((id) => this.isVisible(kind, id));
    switch (entity) {
      case 'Task':
        return sharesValues(limits, facts.values ?? {}) && hasVisibleNames(limits, before);
      case 'Resource':
        return sharesValues(limits, facts.values ?? {}) && hasVisibleTeam(limits, before);
      case 'Job':
        return some('Task', facts.tasks);
      case 'Appointment':
        return hasVisibleNames(limits, before) && some('Task', taskOf(facts)) && some('Resource', facts.resources);
      default:
        // What it named in texts is not in the log.
        return (
          !namesRecords(models.get(entity) as EntityModel) &&
          aboveOf(entity, facts).every(({ entity: kind, id }) => this.isVisible(kind, id))
        );
    }
  }
}

/** The task of a deleted appointment; an absence or a meeting had none. */
function taskOf({ refers }: Pick<DeletedFacts, 'refers'>): number[] {
  const id = 'task' in refers ? refers['task'] : 0;
  return id === null || id === undefined ? [] : [id];
}

/** The records that decide who saw a deleted one. */
function aboveOf(entity: string, { refers, resources = [], tasks = [] }: DeletedFacts): Named[] {
  const model = models.get(entity) as EntityModel;
  return [
    ...hidingReferences(model).flatMap(({ name, target }) => {
      const id = refers[name];
      return id === null || id === undefined ? [] : [{ entity: target.name, id }];
    }),
    ...(entity === 'Appointment' ? taskOf({ refers }).map((id) => ({ entity: 'Task', id })) : []),
    ...resources.map((id) => ({ entity: 'Resource', id })),
    ...tasks.map((id) => ({ entity: 'Task', id })),
  ];
}
