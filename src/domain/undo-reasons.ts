import type { ErrorCode } from './error-catalogue.ts';
import type { ErrorDetail, MessageParameters } from './errors.ts';

/** Why a change cannot be undone, or not be published from a draft, and what each reason names. */
export const reasonParameters = {
  alreadyUndone: ['change'],
  existsAgain: [],
  deleted: [],
  changedLater: ['change'],
  fieldsChangedLater: ['fields', 'change'],
  changedBeforeLog: [],
  timeNeverUndone: [],
  absenceNeverUndone: [],
  userNeverUndone: [],
  unsupportedEntity: ['entity'],
  secretNotLogged: ['field'],
  missingReference: ['entity', 'key'],
  sameKey: ['entity'],
  takenByAnother: ['entity', 'field'],
  inUse: ['count', 'records'],
  inUseOfRequest: ['count', 'records'],
  circularCalendar: [],
  anotherDefaultCalendar: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ReasonCode = keyof typeof reasonParameters;

export interface Reason {
  /** A rule of the writers has the code of its error. */
  readonly code: ReasonCode | ErrorCode;
  /** In English. */
  readonly text: string;
  /** What the text names, so that a client can show it in another language: see web/src/messages. */
  readonly parameters: MessageParameters;
}

export const because = <Code extends ReasonCode>(
  code: Code,
  text: string,
  parameters: Readonly<Record<(typeof reasonParameters)[Code][number], string | number>>,
): Reason => ({ code, text, parameters });

/** The reason that a rule of the writers gives. */
export const becauseOf = ({ code, message, parameters = {} }: ErrorDetail): Reason => ({
  code,
  text: message,
  parameters,
});
