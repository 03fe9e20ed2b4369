import { DAY_MS } from '../../domain/time/day.ts';
import { described, type Kind, kind, shown } from '../../platform/contract/kind.ts';
import { object, required } from '../../platform/contract/object.ts';
import { instant } from '../../platform/contract/times.ts';
import { list, text } from '../../platform/contract/values.ts';
import { checkWindow } from '../../platform/contract/window.ts';
import type { TaskKey } from './names.ts';

/** Arguments that several tools take. */

const LONGEST_NAME = 200;
const MOST_RESOURCES = 100;

export const name = (description: string): Kind<string> =>
  shown(text(LONGEST_NAME), { type: ['string', 'integer'], description });

export const draft = name('Id or name of a draft, to read it instead of the plan.');

export const resources = shown(list(text(LONGEST_NAME), MOST_RESOURCES), {
  description: 'Numbers or names of resources.',
});

const taskKey = object({
  sourceApp: required(text()),
  sourceType: required(text()),
  jobNo: required(text()),
  taskNo: required(text()),
});

export const task: Kind<string | TaskKey> = kind(
  {
    anyOf: [{ type: 'string' }, taskKey.schema],
    description: 'A task: its number, the numbers of job and task, its text, or its key.',
  },
  (value, position) =>
    typeof value === 'object' ? taskKey.read(value, position) : text(LONGEST_NAME).read(value, position),
);

const ZONE = 'Without an offset, it is in the time zone of the tenant.';

export const moment = (description: string): Kind<number> => described(instant(), `${description} ${ZONE}`);

export const window = (days: number) => ({
  start: required(moment('Begin of the window, a date or an ISO 8601 time.')),
  end: required(moment(`End of the window, at most ${days} days later.`)),
});

/** Not together with a draft. */
export const asOf = moment('A past moment, to read the plan as it was then.');

export const sentMoment = (asked: number | undefined): { readonly asOf?: string } =>
  asked === undefined ? {} : { asOf: iso(asked) };

export const iso = (instant: number): string => new Date(instant).toISOString();

/** The window as a query sends it. */
export function sentWindow(days: number, start: number, end: number): { readonly start: string; readonly end: string } {
  checkWindow(start, end, days);
  return { start: iso(start), end: iso(end) };
}

/** What is listed where no window is named. */
export const usualWindow = (now: number): { readonly start: string; readonly end: string } => ({
  start: iso(now - 30 * DAY_MS),
  end: iso(now + 90 * DAY_MS),
});
