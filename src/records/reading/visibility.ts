import type { Visibility } from '../../domain/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import { type EntityModel, model as modelNamed, type ReferenceModel } from '../derive/model.ts';
import { folded } from '../derive/statements.ts';
import type { Restriction } from '../storage/record-reads.ts';
import { isNamedWith, KEY_SEPARATOR_SQL, type NamedRecord, namedRecords, pendingNames } from './named-records.ts';

/** Adds a value to those of the statement and answers its parameter, such as $3. */
export type Bind = (value: unknown) => string;

export type Viewer = Pick<Caller, 'tenantId' | 'visibility'>;

/**
 * The one place that says in SQL which records a caller sees (docs/decisions/0081). `alias` is the row of the kind's own table. Undefined: all of
 * them, and the statement stays as it is. The condition is true or false, never null, so that it can be negated.
 */
export function visibleCondition(caller: Viewer, kind: string, alias: string, bind: Bind): string | undefined {
  if (!caller.visibility) return undefined;
  return new Conditions(caller.visibility, caller.tenantId, bind).of(modelNamed(kind), alias);
}

/** The same for parts that wait for a record: they name it in texts, and are hidden if it exists and is hidden. */
function visiblePending(caller: Viewer, kind: string, alias: string, bind: Bind): string | undefined {
  if (!caller.visibility) return undefined;
  const conditions = new Conditions(caller.visibility, caller.tenantId, bind);
  return conditions.ofNamed(modelNamed(kind), alias, pendingNames(modelNamed(kind)));
}

/** The restriction of a read of the row `t`: what the caller sees, and a further condition of the read. */
export function withinVisibility(
  caller: Viewer,
  kind: string,
  further?: Restriction,
  isPending = false,
): { readonly restriction?: Restriction } {
  if (!caller.visibility) return further ? { restriction: further } : {};
  const restriction: Restriction = (bind) =>
    allOf([
      further && `(${further(bind)})`,
      isPending ? visiblePending(caller, kind, 't', bind) : visibleCondition(caller, kind, 't', bind),
    ]) ?? 'true';
  return { restriction };
}

/** The condition on a row of a kind, for statements that look records up to write them; undefined where the caller sees all of them. */
export function visibleRows(caller: Viewer | undefined, kind: string, alias: string): Restriction | undefined {
  if (!caller || visibleCondition(caller, kind, alias, () => '') === undefined) return undefined;
  return (bind) => visibleCondition(caller, kind, alias, bind) ?? 'true';
}

const allOf = (parts: readonly (string | undefined)[]): string | undefined => {
  const given = parts.filter((part) => part !== undefined);
  return given.length === 0 ? undefined : given.join(' and ');
};

/** The kinds that have a rule of their own. All others are seen with what they refer to. */
type Rule = (conditions: Conditions, alias: string) => string | undefined;
const RULES: Readonly<Record<string, Rule>> = {
  Task: (conditions, t) => conditions.task(t),
  Resource: (conditions, t) => conditions.resource(t),
  Appointment: (conditions, t) => conditions.appointment(t),
  Job: (conditions, t) => conditions.job(t),
};

/** Of users, connectors and other records of administrators nothing is hidden. */
const isLimited = ({ entity }: EntityModel): boolean => entity.readPermission === undefined;

const limiting = new WeakMap<EntityModel, readonly ReferenceModel[]>();

/** The references by which a record is hidden with another one. */
function limitingReferences(model: EntityModel): readonly ReferenceModel[] {
  const known = limiting.get(model);
  if (known) return known;
  // A calendar refers to calendars: while it is looked at it has none.
  limiting.set(model, []);
  const found = isLimited(model)
    ? model.references.filter(({ target }) => target.name in RULES || limitingReferences(target).length > 0)
    : [];
  limiting.set(model, found);
  return found;
}

/** The references by which a record without a rule of its own is hidden. */
export const hidingReferences = (model: EntityModel): readonly ReferenceModel[] =>
  model.name in RULES ? [] : limitingReferences(model);

/** Whether a record is hidden with others that it names in texts. */
export const namesRecords = (model: EntityModel): boolean => isLimited(model) && isNamedWith(model, RULES);

class Conditions {
  readonly #visibility: Visibility;
  readonly #tenantId: number;
  readonly #bind: Bind;
  readonly #bound = new Map<unknown, string>();
  #aliases = 0;

  constructor(visibility: Visibility, tenantId: number, bind: Bind) {
    this.#visibility = visibility;
    this.#tenantId = tenantId;
    this.#bind = bind;
  }

  of(model: EntityModel, t: string): string | undefined {
    const rule = RULES[model.name];
    if (rule) return rule(this, t);
    if (!isLimited(model)) return undefined;
    return allOf([
      ...limitingReferences(model).map((reference) => this.#referred(reference, t)),
      this.ofNamed(model, t, namedRecords(model)),
    ]);
  }

  task(t: string): string | undefined {
    return allOf([...this.#values('TaskFilterValue', 'task_id', `${t}.id`), this.#names(t)]);
  }

  resource(t: string): string | undefined {
    return allOf([...this.#values('ResourceFilterValue', 'resource_id', `${t}.id`), this.#team(t)]);
  }

  /** Its task is visible, if it has one, its category and time marker are, and one of its resources is, if it has any. */
  appointment(t: string): string | undefined {
    const task = this.#taskIsVisible(`${t}.task_id`);
    return allOf([this.#names(t), task && `(${t}.task_id is null or (${task}))`, this.#someResource(t)]);
  }

  /** One of its tasks is visible, if it has any. */
  job(t: string): string | undefined {
    const below = (h: string): string => `${h}.tenant_id = ${t}.tenant_id and ${h}.job_id = ${t}.id`;
    const [any, seen] = [this.#alias(), this.#alias()];
    const visible = this.task(seen);
    return (
      visible &&
      `(not exists (select from task ${any} where ${below(any)}) or exists (select from task ${seen} where ${below(seen)} and ${visible}))`
    );
  }

  /** None of the records that it names in texts is hidden. */
  ofNamed(model: EntityModel, t: string, names: readonly NamedRecord[]): string | undefined {
    return allOf(
      names.map(({ target, matches }) => {
        const h = this.#alias();
        const visible = this.of(target, h);
        return (
          visible &&
          `not exists (select from ${target.table} ${h} where ${h}.tenant_id = ${t}.tenant_id and ${matches(model, t, h)} and not (${visible}))`
        );
      }),
    );
  }

  #referred({ target, db, reference }: ReferenceModel, t: string): string | undefined {
    const condition = this.#isVisible(target, `${t}.${db}`);
    return condition && reference.optional ? `(${t}.${db} is null or ${condition})` : condition;
  }

  /** The record of a kind that has this id is visible. */
  #isVisible(target: EntityModel, id: string): string | undefined {
    if (target.name === 'Task') return this.#taskIsVisible(id);
    if (target.name === 'Resource') return this.#resourceIsVisible(id);
    const h = this.#alias();
    return this.#exists(target.table, h, id, this.of(target, h));
  }

  /** `is true` keeps PostgreSQL from joining: it would begin with the other table, for it cannot know how many of its records are visible. */
  #exists(table: string, h: string, id: string, visible: string | undefined): string | undefined {
    return (
      visible &&
      `exists (select from ${table} ${h} where ${h}.tenant_id = ${this.#tenant()} and ${h}.id = ${id} and ${visible}) is true`
    );
  }

  /** Filter values hang on the id: the record itself is only looked at where something else of it limits. */
  #taskIsVisible(id: string): string | undefined {
    const h = this.#alias();
    return allOf([...this.#values('TaskFilterValue', 'task_id', id), this.#exists('task', h, id, this.#names(h))]);
  }

  #resourceIsVisible(id: string): string | undefined {
    const h = this.#alias();
    return allOf([
      ...this.#values('ResourceFilterValue', 'resource_id', id),
      this.#exists('resource', h, id, this.#team(h)),
    ]);
  }

  #someResource(t: string): string | undefined {
    const [any, seen] = [this.#alias(), this.#alias()];
    const visible = this.#resourceIsVisible(`${seen}.resource_id`);
    const own = (s: string): string => `${s}.tenant_id = ${this.#tenant()} and ${s}.owner_id = ${t}.id`;
    return (
      visible &&
      `(exists (select from assignment ${seen} where ${own(seen)} and ${visible}) or not exists (select from assignment ${any} where ${own(any)}))`
    );
  }

  /**
   * Of each group that limits, the record shares a value or has none. PostgreSQL looks the values up for few records, and reads all of them once
   * for many: it plans an `exists` beside an `or` in both ways.
   */
  #values(kind: 'TaskFilterValue' | 'ResourceFilterValue', owner: string, id: string): string[] {
    const values = modelNamed(kind);
    return this.#visibility.groups.map((limit) => {
      const [shared, any] = [this.#alias(), this.#alias()];
      const own = (v: string): string =>
        `select from ${values.table} ${v} where ${v}.tenant_id = ${this.#tenant()} and ${v}.${owner} = ${id}
          and ${foldedPart(values, v, 'filterGroup')} = ${this.#value(limit.group)}`;
      return `(exists (${own(shared)} and ${foldedPart(values, shared, 'filterValue')} = any(${this.#value(limit.values)}::text[]))
        or not exists (${own(any)}))`;
    });
  }

  /** The names that a task and an appointment may have. */
  #names(t: string): string | undefined {
    return allOf([
      this.#named(`${t}.category`, this.#visibility.categories),
      this.#named(`${t}.time_marker`, this.#visibility.timeMarkers),
    ]);
  }

  #named(column: string, names: readonly string[]): string | undefined {
    return names.length === 0 ? undefined : `coalesce(${this.#among(column, names)}, true)`;
  }

  /** A team has a code and a name; either may be among those of the user. */
  #team(t: string): string | undefined {
    const { teams } = this.#visibility;
    if (teams.length === 0) return undefined;
    const [code, name] = [`${t}.team_code`, `${t}.team_name`];
    return `(coalesce(${code}, ${name}) is null or coalesce(${this.#among(code, teams)}, false) or coalesce(${this.#among(name, teams)}, false))`;
  }

  #among(column: string, names: readonly string[]): string {
    return `${folded(column)} = any(${this.#value(names)}::text[])`;
  }

  #tenant(): string {
    return `${this.#value(this.#tenantId)}::integer`;
  }

  /** The same value is one parameter, however often it is compared. */
  #value(value: unknown): string {
    const known = this.#bound.get(value) ?? this.#bind(value);
    this.#bound.set(value, known);
    return known;
  }

  #alias(): string {
    return `h${this.#aliases++}`;
  }
}

/** Keys that are not shorter than this may end with a hash instead of their last parts: see writing/record-key.ts. */
const WHOLE_KEY_BYTES = 580;

/** A part of the key of a row, folded. The key holds it so, and taking it from there is much quicker than folding it again. */
function foldedPart(model: EntityModel, row: string, property: string): string {
  const at = model.keyColumns.findIndex((column) => column.property === property);
  return `case when octet_length(${row}.key) < ${WHOLE_KEY_BYTES} then split_part(${row}.key, ${KEY_SEPARATOR_SQL}, ${at + 1})
          else ${folded(`${row}.${model.column(property).db}`)} end`;
}
