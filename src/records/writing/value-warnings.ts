import { Invalid } from '../../domain/values/parse.ts';
import type { TakeNote, ValueNote } from '../../domain/values/value-note.ts';
import type { Warning } from './call.ts';

/** A back office that sends one field too long sends it in every record: the first calls are named, the others are counted. */
const MOST_NAMED = 20;

/** Turns notes on values into warnings of their calls; for a strict caller some of them are refusals. */
export class ValueWarnings {
  readonly #isStrict: boolean;
  readonly #warnings: Warning[];
  #noted: ValueNote[] = [];
  readonly #named = new Map<string, { count: number; last: Warning }>();

  constructor(warnings: Warning[], isStrict: boolean) {
    this.#warnings = warnings;
    this.#isStrict = isStrict;
  }

  readonly take: TakeNote = (note) => {
    this.#noted.push(note);
  };

  /** Ends the reading of one value. */
  settle(index: number, procedure: string, parameter: string): Invalid | undefined {
    if (this.#noted.length === 0) return undefined;
    const noted = this.#noted;
    this.#noted = [];
    const strict = this.#isStrict ? noted.find((note) => note.strict)?.strict : undefined;
    if (strict) return new Invalid(strict.code, strict.message);
    for (const { message } of noted) {
      const warning = { index, procedure, parameter, message: `${parameter}: ${message}` };
      const name = `${procedure}|${parameter.toLowerCase()}`;
      const named = this.#named.get(name);
      this.#named.set(name, { count: (named?.count ?? 0) + 1, last: warning });
      if ((named?.count ?? 0) < MOST_NAMED) this.#warnings.push(warning);
    }
    return undefined;
  }

  /** Adds what was counted and not named. */
  finish(): void {
    for (const { count, last } of this.#named.values())
      if (count > MOST_NAMED)
        this.#warnings.push({
          ...last,
          message: `${last.parameter}: ${count - MOST_NAMED} more values of this batch were accepted in the same way.`,
        });
  }
}
