import type { Row } from '../reliability-page.ts';

/** What one part of the soak did, and what went wrong. */
export interface PartResult {
  readonly rows: readonly Row[];
  readonly problems: readonly string[];
}
