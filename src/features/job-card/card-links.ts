import type { StoredRecord } from '../../records/storage/record-reads.ts';
import type { CardLink } from './job-card-store.ts';

/** Links in columns of the task. */
export const ownLinks = (task: StoredRecord | undefined): CardLink[] =>
  [1, 2, 3].flatMap((n): CardLink[] => {
    const uri = task?.[`url${n}`];
    const description = task?.[`urlDescription${n}`];
    return typeof uri === 'string' && uri !== ''
      ? [{ of: 'task', uri, description: typeof description === 'string' ? description : null }]
      : [];
  });
