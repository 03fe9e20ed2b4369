import type { Axis } from './axis.ts';
import { type BarPosition, makeBar, markOf, paintBar } from './bar-view.ts';
import { HANDLE_HEIGHT, type Handle, handlesOf, makeHandle, paintHandle } from './container-handles.ts';
import { type DayLoad, hoursText } from './day-load.ts';
import { make, Pool } from './element.ts';
import type { TextFitter } from './fitted-text.ts';
import type { Placement, Row } from './layout.ts';
import type { Overflow } from './packing.ts';
import type { Leg } from './travel.ts';
import { type LegPosition, paintLeg, placeLegs } from './travel-view.ts';
import type { BoardTexts, BoardView } from './types.ts';

export const CELL_HEIGHT = 34;
const MONTH_BAR = 16;

/** Settings that all rows share. */
export interface RowStyle {
  readonly axis: Axis;
  readonly view: BoardView;
  readonly texts: BoardTexts;
  readonly fitter: TextFitter;
}

/** The content of a row. */
export interface RowShown {
  readonly row: Row;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly from: number;
  readonly till: number;
  readonly shade: string;
  readonly isDim: boolean;
  readonly loads: readonly DayLoad[];
  /** Empty unless travel is drawn. */
  readonly legs: readonly Leg[];
}

/**
 * One row: its shading, its bars, and in the month view its cells. The element contains layout and paint (CSS containment): a change in
 * a row lays out that row only, and a moved row is not laid out at all.
 */
export class RowView {
  readonly element = make('ob-row');
  readonly #bars = new Pool<BarPosition, number>(this.element, makeBar);
  readonly #more = new Pool<Overflow, number>(this.element, () => make('ob-more'));
  readonly #cells = new Pool<DayLoad, number>(this.element, () => make('ob-cell'));
  readonly #legs = new Pool<LegPosition, string>(this.element, makeLeg);
  readonly #handles = new Pool<Handle, string>(this.element, makeHandle);
  #style: RowStyle | undefined;
  #shown: RowShown | undefined;

  constructor() {
    this.element.setAttribute('role', 'group');
  }

  get row(): Row | undefined {
    return this.#shown?.row;
  }

  bar(id: number): HTMLElement | undefined {
    return this.#bars.element(id);
  }

  show(shown: RowShown, style: RowStyle, selected: ReadonlySet<number>): void {
    const before = this.#style === style ? this.#shown : undefined;
    const { element } = this;
    if (before?.top !== shown.top) element.style.transform = `translateY(${shown.top}px)`;
    if (before?.height !== shown.height) element.style.height = `${shown.height}px`;
    if (before?.index !== shown.index) element.dataset['row'] = String(shown.index);
    if (before === undefined) element.style.width = `${style.axis.width}px`;
    if (before?.shade !== shown.shade) element.style.backgroundImage = shown.shade;
    if (before?.isDim !== shown.isDim) element.classList.toggle('ob-dim', shown.isDim);
    if (before?.row.resource.name !== shown.row.resource.name)
      element.setAttribute('aria-label', shown.row.resource.name.slice(0, 80));
    this.#style = style;
    this.#shown = shown;
    if (before?.row === shown.row && before.from === shown.from && before.till === shown.till) return;
    this.#showBars(shown, style, selected);
    this.#showMore(shown, style);
    this.#showLegs(shown, style);
    this.#showHandles(shown, style);
    if (style.view.mode === 'month') this.#showCells(shown, style);
  }

  /** Repaints everything the next time. */
  forget(): void {
    this.#style = undefined;
    for (const pool of [this.#bars, this.#more, this.#cells, this.#legs, this.#handles]) pool.forget();
  }

  /** Marks the selected bars. */
  mark(selected: ReadonlySet<number>): void {
    for (const [id, element] of this.#bars.entries()) {
      const is = String(selected.has(id));
      if (element.getAttribute('aria-selected') !== is) element.setAttribute('aria-selected', is);
    }
  }

  #showBars({ row, from, till, index }: RowShown, style: RowStyle, selected: ReadonlySet<number>): void {
    const { view } = style;
    const isMonth = view.mode === 'month';
    const height = isMonth ? MONTH_BAR : view.barHeight;
    const top = isMonth ? CELL_HEIGHT : 2;
    const wanted = new Map<number, BarPosition>();
    for (const placement of row.placements) {
      if (placement.x > till) break;
      if (placement.x + placement.width < from) continue;
      const known = this.#bars.value(placement.bar.id);
      const same = known && samePlacement(known.placement, placement) && known.height === height;
      wanted.set(placement.bar.id, same ? known : { placement, y: top + placement.lane * (height + 2), height });
    }
    this.#bars.show(wanted, (element, placed, id) => {
      paintBar(element, placed, row.resource.name, style);
      element.setAttribute('aria-selected', String(selected.has(id)));
      element.id = `ob-${index}-${id}`;
    });
  }

  /** The number of bars without a lane, below the lanes. */
  #showMore({ row, from, till }: RowShown, { view, texts }: RowStyle): void {
    const seen = row.overflow.filter(({ x, width }) => x <= till && x + width >= from);
    this.#more.show(new Map(seen.map((overflow) => [overflow.x, overflow])), (element, { x, count }) => {
      element.textContent = texts.more(count);
      element.style.transform = `translate(${x}px,${2 + row.lanes * (view.barHeight + 2)}px)`;
    });
  }

  /** At the bottom of the row. */
  #showHandles({ row, from, till, height }: RowShown, { view }: RowStyle): void {
    if (!view.containers || view.mode === 'month') return;
    const seen = handlesOf(row.placements).filter(({ x, width }) => x <= till && x + width >= from);
    this.#handles.show(new Map(seen.map((handle) => [handle.container, handle])), (element, handle) =>
      paintHandle(element, handle, height - HANDLE_HEIGHT - 1, markOf(handle.container)),
    );
  }

  #showLegs({ row, from, till, legs }: RowShown, { axis, view, texts }: RowStyle): void {
    const placed = placeLegs(row, legs, { axis, from, till, barHeight: view.barHeight });
    for (const [key, fresh] of placed) {
      const known = this.#legs.value(key);
      if (known && known.leg === fresh.leg && known.x === fresh.x && known.y === fresh.y && known.width === fresh.width)
        placed.set(key, known);
    }
    this.#legs.show(placed, (element, leg) => paintLeg(element, leg, texts));
  }

  #showCells({ from, till, loads }: RowShown, { axis, texts }: RowStyle): void {
    const wanted = new Map<number, DayLoad>();
    for (const [at, day] of axis.days.entries()) {
      const load = loads[at];
      if (load && day.x < till && day.x + day.width > from) wanted.set(at, load);
    }
    this.#cells.show(wanted, (element, load, at) => {
      const day = axis.days[at];
      if (day) paintCell(element, load, day, texts);
    });
  }
}

function makeLeg(): HTMLElement {
  const element = make('ob-travel');
  element.setAttribute('aria-hidden', 'true');
  return element;
}

const samePlacement = (one: Placement, other: Placement): boolean =>
  one.bar === other.bar && one.x === other.x && one.width === other.width && one.lane === other.lane;

function paintCell(
  element: HTMLElement,
  load: DayLoad,
  day: { readonly x: number; readonly width: number },
  texts: BoardTexts,
): void {
  const { style } = element;
  style.transform = `translateX(${day.x.toFixed(1)}px)`;
  style.width = `${day.width.toFixed(1)}px`;
  style.height = `${CELL_HEIGHT}px`;
  const closed = load.availableMs === 0;
  element.className = `ob-cell${closed ? ' ob-closed' : ''}${load.bookedMs > load.availableMs ? ' ob-over' : ''}`;
  const booked = load.bookedMs > 0 ? hoursText(load.bookedMs) : '';
  element.textContent =
    closed && booked === '' ? '' : day.width < 44 ? booked : `${booked || '0'}/${hoursText(load.availableMs)}`;
  element.title = texts.booked(hoursText(load.bookedMs), hoursText(load.availableMs));
  const total = Math.max(load.availableMs, load.bookedMs, 1);
  const stops: string[] = [];
  let share = 0;
  for (const [color, ms] of load.colors) {
    const next = share + (ms / total) * 100;
    stops.push(`${color} ${share.toFixed(1)}% ${next.toFixed(1)}%`);
    share = next;
  }
  style.backgroundImage =
    stops.length === 0 ? 'none' : `linear-gradient(90deg,${stops.join(',')},var(--neutral-soft) ${share.toFixed(1)}%)`;
}
