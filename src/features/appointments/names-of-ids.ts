import { errorDetail } from '../../domain/errors.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { recordsByIds } from '../../records/storage/record-reads.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import type { Named } from './name-appointments.ts';

const BY_ID = [
  { option: 'categoryId', entity: 'Category', property: 'category' },
  { option: 'timeMarkerId', entity: 'TimeMarker', property: 'timeMarker' },
];

/** One client speaks of categories and time markers by their ids: those become their names. */
export async function namesOfIds(
  context: WriteContext,
  calls: readonly Call[],
  named: Named,
): Promise<{ readonly calls: readonly Call[]; readonly named: Named }> {
  let open = calls;
  let known = named;
  for (const { option, entity, property } of BY_ID) {
    const asked = asking(open, option, property);
    if (asked.length === 0) continue;
    const model = modelNamed(entity);
    const ids = asked.map((call) => Number(call.options[option])).filter(Number.isSafeInteger);
    const found = await recordsByIds(context.tx, context.caller.tenantId, model, ids);
    const key = model.keyColumns[0]?.property ?? '';
    const changed = new Map<Call, Call | undefined>();
    for (const call of asked) {
      const record = found.get(Number(call.options[option]));
      if (record) changed.set(call, withValue(call, property, record[key]));
      else {
        changed.set(call, undefined);
        context.reject(call, errorDetail('APP004', `There is no ${entity} with id ${call.options[option]}.`, option));
      }
    }
    open = open.flatMap((call) => (changed.has(call) ? (changed.get(call) ?? []) : call));
    known = new Map(
      [...known].flatMap(([call, appointment]) => {
        const now = changed.has(call) ? changed.get(call) : call;
        return now ? [[now, appointment] as const] : [];
      }),
    );
  }
  return { calls: open, named: known };
}

/** The calls that send an id and no name. */
function asking(calls: readonly Call[], option: string, property: string): Call[] {
  const asked: Call[] = [];
  for (const call of calls)
    if (isGiven(call.options[option]) && (sentValue(call, property) ?? null) === null) asked.push(call);
  return asked;
}

/** 0 is how clients write that there is none. */
const isGiven = (id: unknown): boolean => typeof id === 'string' && id.trim() !== '' && id.trim() !== '0';

function withValue(call: Call, property: string, value: unknown): Call {
  const { shape } = call;
  const column = shape.procedure.model.column(property);
  const at = shape.columns.indexOf(column);
  if (at >= 0) return { ...call, values: call.values.with(at, value) };
  return {
    ...call,
    shape: { ...shape, columns: [...shape.columns, column], id: `${shape.id}+${property}` },
    values: [...call.values, value],
  };
}
