import { Axis, type DayHours, daysFrom } from './axis.ts';
import { drawAxis } from './axis-view.ts';
import { isLong } from './day-load.ts';
import { Dragging } from './dragging.ts';
import { make } from './element.ts';
import { openHours } from './folding.ts';
import { timesText } from './ghost-lines.ts';
import { GhostView } from './ghost-view.ts';
import { indexAt, scrollStep } from './hit-test.ts';
import { InsertionMark } from './insertion-mark.ts';
import { onKey } from './keys.ts';
import { barsByResource, byStart, edgesOf, layRow, type Placement, type Row } from './layout.ts';
import { RowsView } from './rows-view.ts';
import type { Cursor, Ghost, Rectangle, Spot, Surface } from './surface.ts';
import type {
  Bar,
  BoardCommand,
  BoardData,
  BoardHost,
  BoardResource,
  BoardTexts,
  BoardView,
  Insertion,
  OpenWork,
} from './types.ts';

const NAMES_WIDTH = 208;
const HEAD_HEIGHT = 46;
const FOLDED_WIDTH = 10;
const FOLDED_DAY = 26;

/**
 * The planning board: an element that shows rows of bars over an axis of days, of which only what can be seen exists. It changes nothing:
 * what the planner does goes out as a command, and comes back as data.
 */
export class Board implements Surface {
  readonly element: HTMLElement;
  readonly #host: BoardHost;
  readonly #canvas: HTMLElement;
  readonly #head: HTMLElement;
  readonly #body: HTMLElement;
  readonly #lines: HTMLElement;
  readonly #nowLine: HTMLElement;
  readonly #clicked: InsertionMark;
  readonly #ghosts: GhostView;
  readonly #empty: HTMLElement;
  readonly #corner: HTMLElement;
  readonly #view: RowsView;
  readonly #dragging: Dragging;
  readonly #observer: ResizeObserver;
  readonly #ended = new AbortController();
  #data: BoardData = { resources: [], bars: new Map(), values: [] };
  #byResource = new Map<string, Bar[]>();
  #days: readonly DayHours[] = [];
  #cursor: Cursor | undefined;
  #frame = 0;
  /** Read only when it changes: reading it during a change forces a second layout. */
  #size = { width: 0, height: 0 };
  #printing = false;
  axis: Axis = new Axis([], { width: 0, hourWidth: 0, foldedWidth: 0, foldedDayWidth: 0, isOpen: () => true });
  rows: Row[] = [];
  edges: number[] = [0];
  view: BoardView;
  texts: BoardTexts;
  selected: ReadonlySet<number> = new Set();

  constructor(parent: HTMLElement, view: BoardView, texts: BoardTexts, host: BoardHost) {
    this.view = view;
    this.texts = texts;
    this.#host = host;
    this.element = make('ob', parent);
    this.#canvas = make('ob-canvas', this.element);
    const head = make('ob-head', this.#canvas);
    this.#corner = make('ob-corner', head);
    this.#head = make('ob-axis', head);
    const names = make('ob-names', this.#canvas);
    this.#body = make('ob-body', this.#canvas);
    this.#lines = make('ob-lines', this.#body);
    const bars = make('ob-bars', this.#body);
    bars.tabIndex = 0;
    bars.setAttribute('role', 'listbox');
    bars.setAttribute('aria-multiselectable', 'true');
    this.#nowLine = make('ob-now', this.#body);
    this.#clicked = new InsertionMark(this, this.#body);
    this.#ghosts = new GhostView(make('ob-ghosts', this.#body), make('ob-tip', parent));
    this.#empty = make('ob-empty', this.element);
    this.#view = new RowsView(names, bars);
    this.#dragging = new Dragging(this);
    this.#listen(bars);
    this.#observer = new ResizeObserver(() => this.#layAll());
    this.#observer.observe(this.element);
  }

  get values(): readonly string[] {
    return this.#data.values;
  }

  bar(id: number): Bar | undefined {
    return this.#data.bars.get(id);
  }

  /** New data, another window or another look: lays out everything. */
  show(data: BoardData, view: BoardView, texts: BoardTexts): void {
    this.#data = data;
    this.view = view;
    this.texts = texts;
    this.#byResource = barsByResource(data.bars.values());
    this.#layAll();
  }

  /** Some bars changed: lays out only their rows. */
  update(data: BoardData, before: readonly Bar[], after: readonly Bar[]): void {
    this.#data = data;
    const touched = new Set([...before, ...after].flatMap(({ resources }) => resources));
    const gone = new Set(before.map(({ id }) => id));
    for (const no of touched) {
      const kept = (this.#byResource.get(no) ?? []).filter(({ id }) => !gone.has(id));
      kept.push(...after.filter(({ resources }) => resources.includes(no)));
      this.#byResource.set(no, kept.sort(byStart));
    }
    this.rows = this.rows.map((row) => (touched.has(row.resource.no) ? this.#lay(row.resource) : row));
    this.#measure();
    this.#draw();
  }

  select(ids: readonly number[]): void {
    this.selected = new Set(ids);
    const last = ids.at(-1);
    if (last !== undefined && this.#cursor?.id !== last)
      this.#cursor = { id: last, row: this.rows.findIndex(({ bars }) => bars.some(({ id }) => id === last)) };
    this.#host.selected(ids);
    this.#draw();
  }

  get insertionPoint(): Insertion | undefined {
    if (this.#clicked.isSet) return this.#clicked.shown;
    const bar = this.bar(this.#cursor?.id ?? -1);
    const row = this.rows[this.#cursor?.row ?? -1];
    return bar && row?.bars.some(({ id }) => id === bar.id) ? { resourceNo: row.resource.no, at: bar.end } : undefined;
  }

  clicked(spot: Spot): void {
    this.#clicked.set(spot);
  }

  clickedBar(cursor: Cursor): void {
    this.#point(cursor);
    this.#draw();
  }

  /** A bar that is selected after a click on an empty position takes precedence. */
  #point(cursor: Cursor): void {
    this.#cursor = cursor;
    this.#clicked.clear();
  }

  /** Shows a bar that was chosen elsewhere. */
  reveal(id: number): void {
    const row = this.rows.findIndex(({ bars }) => bars.some((bar) => bar.id === id));
    if (row < 0) return;
    this.#point({ id, row });
    this.#scrollToCursor();
  }

  /** Rows that cannot do the work step back. */
  dimWithout(requires: readonly number[]): void {
    this.#view.requires = requires;
    this.#view.forget();
    this.#draw();
  }

  bring(work: readonly OpenWork[]): void {
    this.#dragging.bring(work);
  }

  focus(): void {
    this.element.querySelector<HTMLElement>('.ob-bars')?.focus();
  }

  destroy(): void {
    this.#ended.abort();
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.element.remove();
    this.#ghosts.destroy();
  }

  emit(command: BoardCommand): void {
    this.#host.command(command);
  }

  spotAt(clientX: number, clientY: number): Spot {
    const box = this.#body.getBoundingClientRect();
    const [x, y] = [clientX - box.left, clientY - box.top];
    return { row: indexAt(this.edges, y), x, y, at: this.axis.msAt(x) };
  }

  placementAt(target: EventTarget | null): { row: number; placement: Placement } | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>('.ob-bar') : null;
    const row = Number(element?.parentElement?.dataset['row'] ?? -1);
    const id = Number(element?.dataset['bar']);
    const placement = this.rows[row]?.placements.find(({ bar }) => bar.id === id);
    return placement && { row, placement };
  }

  scrollNear(clientX: number, clientY: number): void {
    const box = this.element.getBoundingClientRect();
    const byX = scrollStep(clientX, box.left + NAMES_WIDTH + 24, box.right - 24);
    const byY = scrollStep(clientY, box.top + HEAD_HEIGHT + 20, box.bottom - 20);
    if (byX !== 0 || byY !== 0) this.element.scrollBy(byX, byY);
  }

  ghost(ghost: Ghost | undefined): void {
    this.#ghosts.show(ghost, this);
  }

  band(rectangle: Rectangle | undefined): void {
    this.#ghosts.band(rectangle);
  }

  #listen(bars: HTMLElement): void {
    const { signal } = this.#ended;
    const on = <K extends keyof HTMLElementEventMap>(
      element: HTMLElement,
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
      passive = false,
    ): void => element.addEventListener(type, listener, { signal, passive });
    on(this.element, 'scroll', () => this.#drawSoon(), true);
    on(bars, 'pointerdown', (event) => {
      bars.focus({ preventScroll: true });
      this.#dragging.down(event);
      if (event.button === 0) bars.setPointerCapture(event.pointerId);
    });
    on(bars, 'pointermove', (event) => this.#dragging.move(event));
    on(bars, 'pointerup', (event) => this.#dragging.up(event));
    on(bars, 'pointercancel', () => this.#dragging.cancel());
    on(bars, 'dblclick', (event) => {
      // The layer has captured the pointer and gets the event, so the element below it has to be looked up.
      const found = this.placementAt(document.elementFromPoint(event.clientX, event.clientY));
      if (found) this.emit({ type: 'details', id: found.placement.bar.id });
    });
    on(bars, 'mouseover', (event) => this.#setTitle(event.target));
    on(bars, 'contextmenu', (event) => this.#openMenu(event));
    on(bars, 'keydown', (event) => {
      if (event.key === 'Escape' && this.#dragging.isActive) this.#dragging.cancel();
      else if (!onKey(this, event, this.#cursor, (cursor) => this.#go(cursor))) return;
      event.preventDefault();
    });
    on(this.element, 'dragover', (event) => this.#dragging.over(event));
    on(this.element, 'drop', (event) => this.#dragging.drop(event));
    on(this.element, 'dragleave', (event) => {
      if (!this.element.contains(event.relatedTarget as Node | null)) this.ghost(undefined);
    });
    on(this.#head, 'click', (event) => {
      const date = (event.target as HTMLElement).dataset['date'];
      if (date) this.emit({ type: 'day', date });
    });
    // Paper does not scroll: everything is drawn before it is printed.
    const print = (printing: boolean) => (): void => {
      this.#printing = printing;
      this.#layAll();
    };
    window.addEventListener('beforeprint', print(true), { signal });
    window.addEventListener('afterprint', print(false), { signal });
  }

  #openMenu(event: MouseEvent): void {
    event.preventDefault();
    const cursor = this.#cursor;
    // Called by a key it is about the bar that the keys are at.
    const here = event.button === 2 ? undefined : cursor && this.#view.bar(cursor);
    const box = here?.getBoundingClientRect();
    const [x, y] = box ? [box.left + 8, box.bottom] : [event.clientX, event.clientY];
    const found = this.placementAt(here ?? event.target);
    const spot = this.spotAt(x, box ? box.top + 2 : y);
    const resourceNo = this.rows[found?.row ?? spot.row]?.resource.no;
    const id = found?.placement.bar.id;
    if (id !== undefined && !this.selected.has(id)) this.select([id]);
    if (found) this.clickedBar({ id: found.placement.bar.id, row: found.row });
    else this.clicked(spot);
    if (resourceNo !== undefined) this.emit({ type: 'menu', x, y, id, resourceNo, at: spot.at });
  }

  /** Computed on hover, not for every bar. */
  #setTitle(target: EventTarget | null): void {
    const bar = this.placementAt(target)?.placement.bar;
    if (!bar) return;
    (target as HTMLElement).title = [
      bar.subject.slice(0, 300),
      timesText(this.view, bar),
      ...(bar.locked ? [this.texts.lockedBar] : []),
      ...bar.warnings.map(({ message }) => `⚠ ${message.slice(0, 300)}`),
    ].join('\n');
  }

  #go(cursor: Cursor): void {
    this.#point(cursor);
    this.select([cursor.id]);
    this.#scrollToCursor();
  }

  #scrollToCursor(): void {
    const cursor = this.#cursor;
    const placement = cursor && this.rows[cursor.row]?.placements.find(({ bar }) => bar.id === cursor.id);
    if (!cursor) return;
    const { element } = this;
    const [top, bottom] = [this.edges[cursor.row] ?? 0, this.edges[cursor.row + 1] ?? 0];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight - HEAD_HEIGHT)
      element.scrollTop = bottom - element.clientHeight + HEAD_HEIGHT;
    if (!placement) return;
    const width = element.clientWidth - NAMES_WIDTH;
    if (placement.x < element.scrollLeft || placement.x + 20 > element.scrollLeft + width)
      element.scrollLeft = placement.x - 40;
    this.#drawSoon();
  }

  #layAll(): void {
    const { view } = this;
    this.#days = daysFrom(view.zone, view.from, view.days);
    this.#size = { width: this.element.clientWidth, height: this.element.clientHeight };
    const width = Math.max(320, this.#size.width - NAMES_WIDTH - 1);
    const resources = this.#data.resources;
    const isOpen =
      view.mode === 'week'
        ? openHours(
            this.#days,
            resources.map(({ working }) => working),
            resources.flatMap(({ no }) => this.#byResource.get(no) ?? []),
          )
        : () => true;
    this.axis = new Axis(this.#days, {
      width,
      hourWidth: view.mode === 'month' ? 1 : view.hourWidth,
      foldedWidth: FOLDED_WIDTH,
      foldedDayWidth: FOLDED_DAY,
      isOpen,
    });
    this.rows = resources.map((resource) => this.#lay(resource));
    this.#view.reset(this.axis, this.#days, view, this.texts);
    this.#corner.textContent = `${this.texts.resources} · ${resources.length}`;
    this.#empty.textContent = resources.length === 0 ? this.texts.noMatch : '';
    this.element.querySelector('.ob-bars')?.setAttribute('aria-label', this.texts.boardLabel);
    this.#measure();
    drawAxis(this.#head, this.#lines, this.axis, view, this.texts, this.#host.now());
    this.#draw();
  }

  #lay(resource: BoardResource): Row {
    const isMonth = this.view.mode === 'month';
    return layRow(resource, this.#byResource.get(resource.no) ?? [], {
      axis: this.axis,
      stack: this.view.stack,
      shows: isMonth ? isLong : () => true,
    });
  }

  #measure(): void {
    this.edges = edgesOf(this.rows.map((row) => this.#view.heightOf(row)));
    const height = this.edges.at(-1) ?? 0;
    this.#canvas.style.width = `${NAMES_WIDTH + this.axis.width}px`;
    this.#canvas.style.height = `${HEAD_HEIGHT + height}px`;
    const now = this.#host.now();
    const isNow = now >= this.axis.start && now < this.axis.end && this.view.mode !== 'month';
    this.#nowLine.style.display = isNow ? '' : 'none';
    this.#nowLine.style.transform = `translateX(${this.axis.xOf(now)}px)`;
    this.#clicked.draw();
  }

  #drawSoon(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** What can be seen, and a little around it. */
  #draw(): void {
    const { scrollTop, scrollLeft } = this.element;
    const { height: clientHeight, width: clientWidth } = this.#size;
    const all = this.#printing;
    const first = all ? 0 : Math.max(0, indexAt(this.edges, scrollTop) - 1);
    const last = all
      ? this.rows.length - 1
      : Math.min(this.rows.length - 1, indexAt(this.edges, scrollTop + clientHeight) + 1);
    this.#view.draw({
      rows: this.rows,
      edges: this.edges,
      first,
      last,
      from: all ? 0 : scrollLeft - 60,
      till: all ? this.axis.width : scrollLeft + clientWidth - NAMES_WIDTH + 60,
      selected: this.selected,
      cursor: this.#cursor,
    });
  }
}
