import type { Schemas } from '../../../api/schema.ts';
import { State, type Tone } from '../state.tsx';
import { useJobTexts } from './texts.ts';

export type Job = Schemas['BackgroundJob'];

const tones: Readonly<Record<Job['status'], Tone>> = { queued: 'wait', running: 'busy', done: 'good', failed: 'bad' };

export const JobState = ({ status }: Pick<Job, 'status'>) => (
  <State tone={tones[status]}>{useJobTexts().status[status]}</State>
);
