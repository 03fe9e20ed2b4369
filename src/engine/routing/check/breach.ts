/** A rule that a plan breaks, in words. */
export interface Breach {
  readonly rule: string;
  readonly task?: string;
  readonly resource?: string;
  readonly date?: string;
  readonly detail: string;
}
