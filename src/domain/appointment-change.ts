import { type Allowed, checkAllowed, checkTimes, type Times } from './appointment.ts';
import type { ErrorDetail } from './errors.ts';
import { followsTime, type QuantityRules, quantityOf, rounded } from './planning-quantity.ts';

/** What was sent of the times of an appointment, and of how its quantity is counted. */
type SentTimes = { readonly [Name in keyof Times]: Times[Name] | null };
type SentRules = { readonly [Name in keyof QuantityRules]: QuantityRules[Name] | undefined };

export const isMoved = (times: Times, before: Times): boolean =>
  times.start !== before.start || times.end !== before.end;

/** When a changed appointment takes place. A time that is sent empty stays as it is: an appointment is never without. */
export function timesAfter(sent: SentTimes, before: Times & Allowed, planner: boolean): Times | ErrorDetail {
  const times = checkTimes({ start: sent.start ?? before.start, end: sent.end ?? before.end });
  if ('code' in times) return times;
  return (isMoved(times, before) && checkAllowed(times, before, planner)) || times;
}

/** How the quantity of a changed appointment is counted. */
export const rulesAfter = (sent: SentRules, { conversion, fixed, round }: QuantityRules): QuantityRules => ({
  conversion: sent.conversion ?? conversion,
  fixed: sent.fixed ?? fixed,
  round: sent.round ?? round,
});

/** The quantity that is meant. Clients send 0 with every appointment: where it follows from the time, that is no quantity. */
export const quantityMeant = (sent: number | undefined, rules: QuantityRules, isUpsert: boolean): number | undefined =>
  sent === 0 && isUpsert && followsTime(rules) ? undefined : sent;

/** A quantity that follows the time changes with it, and with the way it is counted. */
export const followsChange = (rules: QuantityRules, before: Times & QuantityRules, times: Times): boolean =>
  followsTime(rules) &&
  (rules.conversion !== before.conversion ||
    rules.fixed !== before.fixed ||
    rules.round !== before.round ||
    isMoved(times, before));

/** The quantity to store, if it changes: as it follows from the planned time, or as it was sent. */
export function quantityAfter(
  plannedMs: number | undefined,
  quantity: number | undefined,
  rules: QuantityRules,
): number | undefined {
  if (plannedMs !== undefined) return quantityOf(plannedMs, rules);
  return quantity !== undefined && rules.round ? rounded(quantity, rules) : undefined;
}
