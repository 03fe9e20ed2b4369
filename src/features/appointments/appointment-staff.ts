import { errorDetail } from '../../domain/errors.ts';
import { model as modelNamed, procedureFor } from '../../records/derive/model.ts';
import { type Call, type CallShape, onBehalfOf, sentValue } from '../../records/writing/call.ts';
import { fromBackOffice } from '../../records/writing/change-detail.ts';
import { deleteTree } from '../../records/writing/delete-group.ts';
import { findVisible } from '../../records/writing/find-visible.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';
import { assignmentsOf } from './appointment-store.ts';

/** The resource that a call gives to its appointment. */
const resourceKeyOf = (call: Call): string | undefined => {
  const no = call.options['resourceNo'];
  return typeof no === 'string' ? recordKey([no]) : undefined;
};

const isFlagged = (call: Call): boolean => fromBackOffice(call).fromBackOffice ?? false;

/** Calls whose resource exists, with its id; the others are rejected before anything of them is written. */
export async function withResources(
  context: WriteContext,
  calls: readonly Call[],
): Promise<ReadonlyMap<Call, number | undefined>> {
  const keys = new Set(calls.flatMap((call) => resourceKeyOf(call) ?? []));
  const found = await findVisible(context, modelNamed('Resource'), [...keys], 'hold');
  const known = new Map<Call, number | undefined>();
  for (const call of calls) {
    const key = resourceKeyOf(call);
    const resource = key === undefined ? undefined : found.get(key);
    if (key === undefined || resource) known.set(call, resource?.id);
    else
      context.reject(
        call,
        errorDetail('APP004', `ResourceNo: there is no Resource ${call.options['resourceNo']}.`, 'ResourceNo'),
      );
  }
  return known;
}

/** Adds the named resources, whose ids come by the index of the call, as do the GUIDs of existing appointments; with ReplaceResource the others go. */
export async function assign(
  context: WriteContext,
  calls: readonly Call[],
  resources: ReadonlyMap<number, number>,
  guids: ReadonlyMap<number, string>,
): Promise<void> {
  const assignments = modelNamed('Assignment');
  const procedure = procedureFor(assignments, 'upsert');
  const written = calls.filter(
    (call) => typeof call.options['resourceNo'] === 'string' && settledId(context, call) !== undefined,
  );
  if (!procedure || written.length === 0) return;
  const relieved = new Set<number>();
  const replacing = written.filter((call) => call.options['replaceResource'] === true);
  if (replacing.length > 0) {
    const keep = new Map(replacing.map((call) => [settledId(context, call), recordKey([call.options['resourceNo']])]));
    const others = (await assignmentsOf(context.tx, context.caller.tenantId, [...keep.keys()] as number[])).filter(
      (each) => keep.get(each.appointmentId) !== recordKey([each.resourceNo]),
    );
    for (const { appointmentId } of others) relieved.add(appointmentId);
    for (const flagged of [true, false]) {
      const own = new Set(
        replacing.filter((call) => isFlagged(call) === flagged).map((call) => settledId(context, call)),
      );
      await deleteTree(
        context,
        assignments,
        others.filter(({ appointmentId }) => own.has(appointmentId)).map(({ id }) => id),
        { fromBackOffice: flagged },
      );
    }
  }
  const columns = ['appointmentId', 'appointmentGuid', 'appointmentNo', 'resourceNo'].map(assignments.column);
  const shape: CallShape = { procedure, columns, references: assignments.references, id: 'assign' };
  const nested = context.nested();
  const joining = written.map((call): Call => {
    const resourceNo = call.options['resourceNo'];
    const [owner, resource] = [settledId(context, call) ?? 0, resources.get(call.index)];
    return {
      ...onBehalfOf(call),
      shape,
      values: [owner, guids.get(call.index) ?? sentValue(call, 'appointmentGuid'), call.shownKey, resourceNo],
      key: recordKey([call.shownKey, resourceNo]),
      shownKey: `${call.shownKey}/${resourceNo}`,
      referred: [call.key, recordKey([resourceNo])],
      held: { owner, ...(resource === undefined ? {} : { resource }) },
    };
  });
  const isNew = (call: Call): boolean => context.results[call.index]?.outcome === 'created';
  const [fresh, known] = [joining.filter(isNew), joining.filter((call) => !isNew(call))];
  // A new appointment has nobody yet: there is nothing to look for.
  if (fresh.length > 0) await writeGroup(nested, { shape, calls: fresh }, new Map());
  if (known.length > 0) await writeGroup(nested, { shape, calls: known });
  // An appointment whose fields stayed the same but who got or lost a resource has changed all the same.
  for (const call of written)
    if (nested.results[call.index]?.outcome === 'created' || relieved.has(settledId(context, call) ?? 0))
      context.upgrade(call, 'unchanged', 'updated');
}

/** The id of the appointment that a call wrote. */
export const settledId = (context: WriteContext, call: Call): number | undefined => {
  const result = context.results[call.index];
  return result?.outcome === 'rejected' ? undefined : result?.id;
};
