import type { Candidate } from './question.ts';

/**
 * Candidates in the order of their numbers, with the values that are checked for all in columns: a rule reads a few numbers that lie side by
 * side, without a look at the candidate. Rebuilt when a resource changes, which is rare.
 */
export class Roster {
  readonly candidates: readonly Candidate[];
  readonly isShown: Uint8Array;
  readonly serviceFrom: Float64Array;
  readonly serviceTill: Float64Array;
  readonly homeLat: Float64Array;
  readonly homeLon: Float64Array;
  #holders: ReadonlyMap<string, Uint8Array> | undefined;
  #validity: ReadonlyMap<string, Float64Array> | undefined;

  constructor(candidates: readonly Candidate[]) {
    this.candidates = candidates;
    this.isShown = Uint8Array.from(candidates, ({ isShown }) => (isShown ? 1 : 0));
    this.serviceFrom = Float64Array.from(candidates, ({ inService }) => inService.from);
    this.serviceTill = Float64Array.from(candidates, ({ inService }) => inService.till);
    this.homeLat = Float64Array.from(candidates, ({ home }) => home.lat);
    this.homeLon = Float64Array.from(candidates, ({ home }) => home.lon);
  }

  /** For each candidate 1 where it has the skill; undefined where nobody has. */
  holdersOf(skill: string): Uint8Array | undefined {
    this.#holders ??= this.#columns(
      (candidate) => Array.from(candidate.skills, (each) => [each, 1] as const),
      (count) => new Uint8Array(count),
    );
    return this.#holders.get(skill);
  }

  /** For each candidate the minute until which its certificate is valid, 0 without one; undefined where nobody has one. */
  validityOf(certificate: string): Float64Array | undefined {
    this.#validity ??= this.#columns(
      (candidate) => [...candidate.certificates],
      (count) => new Float64Array(count),
    );
    return this.#validity.get(certificate);
  }

  #columns<Column extends Uint8Array | Float64Array>(
    entriesOf: (candidate: Candidate) => readonly (readonly [name: string, value: number])[],
    empty: (count: number) => Column,
  ): ReadonlyMap<string, Column> {
    const columns = new Map<string, Column>();
    for (const [rank, candidate] of this.candidates.entries())
      for (const [name, value] of entriesOf(candidate)) {
        const column = columns.get(name) ?? empty(this.candidates.length);
        column[rank] = value;
        columns.set(name, column);
      }
    return columns;
  }
}
