import { errorDetail } from '../../domain/errors.ts';
import { model as modelNamed, procedureFor } from '../../records/derive/model.ts';
import { type Call, type CallShape, sentValue } from '../../records/writing/call.ts';
import { fromBackOffice } from '../../records/writing/change-detail.ts';
import { deleteTree } from '../../records/writing/delete-group.ts';
import { findVisible } from '../../records/writing/find-visible.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { Resolved } from '../../records/writing/resolve-references.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup, writeNew } from '../../records/writing/write-group.ts';
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
  const keys = new Set<string>();
  for (const call of calls) {
    const key = resourceKeyOf(call);
    if (key !== undefined) keys.add(key);
  }
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

let assignment: CallShape | undefined;

/** The form of all assignments that calls bring about. */
function assigning(): CallShape {
  if (assignment) return assignment;
  const model = modelNamed('Assignment');
  const columns = ['appointmentId', 'appointmentGuid', 'appointmentNo', 'resourceNo'].map(model.column);
  const procedure = procedureFor(model, 'upsert');
  if (!procedure) throw new Error('there is no procedure that assigns resources');
  assignment = { procedure, model, columns, references: model.references, id: 'assign' };
  return assignment;
}

/** Who is assigned by the calls of a batch. Assignments of new appointments are put together while these are being stored. */
export class Staffing {
  readonly #resources: ReadonlyMap<number, number>;
  readonly #guids: ReadonlyMap<number, string>;
  readonly #shape = assigning();
  readonly #prepared = new Map<Call, Call>();
  /** Of those that were prepared, the ones that are being stored. */
  readonly #begun = new Set<Call>();
  readonly #storing: Promise<void>[] = [];

  /** Ids of the named resources come by the index of the call, as do the GUIDs of existing appointments. */
  constructor(resources: ReadonlyMap<number, number>, guids: ReadonlyMap<number, string>) {
    this.#resources = resources;
    this.#guids = guids;
  }

  /** `ids`: those that appointments get if they are stored, by key. */
  prepare(calls: readonly Call[], ids: ReadonlyMap<string, number>): void {
    for (const call of calls) {
      const id = ids.get(call.key);
      if (id !== undefined && namesResource(call)) this.#prepared.set(call, this.#joining(call, id));
    }
  }

  /** Begins to store what was prepared for appointments that are stored. */
  begin(context: WriteContext, calls: readonly Call[]): void {
    const rows: Resolved[] = [];
    for (const call of calls) {
      const joining = this.#prepared.get(call);
      if (!joining) continue;
      rows.push({ call: joining, ids: this.#idsHeld(joining) });
      this.#begun.add(call);
    }
    if (rows.length === 0) return;
    const storing = writeNew(context.nested(), this.#shape, rows);
    // Its failure is reported where it is waited for.
    storing.catch(() => {});
    this.#storing.push(storing);
  }

  /** Adds the named resources; with ReplaceResource the others go. */
  async assign(context: WriteContext, calls: readonly Call[]): Promise<void> {
    await Promise.all(this.#storing);
    const others: Call[] = [];
    for (const call of calls) if (!this.#begun.has(call)) others.push(call);
    await this.#assignOthers(context, others);
  }

  #idsHeld({ held }: Call): (number | null)[] {
    const ids: (number | null)[] = [];
    for (const { name } of this.#shape.references) ids.push(held?.[name] ?? null);
    return ids;
  }

  async #assignOthers(context: WriteContext, calls: readonly Call[]): Promise<void> {
    const written = calls.filter((call) => namesResource(call) && settledId(context, call) !== undefined);
    if (written.length === 0) return;
    const relieved = await this.#relieve(context, written);
    const nested = context.nested();
    const [fresh, known]: [Call[], Call[]] = [[], []];
    for (const call of written) {
      const joining = this.#joining(call, settledId(context, call) ?? 0);
      (context.results[call.index]?.outcome === 'created' ? fresh : known).push(joining);
    }
    const shape = this.#shape;
    // A new appointment has nobody yet: there is nothing to look for.
    if (fresh.length > 0) await writeGroup(nested, { shape, calls: fresh }, { locked: new Map() });
    if (known.length > 0) await writeGroup(nested, { shape, calls: known });
    // An appointment whose fields stayed the same but who got or lost a resource has changed all the same.
    for (const call of written)
      if (nested.results[call.index]?.outcome === 'created' || relieved.has(settledId(context, call) ?? 0))
        context.upgrade(call, 'unchanged', 'updated');
  }

  #joining(call: Call, owner: number): Call {
    const resourceNo = call.options['resourceNo'];
    const resource = this.#resources.get(call.index);
    const key = recordKey([call.shownKey, resourceNo]);
    return {
      index: call.index,
      options: call.options,
      identity: call.identity,
      shape: this.#shape,
      values: [owner, this.#guids.get(call.index) ?? sentValue(call, 'appointmentGuid'), call.shownKey, resourceNo],
      key,
      shownKey: `${call.shownKey}/${resourceNo}`,
      referred: [call.key, recordKey([resourceNo])],
      held: resource === undefined ? { owner } : { owner, resource },
    };
  }

  /** Takes off the others where a call replaces them. Answers the ids of the appointments that lost somebody. */
  async #relieve(context: WriteContext, calls: readonly Call[]): Promise<ReadonlySet<number>> {
    const replacing = calls.filter((call) => call.options['replaceResource'] === true);
    if (replacing.length === 0) return new Set();
    const keep = new Map(replacing.map((call) => [settledId(context, call), recordKey([call.options['resourceNo']])]));
    const others = (await assignmentsOf(context.tx, context.caller.tenantId, [...keep.keys()] as number[])).filter(
      (each) => keep.get(each.appointmentId) !== recordKey([each.resourceNo]),
    );
    for (const flagged of [true, false]) {
      const own = new Set(
        replacing.filter((call) => isFlagged(call) === flagged).map((call) => settledId(context, call)),
      );
      await deleteTree(
        context,
        this.#shape.model,
        others.filter(({ appointmentId }) => own.has(appointmentId)).map(({ id }) => id),
        { fromBackOffice: flagged },
      );
    }
    return new Set(others.map(({ appointmentId }) => appointmentId));
  }
}

const namesResource = (call: Call): boolean => typeof call.options['resourceNo'] === 'string';

/** The id of the appointment that a call wrote. */
export const settledId = (context: WriteContext, call: Call): number | undefined => {
  const result = context.results[call.index];
  return result?.outcome === 'rejected' ? undefined : result?.id;
};
