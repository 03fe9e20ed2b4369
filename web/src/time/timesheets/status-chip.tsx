import type { EntryStatus } from '../../offline/action.ts';
import { useStatusTexts } from './status.ts';

/** Where an entry stands with the back office. */
export const StatusChip = ({ status }: { status: EntryStatus }) => (
  <span className={`ts-chip ts-chip-${status}`}>{useStatusTexts().statuses[status]}</span>
);
