import { quoted } from '../derive/ddl.ts';
import { type EntityModel, model as modelNamed } from '../derive/model.ts';
import { folded } from '../derive/statements.ts';

/** A record that another one names in texts instead of referring to it: a notification names its task. */
export interface NamedRecord {
  readonly target: EntityModel;
  /** SQL: the row `h` of the target is the one that the row `t` names. */
  matches(model: EntityModel, t: string, h: string): string;
}

/** The parts of a key are joined like this in the folded key: see domain/natural-key.ts. */
export const KEY_SEPARATOR_SQL = `E'\\x1f'`;

const named = (to: string, by: readonly string[], of?: readonly string[]): NamedRecord => ({
  target: modelNamed(to),
  matches(model, t, h) {
    const own = by.map((property) => model.column(property));
    if (!of) {
      const parts = own.map(({ db }) => `coalesce(${folded(`${t}.${quoted(db)}`)}, '')`);
      return `${h}.key = ${parts.join(` || ${KEY_SEPARATOR_SQL} || `)}`;
    }
    const target = modelNamed(to);
    return of
      .map((property, i) => {
        const left = property === 'id' ? `${h}.id` : `${h}.${quoted(target.column(property).db)}`;
        const column = own[i];
        const right = `${t}.${quoted(column?.db ?? '')}`;
        return column?.spec.kind === 'text' ? `${folded(left)} = ${folded(right)}` : `${left} = ${right}`;
      })
      .join(' and ');
  },
});

/** What the declaration says that a record names. */
export const namedRecords = ({ entity }: EntityModel): readonly NamedRecord[] =>
  [...(entity.follows ?? []), ...(entity.hiddenWith ?? [])].map(({ to, by, of }) => named(to, by, of));

export const isNamedWith = (model: EntityModel, kinds: Readonly<Record<string, unknown>>): boolean =>
  namedRecords(model).some(({ target }) => target.name in kinds);

/** What a part names that waits for a record: it has no references yet, and one of several names of an appointment. */
export const pendingNames = ({ references, entity }: EntityModel): readonly NamedRecord[] =>
  references.flatMap(({ target, reference }) =>
    target.entity.identity
      ? target.entity.identity
          .flat()
          .filter((property) => property in entity.columns)
          .map((property) => named(target.name, [property], [property === 'appointmentId' ? 'id' : property]))
      : [named(target.name, reference.by)],
  );
