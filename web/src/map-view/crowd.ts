import type { Pin } from './types.ts';

/** A cluster: pins that are too close to be distinguished. */
export interface Crowd {
  readonly id: string;
  readonly pins: readonly Pin[];
}

/**
 * Pins by the cell of a grid that they fall into: alone, or as a crowd. A browser draws some hundred signs quickly and some thousand slowly,
 * and nobody can read thousands. What is kept is never part of a crowd.
 */
export function crowdsOf(
  pins: readonly Pin[],
  cellOf: (pin: Pin) => string,
  isKept: (pin: Pin) => boolean,
): { readonly alone: readonly Pin[]; readonly crowds: readonly Crowd[] } {
  const cells = new Map<string, Pin[]>();
  const alone: Pin[] = [];
  for (const pin of pins) {
    if (isKept(pin)) {
      alone.push(pin);
      continue;
    }
    const cell = cellOf(pin);
    const members = cells.get(cell);
    if (members) members.push(pin);
    else cells.set(cell, [pin]);
  }
  const crowds: Crowd[] = [];
  for (const [cell, members] of cells)
    if (members.length === 1) alone.push(...members);
    else crowds.push({ id: `crowd ${cell}`, pins: members });
  return { alone, crowds };
}

/** The sign of a crowd, in the middle of it. */
export function signOf({ id, pins }: Crowd, label: string): Pin {
  const mean = (of: (pin: Pin) => number): number => pins.reduce((sum, pin) => sum + of(pin), 0) / pins.length;
  return {
    id,
    kind: 'crowd',
    latitude: mean(({ latitude }) => latitude),
    longitude: mean(({ longitude }) => longitude),
    color: '#ffffff',
    text: String(pins.length),
    label,
    isFaint: pins.every(({ isFaint }) => isFaint),
  };
}
