/** How the planned time of an appointment is counted in units. */
export interface QuantityRules {
  /** Hours in one unit; 0 where there is no unit. */
  readonly conversion: number;
  /** The quantity was agreed and does not follow from the time. */
  readonly fixed: boolean;
  /** Only whole units are counted. */
  readonly round: boolean;
}

const HOUR_MS = 3_600_000;
/** Quantities have six decimals. */
const PRECISION = 1e6;

export const followsTime = ({ conversion, fixed }: QuantityRules): boolean => conversion > 0 && !fixed;

/** Whole units are rounded up: half a day of a crane is a day of the crane. */
export function rounded(quantity: number, { round }: Pick<QuantityRules, 'round'>): number {
  const exact = Math.round(quantity * PRECISION) / PRECISION;
  return round ? Math.ceil(exact) : exact;
}

export const quantityOf = (plannedMs: number, rules: QuantityRules): number =>
  rounded(plannedMs / HOUR_MS / rules.conversion, rules);
