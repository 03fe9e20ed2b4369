import { grouped } from '../../../domain/grouped.ts';
import { formatInstant } from '../../../domain/time/zone.ts';
import type { Caller } from '../../../platform/caller.ts';
import type { HasDatabase } from '../../../platform/postgres/database.ts';
import { models } from '../../../records/derive/model.ts';
import { presentChange, type ShownChange } from '../../../records/reading/present-change.ts';
import { visibleChanges } from '../../../records/reading/visible-changes.ts';
import { appointmentChangesOf } from '../../../records/storage/appointment-changes.ts';
import { actionsOf, namesNow } from './own-action-store.ts';
import { type Undoable, undoStacks } from './undo-stacks.ts';

const MOST_ACTIONS = 20;
/** An action that changed more appointments is described by the first of them and their number. */
const MOST_CHANGES = 200;

/** The records that planners write: what somebody changes in the administration is not undone on the board. */
const PLANNING: readonly string[] = [...models.values()]
  .filter(({ entity }) => entity.writePermissions?.includes('plan.write'))
  .map(({ name }) => name);

export interface OwnAction {
  readonly requestId: string;
  readonly action: 'created' | 'moved' | 'updated' | 'deleted';
  /** How many appointments it changed; at most 200 are counted. */
  readonly appointments: number;
  readonly appointmentId: number | null;
  readonly subject: string | null;
  readonly start: string | null;
  readonly end: string | null;
  /** As the action left them; null when it did not change them. */
  readonly resources: readonly string[] | null;
}

/** GET /changes/own: what undo and redo of the caller would do next, from the change log. */
export async function ownActions(
  { db }: HasDatabase,
  caller: Caller,
): Promise<{ undo: readonly OwnAction[]; redo: readonly OwnAction[] }> {
  const stacks = undoStacks(await actionsOf(db, caller.tenantId, caller.actor, PLANNING));
  const [undo, redo] = [stacks.undo.slice(0, MOST_ACTIONS), stacks.redo.slice(0, MOST_ACTIONS)];
  const requests = [...undo, ...redo].map(({ of }) => of);
  const stored = await appointmentChangesOf(db, caller.tenantId, requests, MOST_CHANGES);
  const seen = await visibleChanges(db, caller, stored);
  const shown = grouped(seen, (change) => [change.requestId, change]);
  const firstIds = [...shown.values()].flatMap(([first]) => first?.recordId ?? []);
  const names = new Map((await namesNow(db, caller.tenantId, firstIds)).map((named) => [named.id, named]));
  const isHidden = ({ of }: Undoable): boolean => !shown.has(of) && stored.some(({ requestId }) => requestId === of);
  const describe = (each: Undoable): OwnAction => {
    const changes = (shown.get(each.of) ?? []).map((change) => presentChange(change, caller));
    const [first] = changes;
    const now = first && names.get(first.id);
    const time = (instant: number | undefined): string | null =>
      instant === undefined ? null : formatInstant(caller.timeZone, instant);
    return {
      requestId: each.requestId,
      action: actionOf(first),
      appointments: new Set(changes.map(({ id }) => id)).size,
      appointmentId: first?.id ?? null,
      subject: textIn(first, 'subject') ?? now?.subject ?? null,
      start: textIn(first, 'start') ?? time(now?.start),
      end: textIn(first, 'end') ?? time(now?.end),
      resources: resourcesIn(first),
    };
  };
  const described = (list: readonly Undoable[]): OwnAction[] => list.filter((each) => !isHidden(each)).map(describe);
  return { undo: described(undo), redo: described(redo) };
}

const MOVES = ['start', 'end', 'resources'];

function actionOf(change: ShownChange | undefined): OwnAction['action'] {
  if (change === undefined) return 'updated';
  if (change.action === 'created' || change.action === 'deleted') return change.action;
  return MOVES.some((property) => property in (change.after ?? {})) ? 'moved' : 'updated';
}

const valuesOf = (change: ShownChange | undefined): Readonly<Record<string, unknown>> =>
  change?.after ?? change?.before ?? {};

function textIn(change: ShownChange | undefined, property: string): string | undefined {
  const value = valuesOf(change)[property];
  return typeof value === 'string' ? value : undefined;
}

function resourcesIn(change: ShownChange | undefined): readonly string[] | null {
  const value = valuesOf(change)['resources'];
  return Array.isArray(value) ? value.map(String) : null;
}
