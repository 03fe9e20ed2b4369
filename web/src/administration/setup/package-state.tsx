import type { Schemas } from '../../api/schema.ts';
import { StatusBadge, type Tone } from '../log/status-badge.tsx';
import { useSetupTexts } from './texts.ts';

export type Package = Schemas['SetupPackage'];

const tones: Readonly<Record<Package['status'], Tone>> = {
  queued: 'wait',
  applying: 'busy',
  applied: 'good',
  failed: 'bad',
};

export const PackageState = ({ status }: Pick<Package, 'status'>) => (
  <StatusBadge tone={tones[status]}>{useSetupTexts().status[status]}</StatusBadge>
);
