import type { Schemas } from '../../api/schema.ts';
import { StatusBadge, type Tone } from '../log/status-badge.tsx';
import { useJobTexts } from './texts.ts';

export type Job = Schemas['BackgroundJob'];

const tones: Readonly<Record<Job['status'], Tone>> = { queued: 'wait', running: 'busy', done: 'good', failed: 'bad' };

export const JobState = ({ status }: Pick<Job, 'status'>) => (
  <StatusBadge tone={tones[status]}>{useJobTexts().status[status]}</StatusBadge>
);
