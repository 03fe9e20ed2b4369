import { type EntityModel, followersOf, model, namedBy, type Procedure } from '../../../src/records/derive/model.ts';
import { type Call, type Outcome, sentValue } from '../../../src/records/writing/call.ts';
import type { Group } from '../../../src/records/writing/plan-groups.ts';
import { recordKey } from '../../../src/records/writing/record-key.ts';

/**
 * What writing a group does, without a database: it looks at what is there when the group begins, decides for all of its calls
 * at once, and then writes. A group of one call is a call on its own.
 */
interface Stored {
  readonly values: Readonly<Record<string, unknown>>;
  /** Keys of the records it refers to, by the name of the reference. */
  readonly parents: Readonly<Record<string, string | null>>;
  readonly version: number;
}

export class Memory {
  readonly outcomes: Outcome[] = [];
  readonly #tables = new Map<string, Map<string, Stored>>();

  write(group: Group): void {
    const { action } = group.shape.procedure;
    if (action === 'upsert') this.#upsert(group);
    else if (action === 'set') this.#set(group);
    else this.#delete(group);
  }

  /** Everything that is stored, in an order that does not depend on how it came there. */
  state(): unknown {
    return Object.fromEntries(
      [...this.#tables]
        .sort()
        .map(([name, table]) => [name, Object.fromEntries([...table].sort(([a], [b]) => (a < b ? -1 : 1)))]),
    );
  }

  #table(of: EntityModel): Map<string, Stored> {
    const table = this.#tables.get(of.name) ?? new Map<string, Stored>();
    this.#tables.set(of.name, table);
    return table;
  }

  #upsert({ shape, calls }: Group): void {
    const of = shape.procedure.model;
    for (const call of calls) this.#make(of, call);
    const accepted = calls.filter((call) => {
      const missing = shape.references.find(({ target }, i) => {
        const key = call.referred[i] ?? null;
        return key !== null && !this.#table(target).has(key);
      });
      if (missing) this.outcomes[call.index] = missing.reference.missing === 'ignore' ? 'ignored' : 'rejected';
      return !missing;
    });
    const known = new Map(this.#table(of));
    for (const call of accepted) this.#put(of, call, known.get(call.key));
  }

  #put(of: EntityModel, call: Call, before: Stored | undefined): void {
    const values = Object.fromEntries(call.shape.columns.map(({ property }, i) => [property, call.values[i]]));
    const parents = Object.fromEntries(call.shape.references.map(({ name }, i) => [name, call.referred[i] ?? null]));
    if (!before) {
      const lacks = of.columns.some(({ property, spec }) => spec.required && !(property in values));
      this.outcomes[call.index] = lacks ? 'rejected' : 'created';
      if (!lacks) this.#table(of).set(call.key, { values, parents, version: 1 });
      return;
    }
    const own = Object.entries(values).filter(([property]) => !of.column(property).isKey);
    const differs = own.some(([property, value]) => (before.values[property] ?? empty(of, property)) !== value);
    this.outcomes[call.index] = differs ? 'updated' : 'unchanged';
    if (differs)
      this.#table(of).set(call.key, {
        values: { ...before.values, ...Object.fromEntries(own) },
        parents: { ...before.parents, ...parents },
        version: before.version + 1,
      });
  }

  /** What a call brings into being by naming it. */
  #make(of: EntityModel, call: Call): void {
    for (const { property, spec } of call.shape.columns) {
      const name = spec.makes ? sentValue(call, property) : null;
      const target = model(spec.names ?? of.name);
      if (typeof name === 'string') this.#ensure(target, [name], { [target.keyColumns[0]?.property ?? '']: name });
    }
    if (!call.options['createJob']) return;
    const parts = ['sourceApp', 'sourceType', 'jobNo'].map(
      (property) => [property, sentValue(call, property)] as const,
    );
    this.#ensure(
      model('Job'),
      parts.map(([, part]) => part),
      { ...Object.fromEntries(parts), shortDescription: sentValue(call, 'shortDescription') },
    );
  }

  #ensure(of: EntityModel, parts: readonly unknown[], values: Record<string, unknown>): void {
    const key = recordKey(parts);
    if (!this.#table(of).has(key)) this.#table(of).set(key, { values, parents: {}, version: 1 });
  }

  #set({ shape, calls }: Group): void {
    const of = shape.procedure.model;
    const known = new Map(this.#table(of));
    for (const call of calls) {
      const before = known.get(call.key);
      if (before) this.#put(of, call, before);
      else this.outcomes[call.index] = 'ignored';
    }
  }

  #delete({ shape, calls }: Group): void {
    const of = shape.procedure.model;
    const named = new Map(calls.map((call) => [call, this.#named(shape.procedure, call)]));
    const inUse = new Set([...named.values()].flat().filter((key) => this.#inUse(of, key)));
    for (const [call, keys] of named) {
      const refused = keys.some((key) => inUse.has(key));
      this.outcomes[call.index] = refused ? 'rejected' : keys.length === 0 ? 'ignored' : 'deleted';
      if (!refused) for (const key of keys) this.#remove(of, key);
    }
  }

  #named({ model: of }: Procedure, call: Call): string[] {
    const wanted = call.shape.columns.map(({ property }, i) => [property, call.values[i]] as const);
    return [...this.#table(of)]
      .filter(([, { values }]) => wanted.every(([property, value]) => (values[property] ?? null) === value))
      .map(([key]) => key);
  }

  #inUse = (of: EntityModel, key: string): boolean =>
    of.children.some(
      ({ child, reference }) =>
        reference.reference.onDelete === 'restrict' &&
        [...this.#table(child).values()].some(({ parents }) => parents[reference.name] === key),
    );

  #remove(of: EntityModel, key: string): void {
    const gone = this.#table(of).get(key);
    if (!gone) return;
    for (const { child, reference } of of.children)
      for (const [below, { parents }] of [...this.#table(child)])
        if (parents[reference.name] === key) this.#remove(child, below);
    this.#table(of).delete(key);
    const spelled = of.keyColumns.map(({ property }) => gone.values[property]);
    for (const { model: other, columns } of followersOf(of.name))
      for (const [follower, { values }] of [...this.#table(other)])
        if (columns.every(({ property }, i) => values[property] === spelled[i])) this.#remove(other, follower);
    for (const { model: other, column } of namedBy(of.name))
      for (const [namer, record] of [...this.#table(other)])
        if (record.values[column.property] === spelled[0])
          this.#table(other).set(namer, {
            ...record,
            values: { ...record.values, [column.property]: null },
            version: record.version + 1,
          });
  }
}

const empty = (of: EntityModel, property: string): unknown => of.column(property).spec.default ?? null;
