import { clockText } from '../time/zone.ts';
import type { Axis, DayHours } from './axis.ts';
import { missingValues } from './checks.ts';
import { type DayLoad, dayLoads, hoursText } from './day-load.ts';
import { make, Pool } from './element.ts';
import type { Cursor } from './keys.ts';
import type { Placement, Row } from './layout.ts';
import type { Overflow } from './packing.ts';
import { paintOf, shadeOf } from './paint.ts';
import type { BoardTexts, BoardView, Interval } from './types.ts';

const LEAST_ROW = 34;
const CELL_HEIGHT = 34;

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

/** What is painted is remembered by this: the same placement at the same height looks the same. */
interface Painted {
  readonly placement: Placement;
  readonly top: number;
  readonly row: Row;
}

const samePlace = (one: Placement, other: Placement): boolean =>
  one.bar === other.bar && one.x === other.x && one.width === other.width && one.lane === other.lane;

/** The rows that can be seen: names, shades, bars, and in the month the cells of days. */
export class RowsView {
  readonly strips: HTMLElement;
  readonly #bars: HTMLElement;
  readonly #namePool: Pool<string>;
  readonly #stripPool: Pool<string>;
  readonly #barPool: Pool<Painted>;
  readonly #morePool: Pool<string>;
  readonly #cellPool: Pool<string>;
  readonly #painted = new Map<string, Painted>();
  readonly #last = new WeakMap<HTMLElement, { readonly key: string; readonly painted: Painted }>();
  #shades = new Map<readonly Interval[], string>();
  #loads = new WeakMap<Row, readonly DayLoad[]>();
  #axis!: Axis;
  #days: readonly DayHours[] = [];
  #view!: BoardView;
  #texts!: BoardTexts;
  requires: readonly number[] = [];

  constructor(names: HTMLElement, strips: HTMLElement, bars: HTMLElement) {
    this.strips = strips;
    this.#bars = bars;
    this.#namePool = new Pool(names, () => {
      const element = make('ob-name');
      make('ob-name-text', element, 'span');
      make('ob-name-note', element, 'span');
      return element;
    });
    this.#stripPool = new Pool(strips, () => make('ob-row'));
    this.#barPool = new Pool(bars, () => {
      const element = make('ob-bar');
      element.setAttribute('role', 'option');
      element.dir = 'auto';
      return element;
    });
    this.#morePool = new Pool(strips, () => make('ob-more'));
    this.#cellPool = new Pool(strips, () => make('ob-cell'));
  }

  reset(axis: Axis, days: readonly DayHours[], view: BoardView, texts: BoardTexts): void {
    this.#axis = axis;
    this.#days = days;
    this.#view = view;
    this.#texts = texts;
    this.#shades = new Map();
    this.#loads = new WeakMap();
    this.forget();
  }

  forget(): void {
    this.#painted.clear();
    for (const pool of [this.#namePool, this.#stripPool, this.#barPool, this.#morePool, this.#cellPool]) pool.forget();
  }

  heightOf({ lanes, overflow, placements }: Row): number {
    const { mode, barHeight } = this.#view;
    if (mode === 'month') return CELL_HEIGHT + (placements.length > 0 ? lanes * 18 : 0);
    return Math.max(LEAST_ROW, lanes * (barHeight + 2) + 4 + (overflow.length > 0 ? 14 : 0));
  }

  draw(shown: Shown): void {
    const { rows, edges, first, last } = shown;
    const names = new Map<string, string>();
    const bars = new Map<string, Painted>();
    const more = new Map<string, string>();
    const cells = new Map<string, string>();
    const overflows = new Map<string, Overflow>();
    for (let index = first; index <= last; index++) {
      const row = rows[index];
      if (!row) continue;
      const top = edges[index] ?? 0;
      names.set(row.resource.no, `${top} ${edges[index + 1]} ${this.#shareOf(row)}`);
      for (const placement of row.placements) {
        if (placement.x > shown.till) break;
        if (placement.x + placement.width < shown.from) continue;
        const key = `${index}:${placement.bar.id}`;
        bars.set(key, this.#remembered(key, placement, top, row));
      }
      for (const overflow of row.overflow) {
        if (overflow.x > shown.till || overflow.x + overflow.width < shown.from) continue;
        const key = `${index}:${overflow.x}`;
        more.set(key, `${top} ${overflow.count} ${row.lanes}`);
        overflows.set(key, overflow);
      }
      if (this.#view.mode === 'month')
        for (const [at, day] of this.#axis.days.entries())
          if (day.x < shown.till && day.x + day.width > shown.from)
            cells.set(`${index}:${at}`, `${top} ${this.#loadOf(row)[at]?.bookedMs}`);
    }
    const byNo = new Map(rows.slice(first, last + 1).map((row, i) => [row.resource.no, first + i]));
    const rowOf = (no: string): number => byNo.get(no) ?? 0;
    this.#namePool.show(names, (element, _value, no) => this.#paintName(element, rows[rowOf(no)], rowOf(no), edges));
    this.#stripPool.show(names, (element, _value, no) => this.#paintStrip(element, rows[rowOf(no)], rowOf(no), edges));
    this.#barPool.show(bars, (element, painted, key) => this.#paintBar(element, painted, key));
    this.#morePool.show(more, (element, value, key) => {
      const overflow = overflows.get(key) as Overflow;
      const [top = 0, , lanes = 1] = value.split(' ').map(Number);
      element.textContent = this.#texts.more(overflow.count);
      element.style.transform = `translate(${overflow.x}px,${top + 2 + lanes * (this.#view.barHeight + 2)}px)`;
    });
    this.#cellPool.show(cells, (element, _value, key) => {
      const [index = 0, at = 0] = key.split(':').map(Number);
      this.#paintCell(element, this.#loadOf(rows[index] as Row)[at] as DayLoad, at, edges[index] ?? 0);
    });
    this.#mark(shown);
  }

  #remembered(key: string, placement: Placement, top: number, row: Row): Painted {
    const known = this.#painted.get(key);
    if (known && known.top === top && samePlace(known.placement, placement)) return known;
    const made = { placement, top, row };
    this.#painted.set(key, made);
    return made;
  }

  /** Selection changes often and concerns few. */
  #mark({ selected, cursor }: Shown): void {
    for (const element of this.#bars.querySelectorAll('[aria-selected=true]'))
      element.setAttribute('aria-selected', 'false');
    for (const id of selected)
      for (const element of this.#bars.querySelectorAll(`[data-key$=":${id}"]`))
        element.setAttribute('aria-selected', 'true');
    const here = cursor && this.#barPool.element(`${cursor.row}:${cursor.id}`);
    if (here) this.#bars.setAttribute('aria-activedescendant', here.id);
    else this.#bars.removeAttribute('aria-activedescendant');
  }

  #paintName(element: HTMLElement, row: Row | undefined, index: number, edges: readonly number[]): void {
    if (!row) return;
    const { resource } = row;
    const [name, note] = element.children as unknown as [HTMLElement, HTMLElement];
    name.textContent = resource.name.slice(0, 120);
    note.textContent = resource.note.slice(0, 120);
    element.title = [resource.no, resource.name, resource.note].join('\n').slice(0, 500);
    element.dataset['resource'] = resource.no;
    element.style.transform = `translateY(${edges[index]}px)`;
    element.style.height = `${(edges[index + 1] ?? 0) - (edges[index] ?? 0)}px`;
    const share = this.#shareOf(row);
    element.style.setProperty('--load', `${Math.min(100, Math.round(share * 100))}%`);
    element.style.setProperty('--load-color', share > 1 ? '#d9480f' : share > 0.85 ? '#e8a317' : '#5b8fc7');
    element.classList.toggle('ob-dim', this.requires.length > 0 && missingValues(this.requires, resource).length > 0);
  }

  #paintStrip(element: HTMLElement, row: Row | undefined, index: number, edges: readonly number[]): void {
    if (!row) return;
    element.style.transform = `translateY(${edges[index]}px)`;
    element.style.height = `${(edges[index + 1] ?? 0) - (edges[index] ?? 0)}px`;
    element.style.width = `${this.#axis.width}px`;
    element.style.backgroundImage =
      this.#view.calendars && this.#view.mode !== 'month' ? this.#shadeOf(row.resource.working) : 'none';
    element.classList.toggle(
      'ob-dim',
      this.requires.length > 0 && missingValues(this.requires, row.resource).length > 0,
    );
  }

  #shadeOf(working: readonly Interval[]): string {
    const known = this.#shades.get(working);
    if (known !== undefined) return known;
    const axis = this.#axis;
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

  #paintBar(element: HTMLElement, painted: Painted, key: string): void {
    const { placement, top, row } = painted;
    const { bar, x, width, lane } = placement;
    const paint = paintOf(bar, width >= 46);
    const isMonth = this.#view.mode === 'month';
    const height = isMonth ? 16 : this.#view.barHeight;
    const y = top + (isMonth ? CELL_HEIGHT : 2) + lane * (height + 2);
    const last = this.#last.get(element);
    this.#last.set(element, { key, painted });
    // A row above became higher: the bar is the same, only lower.
    if (last?.key === key && samePlace(last.painted.placement, placement)) {
      element.style.transform = `translate(${x.toFixed(1)}px,${y}px)`;
      return;
    }
    element.className = paint.className;
    element.id = `ob-${key.replace(':', '-')}`;
    element.dataset['key'] = key;
    element.setAttribute('aria-selected', 'false');
    if (element.title !== '') element.removeAttribute('title');
    element.style.cssText = `${paint.css}transform:translate(${x.toFixed(1)}px,${y}px);width:${width.toFixed(1)}px;height:${height}px;line-height:${height}px${width < 24 ? ';padding:0' : ''}`;
    // A long text is the back office's business; more than this nobody can see.
    element.textContent = width < 22 ? '' : bar.subject.slice(0, 160);
    const { zone } = this.#view;
    element.setAttribute(
      'aria-label',
      [
        bar.subject.slice(0, 160) || `#${bar.id}`,
        `${clockText(zone, bar.start)}–${clockText(zone, bar.end)}`,
        row.resource.name.slice(0, 80),
        ...(bar.locked ? [this.#texts.lockedBar] : []),
        ...(bar.isImportant ? [this.#texts.important] : []),
        ...(bar.resources.length > 1 ? [this.#texts.shared] : []),
        ...bar.warnings.map(({ message }) => message.slice(0, 200)),
      ].join(', '),
    );
  }

  /** How much of what it can do is planned; to the hundredth, for that is what can be seen. */
  #shareOf(row: Row): number {
    const load = this.#loadOf(row);
    const available = load.reduce((sum, day) => sum + day.availableMs, 0);
    const booked = load.reduce((sum, day) => sum + day.bookedMs, 0);
    return available === 0 ? (booked > 0 ? 2 : 0) : Math.round((100 * booked) / available) / 100;
  }

  #loadOf(row: Row): readonly DayLoad[] {
    const known = this.#loads.get(row);
    if (known) return known;
    const made = dayLoads(this.#days, row.resource.working, row.bars);
    this.#loads.set(row, made);
    return made;
  }

  #paintCell(element: HTMLElement, load: DayLoad, at: number, top: number): void {
    const day = this.#axis.days[at];
    if (!day) return;
    const { style } = element;
    style.transform = `translate(${day.x.toFixed(1)}px,${top}px)`;
    style.width = `${day.width.toFixed(1)}px`;
    style.height = `${CELL_HEIGHT}px`;
    const closed = load.availableMs === 0;
    element.className = `ob-cell${closed ? ' ob-closed' : ''}${load.bookedMs > load.availableMs ? ' ob-over' : ''}`;
    const booked = load.bookedMs > 0 ? hoursText(load.bookedMs) : '';
    element.textContent =
      closed && booked === '' ? '' : day.width < 44 ? booked : `${booked || '0'}/${hoursText(load.availableMs)}`;
    element.title = this.#texts.booked(hoursText(load.bookedMs), hoursText(load.availableMs));
    const total = Math.max(load.availableMs, load.bookedMs, 1);
    const stops: string[] = [];
    let share = 0;
    for (const [color, ms] of load.colors) {
      const next = share + (ms / total) * 100;
      stops.push(`${color} ${share.toFixed(1)}% ${next.toFixed(1)}%`);
      share = next;
    }
    style.backgroundImage =
      stops.length === 0 ? 'none' : `linear-gradient(90deg,${stops.join(',')},#e4e9ef ${share.toFixed(1)}%)`;
  }
}
