import { refusalOfBreak } from '../../domain/floating-break.ts';
import { sentValue } from '../../records/writing/call.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';
import { lockBreaks, type StoredBreak } from './crew-store.ts';

const PARTS = ['durationInSeconds', 'earliestStart', 'latestEnd'] as const;

/** A break fits its window, whichever of its values a call leaves as it was. */
export async function writeBreaks(context: WriteContext, group: Group): Promise<void> {
  if (group.shape.procedure.action !== 'upsert') return writeGroup(context, group);
  const sent = new Set(group.shape.columns.map(({ property }) => property));
  const keys = group.calls.map(({ key }) => key);
  const rows = PARTS.every((part) => sent.has(part)) ? [] : await lockBreaks(context.tx, context.caller.tenantId, keys);
  const stored = new Map<string, StoredBreak>(rows.map((row) => [row.key, row]));
  const calls = group.calls.filter((call) => {
    const [duration, start, end] = PARTS.map((part) =>
      sent.has(part) ? sentValue(call, part) : stored.get(call.key)?.[part],
    );
    // A new one without all of them is refused as any record is.
    if (duration === undefined || start === undefined || end === undefined) return true;
    const refused = refusalOfBreak(Number(duration), String(start), String(end));
    if (refused) context.reject(call, refused);
    return !refused;
  });
  await writeGroup(context, { ...group, calls });
}
