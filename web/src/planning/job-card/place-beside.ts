/** What the pointer rests on: a bar or the row of an open task. */
export interface Hovered {
  readonly kind: 'appointment' | 'task';
  readonly id: number;
  /** Where the pointer is, and the edges of what it is on. */
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

const CARD_WIDTH = 340;
const GAP = 6;
const MARGIN = 8;

interface Position {
  readonly left: number;
  readonly top?: number;
  readonly bottom?: number;
  readonly maxHeight: number;
}

/** Below or above, where there is more room; so the card never covers what the pointer is on. */
export function placeBeside(
  { x, top, bottom }: Pick<Hovered, 'x' | 'top' | 'bottom'>,
  page: { readonly width: number; readonly height: number },
): Position {
  const left = Math.max(MARGIN, Math.min(x - 40, page.width - CARD_WIDTH - MARGIN));
  const below = page.height - bottom - GAP - MARGIN;
  const above = top - GAP - MARGIN;
  return below >= above
    ? { left, top: bottom + GAP, maxHeight: below }
    : { left, bottom: page.height - top + GAP, maxHeight: above };
}
