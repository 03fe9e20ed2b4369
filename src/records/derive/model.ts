import { entities, facets } from '../entities/index.ts';
import {
  type CallOption,
  type Column,
  type Entity,
  type Facet,
  paramOf,
  pascal,
  type Reference,
} from '../entities/kit.ts';
import { type Kind, kinds } from './kinds.ts';

/** A resolved declaration: spellings resolved, references followed in both directions. */
export interface ColumnModel {
  readonly property: string;
  /** Column in the database. */
  readonly db: string;
  /** Import parameter. */
  readonly param: string;
  readonly spec: Column;
  readonly kind: Kind;
  readonly isKey: boolean;
}

export interface ReferenceModel {
  readonly name: string;
  /** Column that holds the id of the other record. */
  readonly db: string;
  readonly reference: Reference;
  readonly target: EntityModel;
}

interface ChildModel {
  readonly child: EntityModel;
  readonly reference: ReferenceModel;
}

export interface EntityModel {
  readonly entity: Entity;
  readonly name: string;
  readonly table: string;
  readonly columns: readonly ColumnModel[];
  /** Those that are columns of the table. */
  readonly stored: readonly ColumnModel[];
  readonly keyColumns: readonly ColumnModel[];
  readonly references: readonly ReferenceModel[];
  /** Who refers to this record. */
  readonly children: readonly ChildModel[];
  column(property: string): ColumnModel;
}

const snake = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/** Text beyond its documented length is stored whole: clients of other systems have longer fields. Parts of keys have to fit into an index. */
const LONGEST_LENIENT = 4000;
const LONGEST_KEY_PART = 100;

/** The column with the length up to which its texts are accepted. */
function withLongest(entity: Entity, property: string, spec: Column): Column {
  if (entity.exact || spec.max === undefined || !['text', 'texts', 'secret'].includes(spec.kind)) return spec;
  const spellsKey =
    entity.key.includes(property) ||
    spec.names !== undefined ||
    Object.values(entity.references ?? {}).some(({ by }) => by.includes(property));
  const longest = spellsKey ? LONGEST_KEY_PART : LONGEST_LENIENT;
  return longest <= spec.max ? spec : { ...spec, longest };
}

function modelOf(entity: Entity): EntityModel & { references: ReferenceModel[]; children: ChildModel[] } {
  const columns = Object.entries(entity.columns).map(
    ([property, spec]): ColumnModel => ({
      property,
      db: snake(property),
      param: paramOf(property, spec),
      spec: withLongest(entity, property, spec),
      kind: kinds[spec.kind],
      isKey: entity.key.includes(property),
    }),
  );
  const byProperty = new Map(columns.map((column) => [column.property, column]));
  const column = (property: string): ColumnModel => {
    const found = byProperty.get(property);
    if (!found) throw new Error(`${entity.name} has no column ${property}`);
    return found;
  };
  return {
    entity,
    name: entity.name,
    table: entity.table,
    columns,
    stored: columns.filter(({ spec }) => !spec.virtual),
    keyColumns: entity.key.map(column),
    references: [],
    children: [],
    column,
  };
}

function build(): ReadonlyMap<string, EntityModel> {
  const built = new Map(entities.map((entity) => [entity.name, modelOf(entity)]));
  for (const model of built.values())
    for (const [name, reference] of Object.entries(model.entity.references ?? {})) {
      const target = built.get(reference.to);
      if (!target) throw new Error(`${model.name} refers to ${reference.to}, which is not declared`);
      const worked: ReferenceModel = { name, db: `${snake(name)}_id`, reference, target };
      model.references.push(worked);
      target.children.push({ child: model, reference: worked });
    }
  return built;
}

export const models: ReadonlyMap<string, EntityModel> = build();

export function model(name: string): EntityModel {
  const found = models.get(name);
  if (!found) throw new Error(`no entity ${name}`);
  return found;
}

/** Columns elsewhere that name records of this entity without referring to them: cleared when such a record is deleted. */
export const namedBy = (name: string): readonly { model: EntityModel; column: ColumnModel }[] =>
  [...models.values()].flatMap((each) =>
    each.columns.filter((column) => column.spec.names === name).map((column) => ({ model: each, column })),
  );

/** Records that repeat something of this entity as text, mostly its key, and go with it. */
export const followersOf = (
  name: string,
): readonly { model: EntityModel; columns: readonly ColumnModel[]; of: readonly string[] }[] =>
  [...models.values()].flatMap((each) =>
    (each.entity.follows ?? [])
      .filter(({ to }) => to === name)
      .map(({ by, of }) => ({
        model: each,
        columns: by.map(each.column),
        of: of ?? model(name).keyColumns.map(({ property }) => property),
      })),
  );

export interface OptionModel {
  readonly name: string;
  readonly param: string;
  readonly spec: CallOption;
}

/** `set` and `reset` are those of a facet. */
export type Action = 'upsert' | 'delete' | 'clear' | 'set' | 'reset';

export interface Procedure {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly action: Action;
  readonly model: EntityModel;
  readonly facet: Facet | undefined;
  /** What it takes, in the order of the reference. */
  readonly columns: readonly ColumnModel[];
  readonly options: readonly OptionModel[];
  /** Every accepted spelling, in lower case. */
  readonly names: ReadonlyMap<string, ColumnModel | OptionModel>;
}

const optionsOf = (
  declared: Readonly<Record<string, CallOption>> | undefined,
  action: 'upsert' | 'delete',
): OptionModel[] =>
  Object.entries(declared ?? {})
    .filter(([, spec]) => spec.on === 'both' || spec.on === action)
    .map(([name, spec]) => ({ name, param: pascal(name), spec }));

/** Reads the numbers of an older list as those of today. */
const translating = (kind: Kind, values: Readonly<Record<number, number>>): Kind => ({
  ...kind,
  parse: (value, column, zone, note) => kind.parse(values[Number(value)] ?? value, column, zone, note),
});

function procedure(
  names: readonly string[],
  action: Action,
  of: EntityModel,
  columns: readonly ColumnModel[],
  options: readonly OptionModel[],
  tolerated: readonly (ColumnModel | OptionModel)[],
  facet?: Facet,
): Procedure {
  const spellings = new Map<string, ColumnModel | OptionModel>();
  const add = (part: ColumnModel | OptionModel): void => {
    const own = 'property' in part ? part.property : part.name;
    for (const name of [own, part.param, ...(part.spec.aliases ?? [])])
      if (!spellings.has(name.toLowerCase())) spellings.set(name.toLowerCase(), part);
    if ('property' in part && part.spec.legacy) {
      const { param, values } = part.spec.legacy;
      spellings.set(param.toLowerCase(), { ...part, param, kind: translating(part.kind, values) });
    }
  };
  for (const part of [...columns, ...options, ...tolerated]) add(part);
  const [name = '', ...aliases] = names;
  return { name, aliases, action, model: of, facet, columns, options, names: spellings };
}

/** The ways to name a record, or for a part of an appointment the appointment that it belongs to. */
export const identityOf = (of: EntityModel): readonly (readonly string[])[] | undefined =>
  of.entity.identity ??
  (of.entity.pointsBy ? undefined : of.references.find(({ target }) => target.entity.identity)?.target.entity.identity);

/** The columns that tell which record a call means. */
function naming(of: EntityModel): readonly ColumnModel[] {
  const names = new Set(identityOf(of)?.flat());
  return names.size === 0 ? of.keyColumns : of.columns.filter((column) => column.isKey || names.has(column.property));
}

function proceduresOf(of: EntityModel): Procedure[] {
  const { procedures, options } = of.entity;
  const writable = of.columns.filter((column) => column.spec.readOnly !== true);
  const upsertOptions = optionsOf(options, 'upsert');
  const deleteOptions = optionsOf(options, 'delete');
  const made = [procedure(procedures.upsert, 'upsert', of, writable, upsertOptions, [])];
  if (procedures.delete) made.push(procedure(procedures.delete, 'delete', of, naming(of), deleteOptions, of.columns));
  if (procedures.clear) {
    const scope = of.references[0]?.reference.by.map(of.column) ?? [];
    made.push(procedure(procedures.clear, 'clear', of, scope, deleteOptions, of.columns));
  }
  return made;
}

function proceduresOfFacet(facet: Facet): Procedure[] {
  const of = model(facet.of);
  const names = naming(of);
  const sets = facet.sets.map(of.column);
  const made = [
    procedure(facet.procedures, 'set', of, [...names, ...sets], optionsOf(facet.options, 'upsert'), [], facet),
  ];
  if (facet.resets)
    made.push(procedure(facet.resets, 'reset', of, names, optionsOf(facet.options, 'delete'), sets, facet));
  return made;
}

/** What a list of a facet shows: which record, and what the facet sets. */
export const facetColumns = (facet: Facet): readonly ColumnModel[] => {
  const of = model(facet.of);
  const shown = new Set([...naming(of).map(({ property }) => property), ...facet.sets]);
  return of.stored.filter(({ property }) => shown.has(property));
};

export const procedures: readonly Procedure[] = [
  ...[...models.values()].flatMap(proceduresOf),
  ...facets.flatMap(proceduresOfFacet),
];

const byName = new Map(
  procedures.flatMap((each) => [each.name, ...each.aliases].map((name) => [name.toLowerCase(), each])),
);

/** Procedure by any of its names, without regard to case. */
export const procedureNamed = (name: string): Procedure | undefined => byName.get(name.trim().toLowerCase());

export function procedureFor(of: EntityModel, action: Action): Procedure | undefined {
  for (const each of procedures)
    if (each.model === of && each.action === action && each.facet === undefined) return each;
  return undefined;
}
