import { Axis, type DayHours, daysFrom } from './axis.ts';
import { drawAxis } from './axis-view.ts';
import { isLong } from './day-load.ts';
import { Dragging } from './dragging.ts';
import { make } from './element.ts';
import { axisFor } from './folding.ts';
import { GhostView } from './ghost-view.ts';
import { indexAt } from './hit-test.ts';
import { InsertionMark } from './insertion-mark.ts';
import { onKey } from './keys.ts';
import { barsByResource, edgesOf, layRow, type Placement, type Row, replaceBars } from './layout.ts';
import { listen } from './listen.ts';
import { openMenu, setTitle } from './pointing.ts';
import { RowsView } from './rows-view.ts';
import { scrollIntoView, scrollNear } from './scrolling.ts';
import { HEAD_HEIGHT, makeSkeleton, NAMES_WIDTH, type Skeleton } from './skeleton.ts';
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

/**
 * The planning board: an element that shows rows of bars over an axis of days. Only what is visible exists in the document. The board
 * changes no data: it emits commands, and the host answers with new data.
 */
export class Board implements Surface {
  readonly element: HTMLElement;
  readonly #host: BoardHost;
  readonly #parts: Skeleton;
  readonly #clicked: InsertionMark;
  readonly #ghosts: GhostView;
  readonly #empty: HTMLElement;
  readonly #view: RowsView;
  readonly #dragging: Dragging;
  readonly #observer: ResizeObserver;
  readonly #ended = new AbortController();
  #data: BoardData = { resources: [], bars: new Map(), busy: [], values: [] };
  #byResource = new Map<string, Bar[]>();
  #days: readonly DayHours[] = [];
  #cursor: Cursor | undefined;
  #frame = 0;
  /** Read only on resize: reading it during a change forces a second layout. */
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
    this.#parts = makeSkeleton(parent);
    const { element, names, body, bars } = this.#parts;
    this.element = element;
    this.#clicked = new InsertionMark(this, body);
    this.#ghosts = new GhostView(make('ob-ghosts', body), make('ob-tip', parent));
    this.#empty = make('ob-empty', this.element);
    this.#view = new RowsView(names, bars);
    this.#dragging = new Dragging(this);
    this.#listen();
    this.#observer = new ResizeObserver(() => this.#layAll());
    this.#observer.observe(this.element);
  }

  get values(): readonly string[] {
    return this.#data.values;
  }

  bar(id: number): Bar | undefined {
    return this.#data.bars.get(id);
  }

  /** Shows new data, another window or other settings: lays out everything. */
  show(data: BoardData, view: BoardView, texts: BoardTexts): void {
    this.#data = data;
    this.view = view;
    this.texts = texts;
    this.element.classList.toggle('ob-read-only', view.readOnly === true);
    this.#byResource = barsByResource([...data.bars.values(), ...data.busy]);
    this.#layAll();
  }

  /** Some bars changed: lays out only their rows. */
  update(data: BoardData, before: readonly Bar[], after: readonly Bar[]): void {
    this.#data = data;
    const touched = replaceBars(this.#byResource, before, after);
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

  /** Scrolls to a bar that was selected elsewhere. */
  reveal(id: number): void {
    const row = this.rows.findIndex(({ bars }) => bars.some((bar) => bar.id === id));
    if (row < 0) return;
    this.#point({ id, row });
    this.#scrollToCursor();
  }

  /** Dims the rows of resources that lack a required filter value. */
  dimWithout(requires: readonly number[]): void {
    this.#view.requires = requires;
    this.#view.forget();
    this.#draw();
  }

  bring(work: readonly OpenWork[]): void {
    this.#dragging.bring(work);
  }

  focus(): void {
    this.#parts.bars.focus();
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
    const box = this.#parts.body.getBoundingClientRect();
    const [x, y] = [clientX - box.left, clientY - box.top];
    return { row: indexAt(this.edges, y), x, y, at: this.axis.msAt(x) };
  }

  placementAt(target: EventTarget | null): { row: number; placement: Placement } | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>('.ob-bar') : null;
    const row = Number(element?.parentElement?.dataset['row'] ?? -1);
    const id = Number(element?.dataset['bar']);
    const placement = this.rows[row]?.placements.find(({ bar }) => bar.id === id && !bar.isBusy);
    return placement && { row, placement };
  }

  scrollNear(clientX: number, clientY: number): void {
    scrollNear(this.element, clientX, clientY);
  }

  ghost(ghost: Ghost | undefined): void {
    this.#ghosts.show(ghost, this);
  }

  band(rectangle: Rectangle | undefined): void {
    this.#ghosts.band(rectangle);
  }

  #listen(): void {
    listen(this.#parts, this.#ended.signal, {
      dragging: this.#dragging,
      scroll: () => this.#drawSoon(),
      doubleClick: (event) => {
        // The layer has captured the pointer and gets the event, so the element below it has to be looked up.
        const found = this.placementAt(document.elementFromPoint(event.clientX, event.clientY));
        if (found) this.emit({ type: 'details', id: found.placement.bar.id });
      },
      hover: (target) => setTitle(this, target),
      menu: (event) => openMenu(this, event, this.#cursor && this.#view.bar(this.#cursor)),
      key: (event) => onKey(this, event, this.#cursor, (cursor) => this.#go(cursor)),
      dragLeave: () => this.ghost(undefined),
      day: (date) => this.emit({ type: 'day', date }),
      print: (isPrinting) => {
        this.#printing = isPrinting;
        this.#layAll();
      },
    });
  }

  #go(cursor: Cursor): void {
    this.#point(cursor);
    this.select([cursor.id]);
    this.#scrollToCursor();
  }

  #scrollToCursor(): void {
    const cursor = this.#cursor;
    if (!cursor) return;
    const placement = this.rows[cursor.row]?.placements.find(({ bar }) => bar.id === cursor.id);
    const [top, bottom] = [this.edges[cursor.row] ?? 0, this.edges[cursor.row + 1] ?? 0];
    scrollIntoView(this.element, top, bottom, placement?.x);
    if (placement) this.#drawSoon();
  }

  #layAll(): void {
    const { view } = this;
    this.#days = daysFrom(view.zone, view.from, view.days);
    this.#size = { width: this.element.clientWidth, height: this.element.clientHeight };
    const width = Math.max(320, this.#size.width - NAMES_WIDTH - 1);
    const resources = this.#data.resources;
    const bars = resources.flatMap(({ no }) => this.#byResource.get(no) ?? []);
    this.axis = axisFor(view, this.#days, width, resources, bars);
    this.rows = resources.map((resource) => this.#lay(resource));
    this.#view.reset(this.axis, this.#days, view, this.texts);
    this.#parts.corner.textContent = `${this.texts.resources} · ${resources.length}`;
    this.#empty.textContent = resources.length === 0 ? this.texts.noMatch : '';
    this.#parts.bars.setAttribute('aria-label', this.texts.boardLabel);
    this.#measure();
    drawAxis(this.#parts.axis, this.#parts.lines, this.axis, view, this.texts, this.#host.now());
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
    const { canvas, now: nowLine } = this.#parts;
    canvas.style.width = `${NAMES_WIDTH + this.axis.width}px`;
    canvas.style.height = `${HEAD_HEIGHT + height}px`;
    const now = this.#host.now();
    const isNow = now >= this.axis.start && now < this.axis.end && this.view.mode !== 'month';
    nowLine.style.display = isNow ? '' : 'none';
    nowLine.style.transform = `translateX(${this.axis.xOf(now)}px)`;
    this.#clicked.draw();
  }

  #drawSoon(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** Draws what is visible, with a small margin. */
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
