import type { Paths } from '../../api/schema.ts';
import { StatusBadge, type Tone } from '../log/status-badge.tsx';
import { useImportTexts } from './texts.ts';

export type LoggedImport = Paths['/import/log']['get']['answer'][number];

const tones: Readonly<Record<LoggedImport['outcome'], Tone>> = { stored: 'good', partly: 'wait', refused: 'bad' };

export const ImportState = ({ outcome }: Pick<LoggedImport, 'outcome'>) => (
  <StatusBadge tone={tones[outcome]}>{useImportTexts().outcomes[outcome]}</StatusBadge>
);
