import type { MessageParameters } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Conflict, Plan, Planned } from '../changes/undo/plan.ts';

/** A conflict with both sides, as a planner compares them. */
export interface ShownConflict {
  readonly appointmentId: number | null;
  readonly entity: string;
  readonly key: string;
  readonly reason: string;
  readonly code: string;
  readonly parameters: MessageParameters;
  readonly by: { readonly number: number; readonly actor: string; readonly at: string } | null;
  readonly draft: Readonly<Record<string, unknown>> | null;
  readonly present: Readonly<Record<string, unknown>> | null;
}

/** `appointmentOf`: the appointment that a change belongs to. */
export function shownConflicts(
  { records, conflicts }: Plan,
  timeZone: string,
  appointmentOf: (change: Conflict['change']) => number | undefined,
): ShownConflict[] {
  const planned = new Map(records.map((each) => [each.changes[0], each]));
  return conflicts.map(({ change, reason, by }) => ({
    appointmentId: appointmentOf(change) ?? null,
    entity: change.entity,
    key: change.key,
    reason: reason.text,
    code: reason.code,
    parameters: reason.parameters,
    by: by ? { number: by.no, actor: by.actor, at: formatInstant(timeZone, by.at) } : null,
    ...sidesOf(planned.get(change)),
  }));
}

function sidesOf(planned: Planned | undefined): Pick<ShownConflict, 'draft' | 'present'> {
  if (!planned) return { draft: null, present: null };
  const { reversal, row, later } = planned;
  const draft = 'fields' in reversal ? reversal.fields : null;
  if (!row) return { draft, present: null };
  // Resources are no column: the log shows what became of them.
  const logged = Object.assign({}, ...later.map(({ after }) => after ?? {})) as Record<string, unknown>;
  const names = draft ? Object.keys(draft) : Object.keys(logged);
  const present = Object.fromEntries(names.map((name) => [name, row.fields[name] ?? logged[name] ?? null]));
  return { draft, present };
}
