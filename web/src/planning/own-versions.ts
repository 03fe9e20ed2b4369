/** An answer of a write, as far as versions matter. */
interface Written {
  readonly results: readonly { readonly id?: number; readonly version?: number; readonly outcome: string }[];
}

/**
 * The versions of appointments that own requests have made. A planner who acts faster than the board reads sends the version that was shown, moved
 * on over the own changes since, and over no change of anybody else.
 */
export class OwnVersions {
  readonly #made = new Map<number, Set<number>>();

  /** Takes the versions from the answer of an own request about appointments. */
  note({ results }: Written): void {
    for (const { id, version, outcome } of results)
      if (id !== undefined && version !== undefined && outcome !== 'unchanged') this.add(id, version);
  }

  add(id: number, version: number): void {
    this.#made.set(id, (this.#made.get(id) ?? new Set()).add(version));
  }

  /** The version that the appointment has if nobody else has changed it since `seen`. */
  after(id: number, seen: number): number {
    const own = this.#made.get(id);
    let version = seen;
    while (own?.has(version + 1)) version++;
    return version;
  }
}
