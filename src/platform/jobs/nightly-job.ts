/** Something that is done once a night for the whole installation. Interrupted, it is done again: it must not matter how often it runs. */
export interface NightlyJob<D> {
  readonly name: string;
  /** Answers what it did, in numbers, for the log. */
  readonly run: (deps: D, stopping: AbortSignal) => Promise<Readonly<Record<string, number>>>;
}
