/** What is decided about deliveries; the moment and chance are arguments. */

/** Create, update, delete, as back offices write it. */
export type CrudAction = 'I' | 'U' | 'D';

/** How a caller may spell them: letters, numbers of the enum Crud, words. */
const SPELLINGS: Readonly<Record<string, CrudAction | 'R'>> = {
  i: 'I',
  '0': 'I',
  create: 'I',
  created: 'I',
  insert: 'I',
  '1': 'R',
  r: 'R',
  read: 'R',
  u: 'U',
  '2': 'U',
  update: 'U',
  updated: 'U',
  d: 'D',
  '3': 'D',
  delete: 'D',
  deleted: 'D',
};

export const crudAction = (text: string): CrudAction | 'R' | undefined => SPELLINGS[text.trim().toLowerCase()];

/** Whether a connector that names some kinds of change wants this one; reading is none. */
export function wants(crudTypes: readonly string[], action: CrudAction): boolean {
  const named = crudTypes.map(crudAction).filter((each) => each !== undefined && each !== 'R');
  return named.length === 0 || named.includes(action);
}

/** What an appointment shows of its way into the back office. */
export type BackOfficeStatus = 'sent' | 'received' | 'processed' | 'refused';

/** What becomes of a delivery after an attempt. */
export type Verdict = 'delivered' | 'retry' | 'gone';

export const verdictOf = (status: number): Verdict =>
  status >= 200 && status < 300 ? 'delivered' : status === 410 ? 'gone' : 'retry';

/** 202 promises to look at it later, and to acknowledge; any other success says that it is done. */
export const takenAs = (status: number): BackOfficeStatus => (status === 202 ? 'received' : 'processed');

/** The receiver itself is in trouble: more of the same would not help it. */
export const isTrouble = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/** The receiver works, and refuses this delivery for what is in it: another one may well be taken. */
export const isAboutContent = (status: number): boolean => [400, 409, 413, 422].includes(status);

/** A failure soon after a success does not make a receiver a failing one. */
const STEADY_MS = 60_000;
const SUSPEND_AFTER_MS = 86_400_000;

export const isSteady = (lastSuccess: number, now: number): boolean => now - lastSuccess < STEADY_MS;

/** No delivery has succeeded for a day: sending to it is suspended. */
export const isFailingLong = (failingSince: number, now: number): boolean => now - failingSince >= SUSPEND_AFTER_MS;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 3_600_000;
const LONGEST_REST_MS = 300_000;
export const GIVE_UP_AFTER_MS = 3 * 86_400_000;
const LONGEST_RETRY_AFTER_S = 3600;
/** After this many consecutive responses that report trouble, a receiver rests like one that cannot be reached. */
const MOST_TROUBLES = 10;

/** Doubles with every failure; `chance` from 0 to 1 spreads those that failed together. */
const doubled = (failures: number, longest: number, chance: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 30), longest) * (0.75 + chance / 2);

/** Until a delivery that has failed so often is tried again: a second at first, an hour in the end. */
export const pauseAfter = (failures: number, chance: number): number => doubled(failures, LONGEST_PAUSE_MS, chance);

/** Until a receiver that has failed so often in a row is tried again with one delivery: five minutes in the end. */
export const restAfter = (failures: number, chance: number): number => doubled(failures, LONGEST_REST_MS, chance);

/** The wait that a receiver asks for with Retry-After, with an upper limit. */
export const retryAfterMs = (seconds: number | undefined): number =>
  Math.min(seconds ?? 0, LONGEST_RETRY_AFTER_S) * 1000;

/** Whether a receiver that reports trouble rests: it asks for it, it has reported trouble often, or it had failed before. */
export const mustRest = (waitMs: number, troubles: number, failures: number): boolean =>
  waitMs > 0 || troubles >= MOST_TROUBLES || failures > 0;

/** The pause before a delivery that failed is retried, undefined if it is given up. */
export const retryIn = (
  { attemptCount, ageMs }: { readonly attemptCount: number; readonly ageMs: number },
  leastMs: number,
  chance: number,
): number | undefined =>
  ageMs < GIVE_UP_AFTER_MS ? Math.max(pauseAfter(attemptCount + 1, chance), leastMs) : undefined;

/** Why an attempt failed that got a response. */
export const failureText = (status: number): string =>
  status < 400 ? `The receiver returned ${status}; redirects are not followed.` : `The receiver returned ${status}.`;
