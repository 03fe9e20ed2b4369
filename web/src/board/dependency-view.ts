import { type DependencyPaths, dependencyPaths } from './dependency-lines.ts';
import type { Placement, Row } from './layout.ts';
import type { BoardView, Dependency } from './types.ts';

const SVG = 'http://www.w3.org/2000/svg';
const STYLES = ['plain', 'strong', 'broken'] as const;

interface Shown {
  readonly dependencies: readonly Dependency[];
  readonly rows: readonly Row[];
  readonly edges: readonly number[];
  readonly first: number;
  readonly last: number;
  readonly view: BoardView;
  readonly selected: ReadonlySet<number>;
}

/** Lines between bars: one path for each style, so that a thousand lines are three elements. */
export class DependencyView {
  readonly #paths = new Map<keyof DependencyPaths, SVGPathElement>();
  /** Rows and placements of the bars that depend on each other. */
  #places = new Map<number, { readonly row: number; readonly placement: Placement }>();
  #rows: readonly Row[] = [];
  #dependencies: readonly Dependency[] = [];

  constructor(parent: Element) {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('class', 'ob-links');
    svg.setAttribute('aria-hidden', 'true');
    for (const style of STYLES) {
      const path = document.createElementNS(SVG, 'path');
      path.setAttribute('class', `ob-link-${style}`);
      svg.append(path);
      this.#paths.set(style, path);
    }
    parent.append(svg);
  }

  draw({ dependencies, rows, edges, first, last, view, selected }: Shown): void {
    const isOff = view.mode === 'month' || dependencies.length === 0 || !(view.dependencies || selected.size > 0);
    if (!isOff) this.#place(rows, dependencies);
    const paths = dependencyPaths({
      dependencies: isOff ? [] : dependencies,
      all: view.dependencies === true,
      selected,
      boxOf: (id) => {
        const place = this.#places.get(id);
        if (!place) return undefined;
        const { row, placement } = place;
        const middle = (edges[row] ?? 0) + 2 + placement.lane * (view.barHeight + 2) + view.barHeight / 2;
        const isVisible = row >= first && row <= last;
        return { left: placement.x, right: placement.x + placement.width, middle, placement, isVisible };
      },
    });
    for (const [style, path] of this.#paths)
      if ((path.getAttribute('d') ?? '') !== paths[style]) path.setAttribute('d', paths[style]);
  }

  #place(rows: readonly Row[], dependencies: readonly Dependency[]): void {
    if (rows === this.#rows && dependencies === this.#dependencies) return;
    this.#rows = rows;
    this.#dependencies = dependencies;
    this.#places = new Map();
    const wanted = new Set(dependencies.flatMap(({ from, to }) => [from, to]));
    for (const [row, { placements }] of rows.entries())
      for (const placement of placements)
        if (wanted.has(placement.bar.id) && !this.#places.has(placement.bar.id))
          this.#places.set(placement.bar.id, { row, placement });
  }
}
