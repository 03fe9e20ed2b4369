import { Axis, type DayHours, daysFrom } from './axis.ts';
import { drawAxis } from './axis-view.ts';
import { BoardGroups } from './board-groups.ts';
import { CellCursor } from './cell-cursor.ts';
import { type Cell, firstCell } from './cell-steps.ts';
import { HandleDrag } from './container-handles.ts';
import { isLong } from './day-load.ts';
import { DependencyView } from './dependency-view.ts';
import { Dragging } from './dragging.ts';
import { make } from './element.ts';
import { axisFor } from './folding.ts';
import { GhostView } from './ghost-view.ts';
import { indexAt } from './hit-test.ts';
import { runKey } from './keymap.ts';
import { boardKeys } from './keys.ts';
import { barsByResource, layRow, type Placement, type Row, replaceBars } from './layout.ts';
import { listen } from './listen.ts';
import { MonthCell } from './month-cell.ts';
import { NameColumns, namesWidth } from './name-columns.ts';
import { openMenu, setTitle } from './pointing.ts';
import { PreviewView } from './preview-view.ts';
import { RowsView } from './rows-view.ts';
import { scrollIntoView, scrollNear } from './scrolling.ts';
import { HEAD_HEIGHT, makeSkeleton, type Skeleton } from './skeleton.ts';
import type { Cursor, Ghost, Rectangle, Spot, Surface } from './surface.ts';
import type { TravelTimes } from './travel.ts';
import type {
  Bar,
  BoardCommand,
  BoardData,
  BoardHost,
  BoardResource,
  BoardTexts,
  BoardView,
  Dependency,
  Insertion,
  OpenWork,
} from './types.ts';

const NO_DEPENDENCIES: readonly Dependency[] = [];

/**
 * The planning board: an element that shows rows of bars over an axis of days. Only what is visible exists in the document. The board
 * changes no data: it emits commands, and the host answers with new data.
 */
export class Board implements Surface {
  readonly element: HTMLElement;
  readonly #host: BoardHost;
  readonly #parts: Skeleton;
  readonly #cursor: CellCursor;
  readonly #ghosts: GhostView;
  readonly #view: RowsView;
  readonly #columns: NameColumns;
  readonly #groups: BoardGroups;
  readonly #links: DependencyView;
  readonly #preview: PreviewView;
  readonly #handles: HandleDrag;
  readonly #month: MonthCell;
  readonly #dragging: Dragging;
  readonly #observer: ResizeObserver;
  readonly #ended = new AbortController();
  #data: BoardData = { resources: [], bars: new Map(), busy: [], values: [] };
  #byResource = new Map<string, Bar[]>();
  #days: readonly DayHours[] = [];
  #frame = 0;
  /** Read only on resize: reading it during a change forces a second layout. */
  #size = { width: 0, height: 0 };
  #printing = false;
  #choices = 0;
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
    this.#cursor = new CellCursor(this, bars);
    this.#ghosts = new GhostView(make('ob-ghosts', body), make('ob-tip', parent));
    this.#view = new RowsView(names, bars);
    this.#columns = new NameColumns(element, this.#parts.corner, {
      sort: (name) => host.sortColumn?.(name),
      resize: (name, width) => host.resizeColumn?.(name, width),
    });
    this.#groups = new BoardGroups(names, body, host);
    this.#links = new DependencyView(body);
    this.#preview = new PreviewView(body);
    this.#month = new MonthCell(this, (day) => host.openDay?.(day));
    this.#handles = new HandleDrag({ bars: () => this.#data.bars.values(), select: (ids) => this.select(ids) });
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
    this.#choices++;
    this.#select(ids, false);
  }

  /** Selects bars that an answer brought, and scrolls to the first: no choice of the planner. */
  present(ids: readonly number[]): void {
    this.#select(
      ids.filter((id) => this.bar(id)),
      false,
    );
    this.reveal(ids[0] ?? -1);
  }

  #select(ids: readonly number[], byKeys: boolean): void {
    this.selected = new Set(ids);
    const last = this.bar(ids.at(-1) ?? -1);
    if (last && !byKeys && this.cell?.id !== last.id)
      this.#cursor.set({ row: this.#rowOf(last.id), at: last.start, id: last.id });
    this.#host.selected(ids, byKeys);
    this.#draw();
  }

  /** How often the planner has chosen bars or a cell: an answer that arrives later must not choose others. */
  get choices(): number {
    return this.#choices;
  }

  get cell(): Cell | undefined {
    return this.#cursor.cell;
  }

  get insertionPoint(): Insertion | undefined {
    return this.#cursor.insertion;
  }

  clicked(spot: Spot): void {
    this.#choices++;
    this.#cursor.setAt(spot);
    this.#draw();
  }

  clickedBar({ id, row }: Cursor): void {
    this.#choices++;
    this.#cursor.set({ row, at: this.bar(id)?.start ?? this.axis.start, id });
    this.#draw();
  }

  go(cell: Cell, extend: boolean): void {
    this.#choices++;
    this.#cursor.set(cell);
    const kept = extend ? [...this.selected].filter((id) => id !== cell.id) : [];
    this.#select(cell.id === undefined ? kept : [...kept, cell.id], true);
    this.#scrollToCursor();
  }

  /** Scrolls to a bar that was selected elsewhere. */
  reveal(id: number): void {
    const row = this.#rowOf(id);
    if (row < 0) {
      this.#groups.showGroupOf(this.bar(id));
      return;
    }
    this.#cursor.set({ row, at: this.bar(id)?.start ?? this.axis.start, id });
    this.#scrollToCursor();
  }

  #rowOf(id: number): number {
    return this.rows.findIndex(({ bars }) => bars.some((bar) => bar.id === id));
  }

  /** Scrolls to the row of a resource. Whether there is one. */
  revealResource(no: string): boolean {
    const row = this.rows.findIndex(({ resource }) => resource.no === no);
    if (row >= 0)
      scrollIntoView(this.element, this.edges[row] ?? 0, this.edges[row + 1] ?? 0, undefined, namesWidth(this.view));
    return row >= 0;
  }

  /** Dims the rows of resources that lack a required filter value. */
  dimWithout(requires: readonly number[]): void {
    this.#view.requires = requires;
    this.#view.forget();
    this.#draw();
  }

  /** Travel times that the service knows; the others are estimated. */
  setTravelTimes(times: TravelTimes): void {
    this.#view.travelTimes = times;
    this.#view.forget();
    this.#draw();
  }

  bring(work: readonly OpenWork[]): void {
    this.#dragging.bring(work);
  }

  focus(): void {
    this.#parts.bars.focus({ preventScroll: true });
  }

  /** Focuses the board by a key: the cell cursor is there before the first arrow. */
  enter(): void {
    this.focus();
    const first = this.cell ? undefined : firstCell(this, this.now());
    if (first) this.go(first, false);
  }

  now(): number {
    return this.#host.now();
  }

  destroy(): void {
    this.#ended.abort();
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.element.remove();
    this.#ghosts.destroy();
  }

  emit(command: BoardCommand): void {
    this.#host.command(this.#handles.commandOf(command, (id) => this.bar(id)));
  }

  spotAt(clientX: number, clientY: number): Spot {
    const box = this.#parts.body.getBoundingClientRect();
    const [x, y] = [clientX - box.left, clientY - box.top];
    return { row: this.#groups.isHeaderAt(y) ? -1 : indexAt(this.edges, y), x, y, at: this.axis.msAt(x) };
  }

  placementAt(target: EventTarget | null): { row: number; placement: Placement } | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>('.ob-bar, .ob-handle') : null;
    const row = Number(element?.parentElement?.dataset['row'] ?? -1);
    const id = Number(element?.dataset['bar']);
    const placement = this.rows[row]?.placements.find(({ bar }) => bar.id === id && !bar.isBusy);
    return placement && { row, placement };
  }

  scrollNear(clientX: number, clientY: number): void {
    scrollNear(this.element, clientX, clientY, namesWidth(this.view));
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
      handles: this.#handles,
      month: this.#month,
      scroll: () => this.#drawSoon(),
      doubleClick: (event) => {
        // The layer has captured the pointer and gets the event, so the element below it has to be looked up.
        const found = this.placementAt(document.elementFromPoint(event.clientX, event.clientY));
        const cell = this.insertionPoint;
        if (found) this.emit({ type: 'details', id: found.placement.bar.id });
        else if (cell && this.cell?.id === undefined) this.emit({ type: 'new', ...cell });
      },
      hover: (target) => setTitle(this, target),
      menu: (event) => openMenu(this, event, this.#elementAtCursor()),
      key: (event) => this.#month.key(event, this.#elementAtCursor()) || runKey(boardKeys, event, this),
      dragLeave: () => this.ghost(undefined),
      day: (date) => this.emit({ type: 'day', date }),
      print: (isPrinting) => {
        this.#printing = isPrinting;
        this.#layAll();
      },
    });
  }

  /** The bar at the cell cursor, or the mark of an empty cell. */
  #elementAtCursor(): Element | undefined {
    const { bar } = this.#cursor;
    return (bar && this.#view.bar(bar)) ?? (this.cell ? this.#cursor.element : undefined);
  }

  #scrollToCursor(): void {
    const { cell } = this;
    if (!cell) return;
    const placement = this.rows[cell.row]?.placements.find(({ bar }) => bar.id === cell.id);
    const [top, bottom] = [this.edges[cell.row] ?? 0, this.edges[cell.row + 1] ?? 0];
    scrollIntoView(this.element, top, bottom, placement?.x ?? this.axis.xOf(cell.at), namesWidth(this.view));
    this.#drawSoon();
  }

  #layAll(): void {
    const { view } = this;
    this.#days = daysFrom(view.zone, view.from, view.days);
    this.#size = { width: this.element.clientWidth, height: this.element.clientHeight };
    const width = Math.max(320, this.#size.width - namesWidth(view) - 1);
    const resources = this.#data.resources;
    const bars = resources.flatMap(({ no }) => this.#byResource.get(no) ?? []);
    this.axis = axisFor(view, this.#days, width, resources, bars);
    this.rows = this.#groups.arrange(resources, view).map((resource) => this.#lay(resource));
    this.#view.reset(this.axis, this.#days, view, this.texts);
    this.#columns.draw(view, `${this.texts.resources} · ${resources.length}`);
    this.#parts.bars.setAttribute('aria-label', this.texts.boardLabel);
    this.#measure();
    drawAxis(this.#parts.axis, this.#parts.lines, this.axis, view, this.texts, this.#host.now());
    this.#draw();
    const awaited = this.#groups.takeAwaited();
    if (awaited !== undefined) this.reveal(awaited);
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
    this.edges = this.#groups.edgesOf(this.rows.map((row) => this.#view.heightOf(row)));
    const height = this.edges.at(-1) ?? 0;
    const { canvas, now: nowLine } = this.#parts;
    canvas.style.width = `${namesWidth(this.view) + this.axis.width}px`;
    canvas.style.height = `${HEAD_HEIGHT + height}px`;
    const now = this.#host.now();
    const isNow = now >= this.axis.start && now < this.axis.end && this.view.mode !== 'month';
    nowLine.style.display = isNow ? '' : 'none';
    nowLine.style.transform = `translateX(${this.axis.xOf(now)}px)`;
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
    this.#groups.draw(
      all ? { from: 0, till: Number.POSITIVE_INFINITY } : { from: scrollTop, till: scrollTop + clientHeight },
      this.texts,
      (group) => this.#view.groupLoad(group, this.#byResource),
    );
    this.#links.draw({
      ...{ dependencies: this.#data.dependencies ?? NO_DEPENDENCIES, rows: this.rows, edges: this.edges },
      ...{ first, last, view: this.view, selected: this.selected },
    });
    this.#view.draw({
      rows: this.rows,
      edges: this.edges,
      first,
      last,
      from: all ? 0 : scrollLeft - 60,
      till: all ? this.axis.width : scrollLeft + clientWidth - namesWidth(this.view) + 60,
      selected: this.selected,
      cursor: this.#cursor.bar,
    });
    this.#preview.draw({ rows: this.rows, edges: this.edges, first, last, axis: this.axis, view: this.view });
    this.#cursor.draw();
    this.#cursor.announce();
  }
}
