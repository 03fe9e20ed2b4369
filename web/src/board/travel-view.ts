import type { Axis } from './axis.ts';
import type { Row } from './layout.ts';
import type { Leg } from './travel.ts';
import type { BoardTexts } from './types.ts';

/** A narrower line has no text. */
const LEAST_TEXT = 15;
const WITH_UNIT = 42;
/** A leg without room is still visible. */
const LEAST_WIDTH = 8;

export interface LegPosition {
  readonly leg: Leg;
  readonly x: number;
  readonly width: number;
  readonly y: number;
}

/** The visible legs of a row, each in the lane of its bar. */
export function placeLegs(
  { placements }: Row,
  legs: readonly Leg[],
  { axis, from, till, barHeight }: { axis: Axis; from: number; till: number; barHeight: number },
): Map<string, LegPosition> {
  const placed = new Map<string, LegPosition>();
  const lanes = new Map(placements.map(({ bar, lane }) => [bar.id, lane]));
  for (const leg of legs) {
    const lane = lanes.get(leg.at);
    if (lane === undefined || leg.end < axis.start || leg.start > axis.end) continue;
    const [left, right] = [axis.xOf(leg.start), axis.xOf(leg.end)];
    const width = Math.max(leg.isShort ? LEAST_WIDTH : 0, right - left);
    const x = leg.isShort && width > right - left ? (left + right - width) / 2 : left;
    if (width < 2 || x > till || x + width < from) continue;
    placed.set(leg.key, { leg, x, width, y: 2 + lane * (barHeight + 2) + barHeight / 2 });
  }
  return placed;
}

export function paintLeg(element: HTMLElement, { leg, x, width, y }: LegPosition, texts: BoardTexts): void {
  const minutes = Math.round(leg.minutes);
  element.className = `ob-travel${leg.isShort ? ' ob-travel-short' : ''}`;
  element.style.cssText = `left:${x.toFixed(1)}px;top:${y - 10}px;width:${width.toFixed(1)}px`;
  const text = width < LEAST_TEXT ? '' : width < WITH_UNIT ? String(minutes) : texts.travelTime(minutes);
  if (element.textContent !== text) element.textContent = text;
  element.title =
    leg.free === undefined ? texts.travelTime(minutes) : texts.travelAndFree(minutes, Math.round(leg.free));
}
