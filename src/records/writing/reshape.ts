import { randomUUID } from 'node:crypto';
import { type Call, type CallShape, placeIn } from './call.ts';
import type { Group } from './plan-groups.ts';
import { recordKey, valuesAt } from './record-key.ts';

/** Where the values of a call of another shape come from. */
interface Reshape {
  readonly shape: CallShape;
  /** A place among the call's values, or the name of a value that is set. */
  readonly sources: readonly (number | string)[];
  /** A reference that the call made already keeps its place there; of one whose source values are set again, their places in the new call. */
  readonly referred: readonly (number | readonly number[])[];
}

interface Reshapes {
  readonly known: Map<string, Reshape>;
  last: { readonly set: readonly string[]; readonly dropped: readonly string[]; readonly reshape: Reshape } | undefined;
}

/** A batch has a thousand calls of one shape, and they are reshaped the same way as the one before. */
const reshapes = new WeakMap<CallShape, Reshapes>();

const isSame = (a: readonly string[], b: readonly string[]): boolean => {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
};

function reshapeOf(shape: CallShape, set: readonly string[], dropped: readonly string[]): Reshape {
  let own = reshapes.get(shape);
  if (!own) {
    own = { known: new Map(), last: undefined };
    reshapes.set(shape, own);
  }
  const { known, last } = own;
  if (last && isSame(last.set, set) && isSame(last.dropped, dropped)) return last.reshape;
  const name = `${set.join()}|${dropped.join()}`;
  const reshape = known.get(name) ?? makeReshape(shape, set, dropped);
  known.set(name, reshape);
  own.last = { set, dropped, reshape };
  return reshape;
}

function makeReshape(
  { procedure, columns: sent, references: made }: CallShape,
  set: readonly string[],
  dropped: readonly string[],
): Reshape {
  const placeOf = (property: string): number =>
    dropped.includes(property) ? -1 : sent.findIndex((column) => column.property === property);
  const columns = procedure.model.stored.filter(({ property }) => set.includes(property) || placeOf(property) >= 0);
  const references = procedure.model.references.filter(({ reference }) =>
    reference.by.every((property) => columns.some((column) => column.property === property)),
  );
  return {
    shape: {
      procedure,
      model: procedure.model,
      columns,
      references,
      id: `${procedure.name}|${columns.map(({ property }) => property).join(',')}`,
    },
    sources: columns.map(({ property }) => (set.includes(property) ? property : placeOf(property))),
    referred: references.map(({ name, reference }) => {
      const at = made.findIndex((each) => each.name === name);
      return at < 0 || reference.by.some((property) => set.includes(property))
        ? reference.by.map((property) => columns.findIndex((column) => column.property === property))
        : at;
    }),
  };
}

const NONE: readonly string[] = [];

/** The call with further or other values, and without some, under the key of its record. What is only a name is left out. */
export function withColumns(
  call: Call,
  values: Readonly<Record<string, unknown>>,
  key: string,
  more: { readonly shownKey?: string; readonly dropped?: readonly string[] } = {},
): Call {
  const { dropped = NONE, shownKey = call.shownKey } = more;
  const { shape, sources, referred } = reshapeOf(call.shape, Object.keys(values), dropped);
  const reshaped: unknown[] = [];
  for (const source of sources) reshaped.push(typeof source === 'string' ? values[source] : call.values[source]);
  const keys: (string | null)[] = [];
  for (const at of referred)
    keys.push(typeof at === 'number' ? (call.referred[at] ?? null) : recordKey(valuesAt(at, reshaped)));
  return { ...call, shape, values: reshaped, key, shownKey, referred: keys };
}

/** The call with values where it has none, in columns that it has, and with ids of records that its writer holds. */
export function withMissing(call: Call, held: Call['held'], missing: Readonly<Record<string, unknown>>): Call {
  const values = [...call.values];
  for (const property in missing) {
    const at = placeIn(call.shape, property);
    if (at !== undefined) values[at] ??= missing[property];
  }
  return held ? { ...call, values, held } : { ...call, values };
}

/**
 * Keys for records that have none of their own, by the index of the call. Rows are inserted in the order of keys: these keep the order of the calls.
 * They begin with the moment of the batch, so that all of them go to the end of the index, and not to pages all over it.
 */
export function surrogateKeys(moment: Date): (index: number) => string {
  const batch = moment.getTime();
  return (index) => `${batch}.${String(index).padStart(6, '0')}.${randomUUID()}`;
}

/** Calls that one statement can write together. */
export function byShape(calls: readonly Call[]): Group[] {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const group = groups.get(call.shape.id);
    if (group) group.push(call);
    else groups.set(call.shape.id, [call]);
  }
  return [...groups.values()].map((group) => ({ shape: (group[0] as Call).shape, calls: group }));
}
