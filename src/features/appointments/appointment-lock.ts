import type { WriteContext } from '../../records/writing/write-context.ts';

/** Whether the caller plans, and does not speak for the back office, which owns what it sends. */
export const isPlanner = ({ caller }: Pick<WriteContext, 'caller'>): boolean =>
  caller.origin !== 'import' && caller.origin !== 'system';
