import type { ErrorCode } from './error-catalogue.ts';

/** A refusal is a value: the domain returns it, only the edge turns it into an HTTP answer. */
export interface ErrorDetail {
  readonly code: ErrorCode;
  readonly message: string;
  /** The parameter, property, header or query parameter that is wrong. */
  readonly parameter?: string;
  /** What the message names, so that a client can show it in another language: see web/src/messages. Instants are ISO 8601 in UTC. */
  readonly parameters?: MessageParameters;
}

export type MessageParameters = Readonly<Record<string, string | number>>;

export const errorDetail = (
  code: ErrorCode,
  message: string,
  parameter?: string,
  parameters?: MessageParameters,
): ErrorDetail => ({
  code,
  message,
  ...(parameter === undefined ? {} : { parameter }),
  ...(parameters === undefined ? {} : { parameters }),
});

/**
 * Carries a refusal out of an operation. `message` is for the caller; `internal` is for the log only.
 * `extra` is merged into the body (candidates, the current record, results of a batch).
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly detail: ErrorDetail;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly internal: string | undefined;

  constructor(
    detail: ErrorDetail,
    more: {
      extra?: Readonly<Record<string, unknown>>;
      headers?: Readonly<Record<string, string>>;
      internal?: string;
    } = {},
  ) {
    super(detail.message);
    this.detail = detail;
    this.extra = more.extra ?? {};
    this.headers = more.headers ?? {};
    this.internal = more.internal;
  }
}

export const refuse = (code: ErrorCode, message: string, parameter?: string, parameters?: MessageParameters): Refusal =>
  new Refusal(errorDetail(code, message, parameter, parameters));
