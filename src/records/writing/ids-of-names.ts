import { type ColumnModel, model as modelNamed } from '../derive/model.ts';
import { recordsByIds } from '../storage/record-reads.ts';
import { findByKeys } from '../storage/record-store.ts';
import { type Call, sentValue } from './call.ts';
import type { Group } from './plan-groups.ts';
import { recordKey } from './record-key.ts';
import { withColumns } from './reshape.ts';
import type { WriteContext } from './write-context.ts';

/** The columns of a record that hold the id of what another column names. */
const idColumns = ({ shape }: Group): readonly ColumnModel[] => shape.procedure.model.columns.filter(isIdOf);

const isIdOf = ({ spec }: ColumnModel): boolean => spec.idOf !== undefined;

const nameColumn = ({ shape }: Group, { spec }: ColumnModel): ColumnModel =>
  shape.procedure.model.column(spec.idOf ?? '');

/** Calls that name a record by its id get its name; the name wins where both are sent. The id follows from the name when the record is written. */
export async function namesOfIds(context: WriteContext, group: Group): Promise<readonly Call[]> {
  let { calls } = group;
  for (const column of idColumns(group)) {
    if (!group.shape.columns.some(({ property }) => property === column.property)) continue;
    const named = nameColumn(group, column);
    const target = modelNamed(named.spec.names ?? '');
    const ids = calls.flatMap((call) => idSent(call, column) ?? []);
    const found = await recordsByIds(context.tx, context.caller.tenantId, target, [...new Set(ids)]);
    calls = calls.map((call) => {
      const id = idSent(call, column);
      const sent = sentValue(call, named.property);
      const name = id === undefined ? undefined : found.get(id)?.[target.keyColumns[0]?.property ?? ''];
      const [isKnown, isSent] = [typeof name === 'string', typeof sent === 'string'];
      if (id !== undefined && !isKnown)
        warn(context, call, column, `There is no ${target.name} with id ${id}; ${column.param} was ignored.`);
      else if (isKnown && isSent && recordKey([name]) !== recordKey([sent]))
        warn(context, call, column, `${column.param} ${id} is ${name}, not ${sent}; ${named.param} was used.`);
      const values = isKnown && !isSent ? { [named.property]: name } : {};
      return withColumns(call, values, call.key, { dropped: [column.property] });
    });
  }
  return calls;
}

const idSent = (call: Call, { property }: ColumnModel): number | undefined => {
  const id = sentValue(call, property);
  return typeof id === 'number' ? id : undefined;
};

const warn = (context: WriteContext, { index, shape }: Call, { param }: ColumnModel, message: string): void => {
  context.warnings.push({ index, procedure: shape.procedure.name, parameter: param, message });
};

/** Calls that name a record, which exists by now, get its id as well. All calls of the group have the same columns before and after. */
export async function withIdsOfNames(context: WriteContext, group: Group): Promise<Group> {
  let { calls } = group;
  for (const column of idColumns(group)) {
    const named = nameColumn(group, column);
    if (!group.shape.columns.some(({ property }) => property === named.property)) continue;
    const keyOf = (call: Call): string | undefined => {
      const name = sentValue(call, named.property);
      return typeof name === 'string' ? recordKey([name]) : undefined;
    };
    const keys = new Set(calls.flatMap((call) => keyOf(call) ?? []));
    const found = await findByKeys(context.tx, context.caller.tenantId, modelNamed(named.spec.names ?? ''), [...keys]);
    calls = calls.map((call) =>
      withColumns(call, { [column.property]: found.get(keyOf(call) ?? '')?.id ?? null }, call.key),
    );
  }
  const [first] = calls;
  return first ? { shape: first.shape, calls } : group;
}
