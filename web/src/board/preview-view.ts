import { clockText } from '../dates/clock-text.ts';
import type { Axis } from './axis.ts';
import { make, Pool } from './element.ts';
import type { Row } from './layout.ts';
import type { BoardPreview, BoardView, ProposedBar } from './types.ts';

/** A narrower bar cannot be seen. */
const LEAST_WIDTH = 7;

export interface ProposedPosition {
  readonly proposed: ProposedBar;
  readonly resource: string;
  readonly x: number;
  readonly width: number;
  readonly lane: number;
}

interface Span {
  readonly x: number;
  readonly width: number;
}

const overlap = (one: Span, other: Span): boolean =>
  one.x < other.x + other.width - 1 && other.x < one.x + one.width - 1;

/** Proposed bars of a row, each in the first lane where neither a bar that stays nor another proposed one is. */
export function placeProposed(
  { placements, resource, lanes }: Row,
  proposed: readonly ProposedBar[],
  { leaving }: BoardPreview,
  axis: Pick<Axis, 'xOf' | 'start' | 'end'>,
): ProposedPosition[] {
  const taken: (Span & { readonly lane: number })[] = placements.filter(
    ({ bar }) => !leaving.has(bar.appointmentNo ?? ''),
  );
  const placed: ProposedPosition[] = [];
  for (const each of proposed) {
    if (each.end <= axis.start || each.start >= axis.end) continue;
    const x = axis.xOf(each.start);
    const span = { x, width: Math.max(LEAST_WIDTH, axis.xOf(each.end) - x - 1) };
    const isFree = (lane: number): boolean => !taken.some((other) => other.lane === lane && overlap(other, span));
    const free = Array.from({ length: Math.max(1, lanes) }, (_, lane) => lane).find(isFree);
    const position = { ...span, proposed: each, resource: resource.name, lane: free ?? 0 };
    taken.push(position);
    placed.push(position);
  }
  return placed;
}

interface Shown {
  readonly rows: readonly Row[];
  readonly edges: readonly number[];
  readonly first: number;
  readonly last: number;
  readonly axis: Axis;
  readonly view: BoardView;
}

interface Drawn extends ProposedPosition {
  readonly y: number;
}

/** The layer of a proposal: its bars as ghosts above the visible rows. */
export class PreviewView {
  readonly #ghosts: Pool<Drawn>;
  /** Ghosts by row, kept while nothing but the scroll position changes. */
  #rows = new Map<number, readonly (readonly [string, Drawn])[]>();
  #byResource = new Map<string, ProposedBar[]>();
  #edges: readonly number[] = [];
  #preview: BoardPreview | undefined;

  constructor(parent: Element) {
    this.#ghosts = new Pool<Drawn>(make('ob-ghosts', parent), makeGhost);
  }

  draw(shown: Shown): void {
    const { edges, first, last, view } = shown;
    const preview = view.mode === 'month' ? undefined : view.preview;
    if (preview !== this.#preview) this.#byResource = byResource(preview);
    // Edges are new whenever rows are laid out.
    if (preview !== this.#preview || edges !== this.#edges) this.#rows = new Map();
    this.#preview = preview;
    this.#edges = edges;
    const wanted = new Map<string, Drawn>();
    if (preview && this.#byResource.size > 0)
      for (let row = first; row <= last; row++) {
        const known = this.#rows.get(row) ?? this.#place(row, preview, shown);
        this.#rows.set(row, known);
        for (const [key, drawn] of known) wanted.set(key, drawn);
      }
    this.#ghosts.show(wanted, (element, drawn) => paintGhost(element, drawn, view));
  }

  #place(row: number, preview: BoardPreview, { rows, edges, axis, view }: Shown) {
    const found = rows[row];
    const proposed = found && this.#byResource.get(found.resource.no);
    if (!proposed) return [];
    return placeProposed(found, proposed, preview, axis).map(
      (each) =>
        [
          `${each.proposed.no} ${found.resource.no}`,
          { ...each, y: (edges[row] ?? 0) + 2 + each.lane * (view.barHeight + 2) },
        ] as const,
    );
  }
}

function byResource(preview: BoardPreview | undefined): Map<string, ProposedBar[]> {
  const grouped = new Map<string, ProposedBar[]>();
  for (const each of preview?.proposed ?? [])
    for (const no of each.resources) {
      const own = grouped.get(no);
      if (own) own.push(each);
      else grouped.set(no, [each]);
    }
  for (const own of grouped.values()) own.sort((a, b) => a.start - b.start || a.no - b.no);
  return grouped;
}

function makeGhost(): HTMLElement {
  const element = make('ob-ghost ob-proposed');
  element.setAttribute('role', 'img');
  return element;
}

function paintGhost(element: HTMLElement, { proposed, resource, x, y, width }: Drawn, view: BoardView): void {
  const { label, start, end } = proposed;
  element.textContent = label.slice(0, 160);
  element.setAttribute(
    'aria-label',
    `${label.slice(0, 160)}, ${clockText(view.zone, start)}–${clockText(view.zone, end)}, ${resource.slice(0, 80)}`,
  );
  element.style.cssText = `transform:translate(${x.toFixed(1)}px,${y}px);width:${width.toFixed(1)}px;height:${view.barHeight}px;line-height:${view.barHeight - 4}px`;
}
