import { type EntityModel, model as modelNamed, procedureFor } from '../derive/model.ts';
import { keyOfRecord } from '../derive/spelled-key.ts';
import { findByKeys, insertRows, rowValues } from '../storage/record-store.ts';
import { type Call, sentValue } from './call.ts';
import { missingColumn } from './missing-column.ts';
import type { Group } from './plan-groups.ts';
import { recordKey } from './record-key.ts';
import { resolveReferences } from './resolve-references.ts';
import type { WriteContext } from './write-context.ts';

/** Makes what a call brings into being by naming it: a new resource type, or with CreateJob the job of a task. Answers the calls that go on. */
export async function ensureNamed(context: WriteContext, sent: Group): Promise<Group> {
  const group = { ...sent, calls: await thatMayMake(context, sent) };
  await makeNamed(context, group);
  return group;
}

/** A call that will be refused for what it refers to must not leave the job behind that it would have made. */
async function thatMayMake(context: WriteContext, { shape, calls }: Group): Promise<readonly Call[]> {
  if (!calls.some(createsJob)) return calls;
  const references = shape.references.filter(({ target }) => target.name !== 'Job');
  return (await resolveReferences(context, { shape: { ...shape, references }, calls })).map(({ call }) => call);
}

const createsJob = ({ options }: Call): boolean => options['createJob'] === true;

async function makeNamed(context: WriteContext, group: Group): Promise<void> {
  const { model } = group.shape.procedure;
  // A new record without its required columns will be refused, and one that exists has what it names.
  if (missingColumn(group.shape)) return;
  for (const column of group.shape.columns.filter((each) => each.spec.makes)) {
    const target = modelNamed(column.spec.names ?? '');
    const property = target.keyColumns[0]?.property ?? '';
    const shown = (name: string) => (target.entity.columns['displayName'] ? { displayName: name } : {});
    await make(
      context,
      target,
      group.calls.flatMap((call) => {
        const name = sentValue(call, column.property);
        return typeof name === 'string' ? [{ [property]: name, ...shown(name) }] : [];
      }),
    );
  }
  if (model.name === 'Task') await make(context, modelNamed('Job'), group.calls.filter(createsJob).map(jobOf));
}

const jobOf = (call: Call): Record<string, unknown> => ({
  sourceApp: sentValue(call, 'sourceApp'),
  sourceType: sentValue(call, 'sourceType'),
  jobNo: sentValue(call, 'jobNo'),
  shortDescription: sentValue(call, 'shortDescription') ?? sentValue(call, 'jobNo'),
});

async function make(
  context: WriteContext,
  target: EntityModel,
  records: readonly Record<string, unknown>[],
): Promise<void> {
  const procedure = procedureFor(target, 'upsert');
  if (records.length === 0 || !procedure) return;
  const byKey = new Map<string, Record<string, unknown>>();
  for (const record of records) {
    const key = recordKey(target.keyColumns.map((column) => record[column.property]));
    // The first call that names it makes it, as when the calls ran one by one.
    if (!byKey.has(key)) byKey.set(key, record);
  }
  const known = await findByKeys(context.tx, context.caller.tenantId, target, [...byKey.keys()]);
  const missing = [...byKey].filter(([key]) => !known.has(key));
  if (missing.length === 0) return;
  const columns = Object.keys(missing[0]?.[1] ?? {}).map(target.column);
  const made = await insertRows(
    context.tx,
    context.caller.tenantId,
    { model: target, columns, references: [] },
    missing.map(([key, record]) => ({ key, references: [], values: rowValues(columns, record) })),
    context.caller.actor,
  );
  for (const [key, id] of made) {
    const record = byKey.get(key) ?? {};
    context.note(target, 'created', { id, version: 1 }, keyOfRecord(target, id, record), {
      sourceApp: record['sourceApp'],
      after: JSON.stringify(record),
    });
  }
}
