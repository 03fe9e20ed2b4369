/** The moment, as an argument: nothing below reads the clock by itself. */
export interface HasClock {
  readonly now: () => Date;
}
