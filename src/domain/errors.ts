import type { ErrorCode } from './error-catalogue.ts';

/** A refusal is a value: the domain returns it, only the edge turns it into an HTTP answer. */
export interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
  /** The parameter, property, header or query parameter that is wrong. */
  readonly parameter?: string;
}

export const problem = (code: ErrorCode, message: string, parameter?: string): Problem =>
  parameter === undefined ? { code, message } : { code, message, parameter };

/**
 * Carries a refusal out of an operation. `message` is for the caller; `internal` is for the log only.
 * `extra` is merged into the body (candidates, the current record, results of a batch).
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problem: Problem;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly internal: string | undefined;

  constructor(
    problem: Problem,
    more: {
      extra?: Readonly<Record<string, unknown>>;
      headers?: Readonly<Record<string, string>>;
      internal?: string;
    } = {},
  ) {
    super(problem.message);
    this.problem = problem;
    this.extra = more.extra ?? {};
    this.headers = more.headers ?? {};
    this.internal = more.internal;
  }
}

export const refuse = (code: ErrorCode, message: string, parameter?: string): Refusal =>
  new Refusal(problem(code, message, parameter));
