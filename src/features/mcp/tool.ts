import type { JsonSchema, Kind } from '../../platform/contract/kind.ts';
import { readWhole } from '../../platform/contract/object.ts';
import type { Api, RouteName } from './api.ts';

/** What a tool found. Texts of records are only in `data`. */
interface Found {
  /** One sentence of ours, with figures and no text of records. */
  readonly summary: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** For the next page; left out after the last one. */
  readonly nextCursor?: string | undefined;
}

interface Described {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Offered to callers who may use all of these routes. The first one says whether the tool takes a draft. */
  readonly routes: readonly [RouteName, ...RouteName[]];
  /** Nothing, or a draft or a proposal: never the plan. */
  readonly writes: 'nothing' | 'proposal';
}

/** Something that an assistant can do. */
export interface Tool extends Described {
  readonly schema: JsonSchema;
  /** Reads the arguments, whose times are in the zone where they have no offset. */
  run(api: Api, sent: unknown, zone: string): Promise<Found>;
}

interface Declared<I> extends Described {
  readonly input: Kind<I>;
  run(api: Api, input: I): Promise<Found>;
}

/** The type of the input follows from its kind. */
export const tool = <I>({ input, run, ...described }: Declared<I>): Tool => ({
  ...described,
  schema: input.schema,
  run: (api, sent, zone) => run(api, readWhole(input, sent, { zone, warnings: [] })),
});

interface Candidate {
  readonly [name: string]: unknown;
}

/** A name that fits no record, or several: the tool does nothing and asks which one is meant. */
export class AskBack extends Error {
  override readonly name = 'AskBack';
  readonly what: string;
  readonly asked: string;
  readonly candidates: readonly Candidate[];

  constructor(what: string, asked: string, candidates: readonly Candidate[]) {
    super(`${what} is not clear`);
    this.what = what;
    this.asked = asked;
    this.candidates = candidates;
  }
}
