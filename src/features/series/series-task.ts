import { errorDetail, Refusal, refuse } from '../../domain/errors.ts';
import type { TaskParts } from '../../engine/series/model.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { taskKey } from '../../records/entities/kit.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import { type SeriesTask, tasksWith } from './series-store.ts';

const CANDIDATES = 6;

/** The task of a series, by as much of its key as it takes to tell it from others. */
export async function taskOfSeries(tx: Transaction, caller: Caller, parts: TaskParts): Promise<SeriesTask> {
  const found = await tasksWith(tx, caller, parts, CANDIDATES);
  const spelled = taskKey.flatMap((part) => parts[part] ?? []).join('/');
  const [task, ...others] = found;
  if (!task) throw refuse('APP004', `taskNo: there is no Task ${spelled}.`, 'taskNo');
  if (others.length === 0) return task;
  const missing = taskKey.filter((part) => parts[part] === undefined);
  throw new Refusal(
    errorDetail('APP002', `Task ${spelled} occurs more than once: add ${missing.join(', ')}.`, 'taskNo'),
    {
      extra: {
        candidates: found.map((each) => ({
          id: each.id,
          ...Object.fromEntries(taskKey.map((part) => [part, each[part]])),
        })),
      },
    },
  );
}

/** Where the series stand that belong to no job: a meeting, a day of training. Each has a job of its own, which goes when the series goes. */
const OWN = { sourceApp: 'OPENSLOT', sourceType: 'SERIES' } as const;
const OWN_TASK = '1';

export const isOwnJob = (
  { sourceApp, sourceType, jobNo }: { sourceApp: string; sourceType: string; jobNo: string },
  seriesId: string,
): boolean => sourceApp === OWN.sourceApp && sourceType === OWN.sourceType && jobNo === seriesId;

export const ownJobKey = (seriesId: string) => ({ ...OWN, jobNo: seriesId });

export const ownTaskKey = (seriesId: string) => ({ ...ownJobKey(seriesId), taskNo: OWN_TASK });

/** The calls that make job and task of a series that has none. */
export function ownJobCalls(seriesId: string, subject: string | undefined, lengthMs: number): SentCall[] {
  // A description holds 50 UTF-16 units; a character of two is not cut in half.
  const shortDescription = [...(subject ?? 'Series')].reduce(
    (text, character) => (text.length + character.length > 50 ? text : text + character),
    '',
  );
  return [
    fromObject('mboc_upsertJob', { ...ownJobKey(seriesId), shortDescription }),
    fromObject('mboc_upsertTask', {
      ...ownTaskKey(seriesId),
      shortDescription,
      durationInSeconds: Math.round(lengthMs / 1000),
    }),
  ];
}
