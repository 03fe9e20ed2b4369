import type { EntryStatus } from '../../offline/action.ts';
import { useStatusTexts } from './status.ts';

/** The status of an entry. */
export const StatusChip = ({ status }: { status: EntryStatus }) => (
  <span className={`ts-chip ts-chip-${status}`}>{useStatusTexts().statuses[status]}</span>
);
