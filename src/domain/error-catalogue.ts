import { accessErrors } from './access-errors.ts';
import { attachmentErrors } from './attachment-errors.ts';
import { draftErrors } from './draft-errors.ts';
import { faultErrors } from './fault-errors.ts';
import { requestErrors } from './request-errors.ts';
import { ruleErrors } from './rule-errors.ts';
import { secondFactorErrors } from './second-factor-errors.ts';

/**
 * The catalogue of all refusals and failures. It is the only source of codes, HTTP statuses and
 * titles; docs/reference/errors.md is generated from it. Families: USR who you are, REQ the request is malformed,
 * APP a rule refuses it, SYS our own fault. Titles are ASCII because they also travel as the HTTP reason phrase.
 */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  /** What the caller can do about it, for the docs page. */
  readonly remedy: string;
}

export const errorCatalogue = {
  ...accessErrors,
  ...requestErrors,
  ...ruleErrors,
  ...secondFactorErrors,
  ...attachmentErrors,
  ...draftErrors,
  ...faultErrors,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
