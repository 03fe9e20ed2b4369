/** The request or the job that causes something: stored with its changes and jobs, and passed on with its deliveries. */
export interface Cause {
  readonly requestId: string;
  /** Its span as the header traceparent; nothing where there are no traces. */
  readonly traceParent?: string | null | undefined;
}
