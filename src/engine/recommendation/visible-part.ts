/** The part of a plan that a reader with data filters sees. */
export interface VisiblePart {
  /** Ids of the resources. */
  readonly resources: ReadonlySet<number>;
  /** Ids of appointments that are hidden: their time is taken, but where they are is unknown. */
  readonly hidden: ReadonlySet<number>;
}
