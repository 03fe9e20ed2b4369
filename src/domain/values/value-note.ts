import type { ErrorCode } from '../error-catalogue.ts';

/** A value that was accepted although it is not as documented, and how it was read. */
export interface ValueNote {
  /** Follows the name of the parameter. */
  readonly message: string;
  /** `Prefer: handling=strict` refuses the value with this code. */
  readonly strict?: { readonly code: ErrorCode; readonly message: string };
}

export type TakeNote = (note: ValueNote) => void;
