import type { Paths } from '../../../api/schema.ts';
import { State, type Tone } from '../state.tsx';
import { useImportTexts } from './texts.ts';

export type Noted = Paths['/import/log']['get']['answer'][number];

const tones: Readonly<Record<Noted['outcome'], Tone>> = { stored: 'good', partly: 'wait', refused: 'bad' };

export const ImportState = ({ outcome }: Pick<Noted, 'outcome'>) => (
  <State tone={tones[outcome]}>{useImportTexts().outcomes[outcome]}</State>
);
