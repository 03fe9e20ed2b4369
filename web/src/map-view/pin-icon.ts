import { type DivIcon, divIcon } from 'leaflet';
import { inkOn, safeColor } from '../board/contrast.ts';
import type { Pin } from './types.ts';

const SIZES: Readonly<Record<Pin['kind'], number>> = { open: 20, planned: 18, resource: 26, cluster: 28 };
const NUMBERED = 24;

/** Larger clusters have larger pins. */
function sizeOf({ kind, text }: Pin): number {
  if (kind === 'cluster') return SIZES.cluster + 5 * (text.length - 1);
  return kind === 'planned' && text !== '' ? NUMBERED : SIZES[kind];
}

/** The icon of a pin. It is built from elements, not markup, because names are untrusted. */
export function iconOf(pin: Pin, [x, y]: readonly [number, number]): DivIcon {
  const color = safeColor(pin.color);
  const size = sizeOf(pin);
  const sign = document.createElement('span');
  sign.className = `map-pin map-pin-${pin.kind}${pin.isFaint ? ' map-pin-faint' : ''}`;
  sign.setAttribute('role', 'img');
  sign.setAttribute('aria-label', pin.label);
  sign.textContent = pin.text;
  if (pin.kind === 'open') sign.style.borderColor = color;
  else if (pin.kind !== 'cluster') {
    sign.style.background = color;
    sign.style.color = inkOn(color);
  }
  return divIcon({
    className: 'map-icon',
    html: sign,
    iconSize: [size, size],
    iconAnchor: [size / 2 - x, size / 2 - y],
  });
}
