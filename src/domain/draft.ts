import { type Fields, type Hindrance, hindranceOf, type OtherChange, type Reversal } from './undo.ts';

/** Records that can be changed in a draft: appointments, and what belongs to them. */
export const draftedEntities: ReadonlySet<string> = new Set([
  'Appointment',
  'Assignment',
  'AppointmentUri',
  'AppointmentFieldValue',
  'AppointmentContainer',
  'AppointmentDependency',
  'ExchangeAppointment',
  'Notification',
]);

/** One change of a record in a draft, as the change log would have it. */
export interface DraftedChange {
  readonly action: 'created' | 'updated' | 'deleted';
  readonly before: Fields | null;
  /** The changed fields of an update, all fields of a new record. */
  readonly after: Fields | null;
}

/** What a draft makes of a record of the present, from its changes in their order. */
export function draftedOf(changes: readonly DraftedChange[]): Reversal {
  const existed = changes[0]?.action !== 'created';
  const exists = changes.at(-1)?.action !== 'deleted';
  if (!exists) return { kind: existed ? 'remove' : 'nothing' };
  const fields = Object.assign({}, ...changes.map(({ after }) => after ?? {})) as Fields;
  return { kind: existed ? 'revert' : 'restore', fields };
}

/** When and by whom work is done belongs together: a new time for one resource says nothing about another one. */
const PLAN: readonly string[] = ['start', 'end', 'isAllDay', 'resources'];

/** What happened in the plan since, and contradicts what a draft makes of a record. */
export function conflictOf<C extends OtherChange>(
  drafted: Reversal,
  later: readonly C[],
  isPresent: boolean,
): Hindrance<C> | undefined {
  // Both deleted it.
  if (drafted.kind === 'remove' && !isPresent) return undefined;
  if (drafted.kind !== 'revert' || !PLAN.some((field) => field in drafted.fields))
    return hindranceOf([], drafted, later, isPresent);
  const together = Object.fromEntries(PLAN.map((field) => [field, null]));
  return hindranceOf([], { kind: 'revert', fields: { ...together, ...drafted.fields } }, later, isPresent);
}
