import type { Visibility } from '../../domain/visibility.ts';
import type { Caller } from '../../platform/caller.ts';
import { type EntityModel, model as modelNamed, type ReferenceModel } from '../derive/model.ts';
import { folded } from '../derive/statements.ts';
import type { Restriction } from '../storage/record-reads.ts';
import { isNamedWith, type NamedRecord, namedRecords, pendingNames } from './named-records.ts';

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
const isLimited = ({ entity }: EntityModel): boolean => entity.readScope === undefined;

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

/** Whether records of this kind may be hidden from somebody. */
export const mayBeHidden = (model: EntityModel): boolean =>
  model.name in RULES || limitingReferences(model).length > 0 || (isLimited(model) && isNamedWith(model, RULES));

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
    return allOf([...this.#values('task_filter_value', 'task_id', t), this.#category(t), this.#timeMarker(t)]);
  }

  resource(t: string): string | undefined {
    return allOf([...this.#values('resource_filter_value', 'resource_id', t), this.#team(t)]);
  }

  /** Its task is visible, its category and time marker are, and one of its resources is, if it has any. */
  appointment(t: string): string | undefined {
    return allOf([
      this.#category(t),
      this.#timeMarker(t),
      this.#exists(modelNamed('Task'), (h) => `${h}.id = ${t}.task_id`),
      this.#someResource(t),
    ]);
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
    const condition =
      target.name === 'Resource'
        ? this.#resourceIsVisible(`${t}.${db}`)
        : this.#exists(target, (h) => `${h}.id = ${t}.${db}`);
    return condition && reference.optional ? `(${t}.${db} is null or ${condition})` : condition;
  }

  #exists(target: EntityModel, join: (alias: string) => string): string | undefined {
    const h = this.#alias();
    const visible = this.of(target, h);
    return (
      visible &&
      `exists (select from ${target.table} ${h} where ${h}.tenant_id = ${this.#tenant()} and ${join(h)} and ${visible})`
    );
  }

  /** Resources are few and asked for again and again: the hidden ones are found once for the whole statement. */
  #resourceIsVisible(id: string): string | undefined {
    const h = this.#alias();
    const visible = this.resource(h);
    return (
      visible &&
      `${id} not in (select ${h}.id from resource ${h} where ${h}.tenant_id = ${this.#tenant()} and not (${visible}))`
    );
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

  /** Of each group that limits: the record shares a value, or has none of the group. One look at its values for each group. */
  #values(table: string, owner: string, t: string): string[] {
    return this.#visibility.groups.map(({ group, values }) => {
      const v = this.#alias();
      return `coalesce((select bool_or(${this.#among(`${v}.filter_value`, values)}) from ${table} ${v}
        where ${v}.tenant_id = ${this.#tenant()} and ${v}.${owner} = ${t}.id and ${folded(`${v}.filter_group`)} = ${this.#value(group)}), true)`;
    });
  }

  #category(t: string): string | undefined {
    return this.#named(`${t}.category`, this.#visibility.categories);
  }

  #timeMarker(t: string): string | undefined {
    return this.#named(`${t}.time_marker`, this.#visibility.timeMarkers);
  }

  #named(column: string, names: readonly string[]): string | undefined {
    return names.length === 0 ? undefined : `(${column} is null or ${this.#among(column, names)})`;
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
