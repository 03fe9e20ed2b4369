import type { Fields } from '../../../domain/undo.ts';
import { type EntityModel, followersOf, models, namedBy } from '../../../records/derive/model.ts';
import { isAwaited } from '../../../records/derive/parts.ts';
import { changesWith, type StoredChange } from '../../../records/storage/change-log.ts';
import { attachedTo } from '../../../records/storage/pending-part-store.ts';
import { recordName } from '../../../records/writing/part-names.ts';
import type { WriteContext } from '../../../records/writing/write-context.ts';
import { RESOURCES } from '../../appointments/version-staff.ts';
import { addTo, idOf } from './plan.ts';
import { keySpelledBy, storedKey } from './stored-key.ts';

/**
 * Who deletes a job deletes its tasks, and who deletes a category takes it from the records that name it. Undoing the one change undoes what
 * followed from it in the same write; and so does undoing the undo.
 */
export async function withWhatWentAlong(context: WriteContext, root: StoredChange): Promise<StoredChange[]> {
  const model = models.get(root.entity);
  if (model && changesStaff(root)) return withAssignments(context, root);
  if (model && root.action === 'created' && root.undoes === null) return withAttached(context, model, root);
  if (!model || !takesAlong(root)) return [root];
  const family = kin(model);
  if (family.size === 0) return [root];
  const together = await changesWith(context.tx, context.caller.tenantId, root.no, [...family, model.name]);
  return follow(root, together).sort((a, b) => a.no - b.no);
}

const changesStaff = ({ entity, action, before }: StoredChange): boolean =>
  entity === 'Appointment' && action === 'updated' && RESOURCES in (before ?? {});

/** A change of the resources of an appointment was written as changes of its assignments. */
async function withAssignments({ tx, caller }: WriteContext, root: StoredChange): Promise<StoredChange[]> {
  const together = await changesWith(tx, caller.tenantId, root.no, ['Assignment']);
  const own = together.filter((change) => whole(change)['appointmentId'] === root.recordId);
  return [...own, root].sort((a, b) => a.no - b.no);
}

/** Parts that waited for the record were stored when it was created. */
async function withAttached(
  { tx, caller }: WriteContext,
  model: EntityModel,
  root: StoredChange,
): Promise<StoredChange[]> {
  const fields = whole(root);
  if (!isAwaited(model)) return [root];
  const name = recordName(model, storedKey(model, fields), fields['appointmentGuid']);
  const attached = await attachedTo(tx, caller.tenantId, [name]);
  if (attached.length === 0) return [root];
  const ids = new Set(attached.map(idOf));
  const together = await changesWith(tx, caller.tenantId, root.no, [...new Set(attached.map(({ entity }) => entity))]);
  return [root, ...together.filter((change) => ids.has(idOf(change)))].sort((a, b) => a.no - b.no);
}

/** A delete takes others along, and so does the undo of one: it brings them back. */
const takesAlong = ({ action, undoes }: StoredChange): boolean =>
  action === 'deleted' || (action === 'created' && undoes !== null);

/** Kinds of record that a delete of this kind may reach. */
function kin(model: EntityModel, found = new Set<string>()): Set<string> {
  const reached = [
    ...model.children.filter(({ reference }) => reference.reference.onDelete === 'cascade').map(({ child }) => child),
    ...followersOf(model.name).map((follower) => follower.model),
  ];
  for (const { model: naming } of namedBy(model.name)) found.add(naming.name);
  for (const each of reached) {
    if (found.has(each.name)) continue;
    found.add(each.name);
    kin(each, found);
  }
  return found;
}

const whole = (change: StoredChange): Fields => (change.action === 'deleted' ? change.before : change.after) ?? {};
const nameOf = (model: EntityModel, key: string): string => `${model.name}|${key}`;

function follow(root: StoredChange, together: readonly StoredChange[]): StoredChange[] {
  // The same key may be deleted twice in one write: what went along belongs to the nearest of them.
  const owners = new Map<string, StoredChange[]>();
  for (const change of together) {
    const model = models.get(change.entity);
    if (!model || change.action !== root.action) continue;
    addTo(owners, nameOf(model, storedKey(model, whole(change))), change);
  }
  const along = new Map<StoredChange, StoredChange[]>();
  for (const change of together)
    for (const { name, comes } of dependsOn(change, root.action)) {
      const same = owners.get(name) ?? [];
      const isAfter = ({ no }: StoredChange): boolean => no > change.no;
      const next = same.find(isAfter);
      const previous = same.findLast((each) => !isAfter(each));
      // A delete logs what is below a record before it, and what only names it after it; a return logs everything after it.
      const owner = comes === 'before' && root.action === 'deleted' ? (next ?? previous) : (previous ?? next);
      if (owner && owner !== change) addTo(along, owner, change);
    }
  const taken = new Set(together.filter(({ no }) => no === root.no));
  for (const change of taken) for (const each of along.get(change) ?? []) taken.add(each);
  return [...taken];
}

/** The records whose delete takes this one along, or empties a field of it. */
function dependsOn(
  change: StoredChange,
  action: 'created' | 'deleted' | 'updated',
): { readonly name: string; readonly comes: 'before' | 'after' }[] {
  const model = models.get(change.entity);
  if (!model) return [];
  if (change.action === action) {
    const fields = whole(change);
    return [
      ...model.references
        .filter(({ reference }) => reference.onDelete === 'cascade')
        .map(({ target, reference }) => ({
          name: nameOf(target, keySpelledBy(model, fields, reference.by)),
          comes: 'before' as const,
        })),
      ...(model.entity.follows ?? []).map(({ to, by }) => ({
        name: `${to}|${keySpelledBy(model, fields, by)}`,
        comes: 'after' as const,
      })),
    ];
  }
  if (change.action !== 'updated') return [];
  const [named, emptied] = action === 'deleted' ? [change.before, change.after] : [change.after, change.before];
  return model.columns
    .filter(({ spec, property }) => spec.names && named?.[property] && emptied?.[property] === null)
    .map(({ spec, property }) => ({
      name: `${spec.names}|${keySpelledBy(model, named ?? {}, [property])}`,
      comes: 'after' as const,
    }));
}
