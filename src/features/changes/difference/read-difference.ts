import { refuse } from '../../../domain/errors.ts';
import { differencesOf, type LoggedChange, type PlanDifference } from '../../../domain/plan-difference.ts';
import { formatInstant } from '../../../domain/time/zone.ts';
import type { Caller } from '../../../platform/caller.ts';
import type { HasDatabase } from '../../../platform/postgres/database.ts';
import { model as modelNamed } from '../../../records/derive/model.ts';
import { visibleChanges } from '../../../records/reading/visible-changes.ts';
import type { DifferenceQuery } from '../contract.ts';
import { changesBetween, numberAt, oldestMoment } from './difference-store.ts';
import { refuseForgotten } from './refuse-forgotten.ts';

/** Changes that one request looks at. */
const MOST_CHANGES = 20_000;

export interface ShownDifference {
  readonly appointmentId: number;
  readonly appointmentNo: string;
  readonly action: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly actors: readonly string[];
  readonly at: string;
}

/** GET /changes/difference: how the appointments of one moment differ from those of another, and who changed them. */
export async function readDifference(
  deps: HasDatabase,
  caller: Caller,
  { from, to }: DifferenceQuery,
): Promise<ShownDifference[]> {
  const { db } = deps;
  if (to <= from) throw refuse('REQ008', 'to: must be after from.', 'to');
  refuseForgotten(caller, await oldestMoment(db, caller.tenantId), from, 'from');
  const [after, upTo] = [await numberAt(db, caller.tenantId, from), await numberAt(db, caller.tenantId, to)];
  const changes = await changesBetween(db, caller, { after, upTo, limit: MOST_CHANGES + 1 });
  if (changes.length > MOST_CHANGES)
    throw refuse(
      'REQ008',
      `to: more than ${MOST_CHANGES} changes lie between the two moments; choose a later from.`,
      'to',
    );
  const seen = await visibleChanges(db, caller, changes);
  return differencesOf(seen as unknown as readonly LoggedChange[]).map((each) => shown(each, caller.timeZone));
}

function shown({ at, before, after, ...rest }: PlanDifference, zone: string): ShownDifference {
  const model = modelNamed('Appointment');
  const show = (fields: PlanDifference['before']): Record<string, unknown> | null =>
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const isColumn = model.entity.columns[name] !== undefined;
        return [name, isColumn ? model.column(name).kind.show(value, zone) : value];
      }),
    );
  return { ...rest, before: show(before), after: show(after), at: formatInstant(zone, at) };
}
