import type { Schemas } from './schema.ts';

/** The body of an error response. */
export type Failure = Schemas['Failure'];

/** An error response of the service. Nothing was stored, unless `isOutcomeUnknown`. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** A code of docs/reference/errors.md, such as APP003. */
  readonly code: string | undefined;
  /** The parameter that is wrong. */
  readonly parameter: string | undefined;
  /** Which call of the batch was rejected, from 0. */
  readonly index: number | undefined;
  /** The log of the service has it: name it to the operator. */
  readonly requestId: string | undefined;
  /** The database connection broke during the commit. Send the request again with the same Idempotency-Key, or look it up. */
  readonly isOutcomeUnknown: boolean;
  /** Seconds that the service asks the client to wait; 0 where it does not. */
  readonly retryAfter: number;
  /** The body, as far as it has the form of an error of the service. */
  readonly failure: Partial<Failure>;

  constructor(status: number, failure: Partial<Failure>, retryAfter = 0) {
    super(failure.results?.find((result) => result.message)?.message ?? failure.Description ?? 'request refused');
    const rejected = failure.results?.find(({ outcome }) => outcome === 'rejected');
    this.status = status;
    this.code = failure.Code;
    this.parameter = failure.parameter ?? rejected?.parameter;
    this.index = rejected?.index;
    this.requestId = failure.requestId;
    this.isOutcomeUnknown = failure.outcome === 'unknown';
    this.retryAfter = retryAfter;
    this.failure = failure;
  }
}

/** The request did not reach the service, or its response did not arrive. */
export class NoConnection extends Error {
  override readonly name: string = 'NoConnection';
}
