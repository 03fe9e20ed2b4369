import type { Transaction } from '../../platform/postgres/database.ts';
import { type EntityModel, model as modelNamed } from '../../records/derive/model.ts';
import type { Change } from '../../records/storage/change.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { assignmentsOf, raiseVersions, type StaffedAppointment } from './appointment-store.ts';

/** The field under which the log of an appointment shows its resources. */
export const RESOURCES = 'resources';

/** How the resources of one appointment changed in a write, by folded number. */
interface StaffChange {
  readonly net: Map<string, { readonly resourceNo: string; readonly by: number }>;
  /** Places of the changes of its assignments in the log of the write. */
  readonly places: number[];
  fromBackOffice: boolean;
}

/**
 * The resources of an appointment are part of its version: a write that adds, removes or replaces one raises the version once, unless
 * it changed the appointment itself as well. Called after all records of a write are written, for then the log holds every way in which
 * assignments came and went. One statement for all of them, and none where only new appointments got resources.
 */
export async function versionStaff(
  context: WriteContext,
  undoes: (appointmentId: number) => readonly number[] | undefined = () => undefined,
): Promise<ReadonlyMap<number, number>> {
  const { tx, caller, changes } = context;
  const changed = staffChanges(changes);
  if (changed.size === 0) return new Map();
  const raised = new Set(changed.keys());
  const updated = new Map<number, number>();
  changes.forEach(({ entity, recordId, action }, place) => {
    if (entity !== 'Appointment' || !changed.has(recordId)) return;
    raised.delete(recordId);
    if (action === 'updated') updated.set(recordId, place);
    // What came or went as a whole has no resources of its own to log.
    else changed.delete(recordId);
  });
  for (const id of updated.keys()) if (!changed.has(id)) updated.delete(id);
  if (raised.size + updated.size === 0) return new Map();
  const staffed = await raiseVersions(tx, caller.tenantId, [...raised], [...updated.keys()], caller.actor);
  for (const appointment of staffed) {
    const change = changed.get(appointment.id) as StaffChange;
    for (const place of change.places) changes[place] = { ...(changes[place] as Change), version: appointment.version };
    const resources = resourcesBefore(appointment, change);
    const place = updated.get(appointment.id);
    if (place !== undefined) changes[place] = withResources(changes[place] as Change, resources);
    else {
      const nos = undoes(appointment.id);
      context.note(modelNamed('Appointment'), 'updated', appointment, appointment.appointmentNo, {
        sourceApp: appointment.sourceApp,
        before: JSON.stringify({ [RESOURCES]: resources.before }),
        after: JSON.stringify({ [RESOURCES]: resources.after }),
        fromBackOffice: change.fromBackOffice,
        ...(nos ? { undoes: nos } : {}),
      });
    }
  }
  const versions = new Map(staffed.map(({ id, version }) => [id, version]));
  showVersions(context, versions);
  return versions;
}

/** Of each existing appointment what was added and removed; what came back within the write is no change. */
function staffChanges(changes: readonly Change[]): Map<number, StaffChange> {
  const made = new Set<string>();
  for (const { entity, action, key } of changes) if (entity === 'Appointment' && action === 'created') made.add(key);
  const found = new Map<number, StaffChange>();
  changes.forEach((change, place) => {
    if (change.entity !== 'Assignment' || change.action === 'updated') return;
    // The number of an appointment, which the service assigns, stands first in the key. Most of an import is new: it is not parsed.
    if (made.has(change.key.slice(0, change.key.indexOf('/')))) return;
    const { appointmentId, resourceNo } = assignmentOf(change);
    const own: StaffChange = found.get(appointmentId) ?? { net: new Map(), places: [], fromBackOffice: true };
    const key = recordKey([resourceNo]);
    const by = (own.net.get(key)?.by ?? 0) + (change.action === 'created' ? 1 : -1);
    own.net.set(key, { resourceNo, by });
    own.places.push(place);
    own.fromBackOffice &&= change.fromBackOffice;
    found.set(appointmentId, own);
  });
  for (const [id, { net }] of found) if ([...net.values()].every(({ by }) => by === 0)) found.delete(id);
  return found;
}

const assignmentOf = ({ before, after }: Change): { appointmentId: number; resourceNo: string } =>
  JSON.parse(String(after ?? before ?? '{}'));

function resourcesBefore(
  { resources }: StaffedAppointment,
  { net }: StaffChange,
): { before: string[]; after: string[] } {
  const inOrder = (numbers: readonly string[]): string[] =>
    [...numbers].sort((a, b) => (recordKey([a]) < recordKey([b]) ? -1 : 1));
  const gone = [...net.values()].filter(({ by }) => by < 0).map(({ resourceNo }) => resourceNo);
  const kept = resources.filter((no) => (net.get(recordKey([no]))?.by ?? 0) <= 0);
  return { before: inOrder([...kept, ...gone]), after: inOrder(resources) };
}

/** One change of an appointment logs all that one write changed of it. */
function withResources(change: Change, { before, after }: { before: string[]; after: string[] }): Change {
  const joined = (text: Change['after'], value: string[]): string =>
    JSON.stringify({ ...JSON.parse(String(text ?? '{}')), [RESOURCES]: value });
  return { ...change, before: joined(change.before, before), after: joined(change.after, after) };
}

/** Results show the version that the write left an appointment at: it is what the next If-Match has to hold. */
function showVersions(context: WriteContext, versions: ReadonlyMap<number, number>): void {
  for (const { index, shape } of context.calls) {
    const id =
      context.partsOf.get(index) ?? (shape.procedure.model.name === 'Appointment' ? idOf(context, index) : undefined);
    const version = id === undefined ? undefined : versions.get(id);
    if (version !== undefined) context.setVersion(index, version);
  }
}

const idOf = ({ results }: WriteContext, index: number): number | undefined => results[index]?.id;

/** Who carries an appointment out is part of its version, so a stale If-Match shows it too. */
export async function currentStaff(
  tx: Transaction,
  tenantId: number,
  { name }: EntityModel,
  id: number,
): Promise<{ readonly resources?: readonly string[] }> {
  if (name !== 'Appointment') return {};
  const staff = await assignmentsOf(tx, tenantId, [id]);
  return { resources: staff.map(({ resourceNo }) => resourceNo) };
}
