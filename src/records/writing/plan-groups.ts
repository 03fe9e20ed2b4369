import { derived } from '../derive/derived.ts';
import { followersOf, namedBy } from '../derive/model.ts';
import { type Call, type CallShape, sentValue } from './call.ts';
import { recordKey } from './record-key.ts';

/** Calls that one set-based statement may write together. */
export interface Group {
  readonly shape: CallShape;
  readonly calls: readonly Call[];
}

/**
 * Calls run in the order sent, as far as anyone can tell. A back office sends job, task, job, task … and clear, value, value, clear, value …;
 * taken literally each call would be a statement of its own. But two calls that touch no common record can change places. So every
 * call gets the earliest step at which all it depends on is done: a task comes one step after its job, the second call for a key one
 * step after the first; and within a step all calls of one shape form a group.
 */
export function planGroups(calls: readonly Call[]): Group[] {
  const mixed = namedInSeveralForms(calls);
  const [first] = calls;
  if (first && mixed.size === 0 && areApart(first, calls)) return [{ shape: first.shape, calls }];
  const written = new Map<string, number>();
  const touched = new Map<string, number>();
  const inOrder = new Map<string, { shape: string; step: number }>();
  const made = new Set<string>();
  /** What the last such delete names. */
  const doomed = new Set<string>();
  let floor = 0;
  let highest = -1;
  const steps: Map<string, Call[]>[] = [];

  for (const call of calls) {
    const footprint = footprintOf(call, mixed);
    let step = floor;
    if (footprint === 'everything') {
      // A delete that takes a tree with it stands between what came before and what comes after; only others of its kind may join it.
      const last = steps[highest]?.get(call.shape.id);
      const joins =
        floor === highest + 1 &&
        last !== undefined &&
        !doomed.has(call.identity) &&
        // Of two records of one kind, one may keep the other from being deleted: then their order counts.
        !call.shape.procedure.model.children.some(({ child }) => child === call.shape.procedure.model);
      step = joins ? highest : highest + 1;
      if (!joins) doomed.clear();
      doomed.add(call.identity);
      floor = step + 1;
      made.clear();
    } else {
      // Who names it first makes it, the others find it.
      let { writes, reads } = footprint;
      if (footprint.makes.length > 0) {
        writes = [...writes, ...footprint.makes.filter((name) => !made.has(name))];
        reads = [...reads, ...footprint.makes.filter((name) => made.has(name))];
        for (const name of footprint.makes) made.add(name);
      }
      for (const name of writes) step = Math.max(step, (touched.get(name) ?? -1) + 1);
      for (const name of reads) step = Math.max(step, (written.get(name) ?? -1) + 1);
      const { name, entity } = call.shape.procedure.model;
      const last = entity.ordered && inOrder.get(name);
      if (last) step = Math.max(step, last.shape === call.shape.id ? last.step : last.step + 1);
      if (entity.ordered) inOrder.set(name, { shape: call.shape.id, step });
      for (const name of writes) {
        written.set(name, Math.max(step, written.get(name) ?? -1));
        touched.set(name, Math.max(step, touched.get(name) ?? -1));
      }
      for (const name of reads) touched.set(name, Math.max(step, touched.get(name) ?? -1));
    }
    highest = Math.max(highest, step);
    const groups = steps[step] ?? new Map<string, Call[]>();
    steps[step] = groups;
    const group = groups.get(call.shape.id);
    if (group) group.push(call);
    else groups.set(call.shape.id, [call]);
  }
  return steps.flatMap((groups) =>
    [...(groups ?? new Map<string, Call[]>()).values()].map((group) => ({
      shape: (group[0] as Call).shape,
      calls: group,
    })),
  );
}

/** Most batches hold one upsert for each of many records of one kind. None of these calls depends on another one. */
function areApart({ shape }: Call, calls: readonly Call[]): boolean {
  const { procedure, references, columns } = shape;
  const refersToOwnKind = references.some(({ target }) => target.name === procedure.model.name);
  if (procedure.action !== 'upsert' || refersToOwnKind || columns.some(({ spec }) => spec.makes)) return false;
  const seen = new Set<string>();
  for (const call of calls) {
    if (call.shape !== shape || call.pointsAt || call.options['createJob'] || seen.has(call.identity)) return false;
    seen.add(call.identity);
  }
  return true;
}

interface Footprint {
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  /** What comes into being by being named. */
  readonly makes: readonly string[];
}

/** The kind of record that the names of a call are names of. */
const namedKind = ({ shape }: Call): string => {
  const { model } = shape.procedure;
  return model.entity.identity
    ? model.name
    : (model.references.find(({ target }) => target.entity.identity)?.target.name ?? model.name);
};

/** A record called by its GUID here and by its id there cannot be seen to be the same before the database is asked. */
function namedInSeveralForms(calls: readonly Call[]): ReadonlySet<string> {
  const ways = new Map<string, string>();
  const several = new Set<string>();
  const seen = (kind: string, name: string): void => {
    const way = name.split(':')[0] as string;
    if (way === 'new') return;
    if ((ways.get(kind) ?? way) !== way) several.add(kind);
    ways.set(kind, way);
  };
  for (const call of calls) {
    if (call.owner !== undefined) seen(namedKind(call), call.owner);
    for (const name of call.pointsAt ?? []) seen(pointedKind(call), name);
  }
  return several;
}

const pointedKind = ({ shape }: Call): string => shape.procedure.model.entity.pointsBy?.to ?? '';

function footprintOf(call: Call, mixed: ReadonlySet<string>): Footprint | 'everything' {
  const plain = plainFootprint(call);
  if (plain !== 'everything' && call.pointsAt) {
    const kind = pointedKind(call);
    const names = mixed.has(kind) ? ['any'] : call.pointsAt;
    return { ...plain, reads: [...plain.reads, ...names.map((name) => `${kind}|${name}`)] };
  }
  if (plain === 'everything' || call.owner === undefined || !mixed.has(namedKind(call))) return plain;
  return { ...plain, writes: [...plain.writes, `${namedKind(call)}|any`] };
}

const NOTHING: readonly string[] = [];

/** Places of the columns whose values name what comes into being. */
const makingPlaces = derived(({ columns }: CallShape): readonly number[] =>
  columns.flatMap(({ spec }, i) => (spec.makes ? [i] : [])),
);

/** Records that come into being because the call names them. */
function makesOf(call: Call): readonly string[] {
  const { columns } = call.shape;
  const places = makingPlaces(call.shape);
  const job = call.options['createJob'] ? [`Job|${call.referred[0]}`] : NOTHING;
  if (places.length === 0) return job;
  const named = places.filter((place) => typeof call.values[place] === 'string');
  return [...job, ...named.map((place) => `${columns[place]?.spec.names}|${recordKey([call.values[place]])}`)];
}

function plainFootprint(call: Call): Footprint | 'everything' {
  const { procedure, references } = call.shape;
  const { model } = procedure;
  const own = `${model.name}|${call.identity}`;
  switch (procedure.action) {
    case 'set':
    case 'reset':
      return { writes: [own], reads: [], makes: [] };
    case 'clear':
      if (call.shape.columns.length < procedure.columns.length) return 'everything';
      return { writes: [`${model.name}*|${call.key}`], reads: [], makes: [] };
    case 'delete': {
      const whole = call.shape.columns.filter((column) => column.isKey).length === model.keyColumns.length;
      const takesOthers =
        model.children.length > 0 || namedBy(model.name).length > 0 || followersOf(model.name).length > 0;
      if (!whole || takesOthers) return 'everything';
      const scope = model.entity.procedures.clear ? (model.references[0]?.reference.by ?? []) : [];
      const place = recordKey(scope.map((property) => sentValue(call, property)));
      return { writes: [own], reads: scope.length > 0 ? [`${model.name}*|${place}`] : [], makes: [] };
    }
    case 'upsert': {
      const reads = references.flatMap(({ target }, i) =>
        target.entity.identity
          ? call.owner === undefined
            ? []
            : [`${target.name}|${call.owner}`]
          : call.referred[i] === null
            ? []
            : [`${target.name}|${call.referred[i]}`],
      );
      // Its place in what a clear empties: the records below the first reference.
      if (model.entity.procedures.clear) reads.push(`${model.name}*|${call.referred[0]}`);
      return { writes: [own], reads, makes: makesOf(call) };
    }
  }
}
