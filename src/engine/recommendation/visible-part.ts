/** The part of a plan that a reader with data filters sees. */
export interface VisiblePart {
  /** Ids of the resources. */
  readonly resources: ReadonlySet<number>;
  /** Ids of appointments that are hidden: their time is taken, but where they are is unknown. */
  readonly hidden: ReadonlySet<number>;
  /** Whom a resource has worked for, as far as the reader sees the appointments: folded numbers of customers. */
  customersOf(resource: number): ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Of all customers only one matters to a question: the one that it is for. */
export const servedBy = (customer: string | undefined, resources: ReadonlySet<number>): VisiblePart['customersOf'] => {
  const only: ReadonlySet<string> = customer === undefined ? NOBODY : new Set([customer]);
  return (resource) => (resources.has(resource) ? only : NOBODY);
};
