import { StatusBadge, type Tone } from '../log/status-badge.tsx';
import { useDeliveryTexts } from './delivery-texts.ts';
import type { Delivery } from './receivers.ts';

const tones: Readonly<Record<Delivery['status'], Tone>> = { waiting: 'wait', delivered: 'good', dead: 'bad' };

export const DeliveryState = ({ status }: Pick<Delivery, 'status'>) => (
  <StatusBadge tone={tones[status]}>{useDeliveryTexts().statuses[status]}</StatusBadge>
);
