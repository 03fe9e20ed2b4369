import { StatusBadge, type Tone } from '../status-badge.tsx';
import { useAuditTexts } from './texts.ts';
import type { Change } from './use-changes.ts';

const tones: Readonly<Record<Change['action'], Tone>> = { created: 'good', updated: 'busy', deleted: 'bad' };

export const ChangeAction = ({ action }: Pick<Change, 'action'>) => (
  <StatusBadge tone={tones[action]}>{useAuditTexts().actions[action]}</StatusBadge>
);
