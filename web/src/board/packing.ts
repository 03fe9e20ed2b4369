export const MOST_LANES = 4;

export interface Span {
  readonly x: number;
  readonly width: number;
}

/** Spans without a lane: their number and position. */
export interface Overflow extends Span {
  readonly count: number;
}

export interface Packed {
  /** The lane of each span, or -1 without one. */
  readonly lanes: readonly number[];
  readonly used: number;
  readonly overflow: readonly Overflow[];
}

/**
 * Puts spans, ascending by x, into lanes without overlap. Pixels decide, not times: a bar has a minimum width, so two consecutive bars may
 * overlap on the screen.
 */
export function pack(spans: readonly Span[], most = MOST_LANES): Packed {
  const ends: number[] = [];
  const overflow: { x: number; width: number; count: number }[] = [];
  const lanes = spans.map(({ x, width }) => {
    // Half a pixel is a rounding error, not an overlap.
    let lane = ends.findIndex((end) => end <= x + 0.5);
    if (lane < 0 && ends.length < most) lane = ends.length;
    if (lane >= 0) {
      ends[lane] = x + width;
      return lane;
    }
    const last = overflow.at(-1);
    if (last && x < last.x + last.width) {
      last.width = Math.max(last.width, x + width - last.x);
      last.count++;
    } else overflow.push({ x, width, count: 1 });
    return -1;
  });
  return { lanes, used: Math.max(1, ends.length), overflow };
}
