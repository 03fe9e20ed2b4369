import type { Module } from '../../domain/access.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { Procedure } from '../derive/model.ts';
import type { Call, CallResult, Warning } from './call.ts';
import type { ReadingContext } from './reading.ts';

/** One call as it was sent: a procedure, names and values. REST bodies are turned into the same. */
export interface SentCall {
  readonly procedure: Procedure | string | undefined;
  readonly names: readonly string[];
  readonly values: readonly unknown[];
  readonly expected?: number | 'any';
  /** A warning about how it was sent. */
  readonly remark?: string;
}

export interface ParseContext extends ReadingContext {
  readonly zone: string;
  /** Folded SourceApps that the credential is limited to. */
  readonly sourceApps: readonly string[] | null;
  readonly permissions: readonly Permission[];
  readonly modules: readonly Module[];
  readonly seal: (plain: string) => string;
  /** `Prefer: handling=strict`: text beyond its documented length is refused. */
  readonly strict?: boolean;
}

export interface Parsed {
  readonly calls: Call[];
  readonly results: CallResult[];
  readonly warnings: Warning[];
  /** Reads the values that have not been asked for, and adds the warnings of all that were read late. */
  readonly finish?: () => void;
}
