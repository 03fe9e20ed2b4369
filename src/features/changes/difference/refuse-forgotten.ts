import { errorDetail, Refusal } from '../../../domain/errors.ts';
import { formatInstant } from '../../../domain/time/zone.ts';
import type { Caller } from '../../../platform/caller.ts';

/** The oldest change that is kept, and when it was made. */
interface Kept {
  readonly oldest: number;
  readonly last: number;
  readonly at: number;
}

/** What happened before the oldest change that is kept is not known. */
export function refuseForgotten(
  { timeZone }: Pick<Caller, 'timeZone'>,
  kept: Kept | undefined,
  moment: number,
  parameter: string,
): void {
  if (!kept || kept.oldest <= 1 || moment >= kept.at) return;
  const { oldest, last, at } = kept;
  const beginning = formatInstant(timeZone, at);
  throw new Refusal(errorDetail('APP022', `The log is kept since ${beginning} (change ${oldest}).`, parameter), {
    extra: { oldest, last },
  });
}
