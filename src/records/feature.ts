import type { FastifyInstance } from 'fastify';
import type { JobKind } from '../platform/jobs/job-kind.ts';
import type { NightlyJob } from '../platform/jobs/nightly-job.ts';
import type { ReadExtension, RecordExtensions, Writer } from './extensions.ts';
import type { Follower } from './follow-changes.ts';
import type { NamedSchema } from './routes/record-schemas.ts';

/**
 * What a feature offers to the composition root. `D` is what its functions need; the root has all of it. Functions are properties, not methods: only
 * then the compiler refuses a feature that needs what the root does not have.
 */
export interface Feature<D> {
  readonly name: string;
  readonly routes?: (app: FastifyInstance, deps: D, stopping: AbortSignal) => void | Promise<void>;
  /** Named parts of the API description. */
  schemas?(): readonly NamedSchema[];
  /** By the name that a declaration gives its writer. The extensions are built from writers, so writers are built without them. */
  readonly writers?: (deps: Omit<D, 'extensions'>) => Readonly<Record<string, Writer>>;
  /** By the name of the entity. */
  readonly reads?: Readonly<Record<string, ReadExtension>>;
  /** Its part in every write; each of them comes from one feature. */
  readonly writes?: Partial<Omit<RecordExtensions, 'writers' | 'reads' | 'quotas'>>;
  /** Kinds of background jobs. */
  readonly jobs?: readonly JobKind<D>[];
  readonly nightly?: readonly NightlyJob<D>[];
  /** Work that follows the change log, one instance for each worker. */
  readonly followers?: () => readonly Follower<D>[];
}

/** What a job kind, nightly work or follower needs. */
export type Needs<Work> = Work extends JobKind<infer D> | NightlyJob<infer D> | Follower<infer D> ? D : never;
