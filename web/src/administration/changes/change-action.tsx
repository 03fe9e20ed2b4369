import { StatusBadge, type Tone } from '../log/status-badge.tsx';
import { useChangeTexts } from './texts.ts';
import type { Change } from './use-changes.ts';

const tones: Readonly<Record<Change['action'], Tone>> = { created: 'good', updated: 'busy', deleted: 'bad' };

export const ChangeAction = ({ action }: Pick<Change, 'action'>) => (
  <StatusBadge tone={tones[action]}>{useChangeTexts().actions[action]}</StatusBadge>
);
