export interface DayRange {
  /** yyyy-mm-dd */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}
