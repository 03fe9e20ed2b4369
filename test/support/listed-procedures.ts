import { readFileSync } from 'node:fs';

/** What public clients call: each procedure with the names, types and defaults of its parameters. */
interface ListedProcedure {
  readonly entity: string;
  readonly route: string | undefined;
  readonly aliases: readonly string[];
  readonly params: readonly ListedParameter[];
}

export interface ListedParameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly default: string | undefined;
  /** The property of the REST route. */
  readonly rest: string;
  /** Other spellings that clients use. */
  readonly also: readonly string[];
}

interface Written {
  readonly entity: string;
  readonly route?: string;
  readonly aliases?: readonly string[];
  readonly parameters: Readonly<
    Record<string, { type: string; required?: true; default?: string; rest?: string; also?: readonly string[] }>
  >;
}

const written: Readonly<Record<string, Written>> = JSON.parse(
  readFileSync(new URL('../fixtures/procedures.json', import.meta.url), 'utf8'),
);

export const listedProcedures: readonly (readonly [name: string, ListedProcedure])[] = Object.entries(written).map(
  ([name, { entity, route, aliases = [], parameters }]) => [
    name,
    {
      entity,
      route,
      aliases,
      params: Object.entries(parameters).map(([own, each]) => ({
        name: own,
        type: each.type,
        required: each.required ?? false,
        default: each.default,
        // Where nothing is written, the route has the same name.
        rest: each.rest ?? own,
        also: each.also ?? [],
      })),
    },
  ],
);
