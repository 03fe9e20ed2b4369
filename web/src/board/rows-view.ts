import type { Axis, DayHours } from './axis.ts';
import { missingValues } from './checks.ts';
import { HANDLE_HEIGHT } from './container-handles.ts';
import { type DayLoad, dayLoads } from './day-load.ts';
import { make, Pool } from './element.ts';
import { fitterFor, type TextFitter } from './fitted-text.ts';
import { GroupLoads } from './group-loads.ts';
import type { ResourceGroup, WindowLoad } from './groups.ts';
import type { Row } from './layout.ts';
import { paintCells } from './name-columns.ts';
import { shadeOf } from './paint.ts';
import { CELL_HEIGHT, type RowStyle, RowView } from './row-view.ts';
import type { Cursor } from './surface.ts';
import { type Leg, legsOf, NO_TRAVEL_TIMES, type TravelTimes } from './travel.ts';
import type { Bar, BoardTexts, BoardView, Interval } from './types.ts';

const LEAST_ROW = 34;
const NO_LEGS: readonly Leg[] = [];

interface Shown {
  readonly rows: readonly Row[];
  readonly edges: readonly number[];
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly till: number;
  readonly selected: ReadonlySet<number>;
  readonly cursor: Cursor | undefined;
}

/** A resource in the resource column: name, team and load. */
interface Named {
  readonly row: Row;
  readonly top: number;
  readonly height: number;
}

/** The visible rows and their names. Elements of rows that scroll out are reused. */
export class RowsView {
  readonly #parent: HTMLElement;
  readonly #names: Pool<Named>;
  readonly #fitter: TextFitter;
  readonly #rows = new Map<number, RowView>();
  #shades = new Map<readonly Interval[], string>();
  #loads = new WeakMap<Row, readonly DayLoad[]>();
  #shares = new WeakMap<Row, number>();
  readonly #groupLoads = new GroupLoads();
  #style!: RowStyle;
  #days: readonly DayHours[] = [];
  #selected: ReadonlySet<number> = new Set();
  requires: readonly number[] = [];
  travelTimes: TravelTimes = NO_TRAVEL_TIMES;
  #legs = new WeakMap<Row, readonly Leg[]>();

  constructor(names: HTMLElement, rows: HTMLElement) {
    this.#parent = rows;
    this.#fitter = fitterFor(rows);
    this.#names = new Pool(names, () => {
      const element = make('ob-name');
      make('ob-name-text', element, 'span');
      make('ob-name-note', element, 'span');
      return element;
    });
  }

  reset(axis: Axis, days: readonly DayHours[], view: BoardView, texts: BoardTexts): void {
    this.#style = { axis, view, texts, fitter: this.#fitter };
    this.#days = days;
    this.#shades = new Map();
    this.#loads = new WeakMap();
    this.#shares = new WeakMap();
    this.#groupLoads.reset({ start: axis.start, end: axis.end });
    this.forget();
  }

  forget(): void {
    this.#legs = new WeakMap();
    this.#names.forget();
    for (const view of this.#rows.values()) view.forget();
  }

  groupLoad(group: ResourceGroup, bars: ReadonlyMap<string, readonly Bar[]>): WindowLoad {
    return this.#groupLoads.of(group, bars);
  }

  heightOf({ lanes, overflow, placements }: Row): number {
    const { mode, barHeight, containers } = this.#style.view;
    if (mode === 'month') return CELL_HEIGHT + (placements.length > 0 ? lanes * 18 : 0);
    const hasHandle = containers && placements.some(({ bar }) => bar.containers.length > 0);
    const handle = hasHandle ? HANDLE_HEIGHT : 0;
    return Math.max(LEAST_ROW + handle, lanes * (barHeight + 2) + 4 + (overflow.length > 0 ? 14 : 0) + handle);
  }

  draw(shown: Shown): void {
    const { rows, edges, first, last, from, till, selected } = shown;
    const free: RowView[] = [];
    for (const [index, view] of this.#rows)
      if (index < first || index > last) {
        this.#rows.delete(index);
        free.push(view);
      }
    const names = new Map<string, Named>();
    for (let index = first; index <= last; index++) {
      const row = rows[index];
      if (!row) continue;
      const top = edges[index] ?? 0;
      const height = (edges[index + 1] ?? 0) - top;
      const { no, working } = row.resource;
      const known = this.#names.value(no);
      const isSame = known?.row === row && known.top === top && known.height === height;
      names.set(no, isSame ? known : { row, top, height });
      const loads = this.#style.view.mode === 'month' ? this.#loadOf(row) : [];
      const legs = this.#legsOf(row);
      const shown = {
        legs,
        index,
        top,
        height,
        from,
        till,
        loads,
        shade: this.#shadeOf(working),
        isDim: this.#isDim(row),
      };
      const view = this.#rows.get(index) ?? free.pop() ?? this.#add();
      this.#rows.set(index, view);
      view.show({ ...shown, row }, this.#style, selected);
    }
    for (const view of free) view.element.remove();
    this.#names.show(names, (element, named) => this.#paintName(element, named));
    this.#mark(shown);
  }

  bar({ row, id }: Cursor): HTMLElement | undefined {
    return this.#rows.get(row)?.bar(id);
  }

  #add(): RowView {
    const view = new RowView();
    this.#parent.append(view.element);
    return view;
  }

  /** A changed selection repaints only the bars that it concerns. */
  #mark({ selected, cursor }: Shown): void {
    if (selected !== this.#selected) for (const view of this.#rows.values()) view.mark(selected);
    this.#selected = selected;
    const id = cursor && this.bar(cursor)?.id;
    if (id !== undefined) this.#parent.setAttribute('aria-activedescendant', id);
    else this.#parent.removeAttribute('aria-activedescendant');
  }

  #isDim({ resource }: Row): boolean {
    return this.requires.length > 0 && missingValues(this.requires, resource).length > 0;
  }

  #paintName(element: HTMLElement, { row, top, height }: Named): void {
    const { resource } = row;
    element.title = [resource.no, resource.name, resource.note].join('\n').slice(0, 500);
    element.dataset['resource'] = resource.no;
    const share = this.#shareOf(row);
    paintCells(element, resource, this.#style.view, share);
    const color = share > 1 ? 'var(--danger)' : share > 0.85 ? 'var(--warning-line)' : 'var(--booked)';
    const load = Math.min(100, Math.round(share * 100));
    element.style.cssText = `transform:translateY(${top}px);height:${height}px;--load:${load}%;--load-color:${color}`;
    element.classList.toggle('ob-dim', this.#isDim(row));
  }

  /** Non-working time; resources with the same calendar share it. */
  #shadeOf(working: readonly Interval[]): string {
    const { axis, view } = this.#style;
    if (!view.calendars || view.mode === 'month') return 'none';
    const known = this.#shades.get(working);
    if (known !== undefined) return known;
    const dark: { from: number; till: number }[] = [];
    let at = axis.start;
    for (const { start, end } of working) {
      if (start > at) dark.push({ from: axis.xOf(at), till: axis.xOf(start) });
      at = Math.max(at, end);
    }
    if (at < axis.end) dark.push({ from: axis.xOf(at), till: axis.width });
    const shade = shadeOf(dark);
    this.#shades.set(working, shade);
    return shade;
  }

  /** Planned share of the capacity, rounded to what is visible. */
  #shareOf(row: Row): number {
    const known = this.#shares.get(row);
    if (known !== undefined) return known;
    const load = this.#loadOf(row);
    const available = load.reduce((sum, day) => sum + day.availableMs, 0);
    const booked = load.reduce((sum, day) => sum + day.bookedMs, 0);
    const share = available === 0 ? (booked > 0 ? 2 : 0) : Math.round((100 * booked) / available) / 100;
    this.#shares.set(row, share);
    return share;
  }

  #legsOf(row: Row): readonly Leg[] {
    const { view } = this.#style;
    if (!view.travel || view.mode === 'month') return NO_LEGS;
    const known = this.#legs.get(row);
    if (known) return known;
    const made = legsOf(row.resource.no, row.bars, this.travelTimes);
    this.#legs.set(row, made);
    return made;
  }

  #loadOf(row: Row): readonly DayLoad[] {
    const known = this.#loads.get(row);
    if (known) return known;
    const made = dayLoads(this.#days, row.resource.working, row.bars);
    this.#loads.set(row, made);
    return made;
  }
}
