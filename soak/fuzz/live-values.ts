import type { Chance } from '../../src/domain/random.ts';

/**
 * Some requests need a value from an earlier response: the token of a slot, the number of a change. The generated request holds a mark in
 * its place, so that request n is the same in every run; the mark is replaced when the request is sent.
 */
export const live = (name: string): string => `⟪${name}⟫`;

const MARK = /⟪(\w+)⟫/g;
const QUOTED_MARK = /"⟪(\w+)⟫"/g;

/** The response properties that later requests name, and under which name. */
const COLLECTED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'id',
    'token',
    'seriesId',
    'lease',
    'number',
    'requestId',
    'timeEntryId',
    'timeSessionId',
    'appointmentId',
    'appointmentNo',
    'appointmentGuid',
    'deliveryId',
  ].map((name) => [name, name]),
);

/** Used until a response contains one. */
const FALLBACK: Readonly<Record<string, unknown>> = {
  appointmentGuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  deliveryId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  lease: '0f8fad5b-d9cb-469f-a165-70867728950e',
};

const KEPT = 30;

/** The newest values of each name, from the answers so far. */
export class LiveValues {
  readonly #values = new Map<string, unknown[]>();

  /** Ids are kept by the route that shows them, too. */
  collect(body: unknown, segment: string, depth = 0): void {
    if (typeof body !== 'object' || body === null || depth > 4) return;
    // The beginning of a long list is enough.
    const entries = Object.entries(body).slice(0, 40);
    for (const [name, value] of entries) {
      const kept = Array.isArray(body) ? undefined : COLLECTED[name];
      if (kept !== undefined && (typeof value === 'string' || typeof value === 'number')) {
        this.#keep(kept, value);
        if (name === 'id') this.#keep(`id_${segment}`, value);
      } else this.collect(value, segment, depth + 1);
    }
  }

  #keep(name: string, value: string | number): void {
    const values = this.#values.get(name) ?? [];
    values.push(value);
    if (values.length > KEPT) values.shift();
    this.#values.set(name, values);
  }

  #pick(name: string, chance: Chance): unknown {
    const values = this.#values.get(name);
    return values ? chance.pick(values) : (FALLBACK[name] ?? 1);
  }

  inPath(text: string, chance: Chance): string {
    return text
      .replaceAll(encodeURIComponent('⟪'), '⟪')
      .replaceAll(encodeURIComponent('⟫'), '⟫')
      .replace(MARK, (_, name: string) => encodeURIComponent(String(this.#pick(name, chance))));
  }

  inBody(text: string, chance: Chance): string {
    return text
      .replace(QUOTED_MARK, (_, name: string) => JSON.stringify(this.#pick(name, chance)))
      .replace(MARK, (_, name: string) => String(this.#pick(name, chance)));
  }
}
