import { edgesWithHeaders, groupResources, isOnHeader, type ResourceGroup, type WindowLoad } from './groups.ts';
import { GroupsView } from './groups-view.ts';
import type { Bar, BoardHost, BoardResource, BoardTexts, BoardView } from './types.ts';

/** The groups of the board: which rows they have, where their headers are, and what is hidden. */
export class BoardGroups {
  readonly #host: BoardHost;
  readonly #view: GroupsView;
  #groups: readonly ResourceGroup[] = [];
  #tops: readonly number[] = [];
  /** A bar to scroll to as soon as its group is shown. */
  #awaited: number | undefined;

  constructor(names: HTMLElement, body: HTMLElement, host: BoardHost) {
    this.#host = host;
    this.#view = new GroupsView(names, body, (group, all) => this.#toggle(group, all));
  }

  /** Returns the resources that have a row. */
  arrange(resources: readonly BoardResource[], view: BoardView): readonly BoardResource[] {
    const { groups, shown } = groupResources(resources, view);
    this.#groups = groups;
    return shown;
  }

  /** The top edge of every row and the bottom edge of the last. */
  edgesOf(heights: readonly number[]): number[] {
    const { edges, tops } = edgesWithHeaders(heights, this.#groups);
    this.#tops = tops;
    return edges;
  }

  isHeaderAt(y: number): boolean {
    return isOnHeader(this.#tops, y);
  }

  draw(
    visible: { readonly from: number; readonly till: number },
    texts: BoardTexts,
    loadOf: (group: ResourceGroup) => WindowLoad,
  ): void {
    this.#view.draw({ groups: this.#groups, tops: this.#tops, ...visible, texts, loadOf });
  }

  /** Asks for the rows of a collapsed group. The bar is awaited until they are there. */
  showGroupOf(bar: Bar | undefined): void {
    const group = this.#groups.find(
      ({ resources, isCollapsed }) => isCollapsed && resources.some(({ no }) => bar?.resources.includes(no)),
    );
    if (!bar || !group) return;
    this.#awaited = bar.id;
    this.#host.collapse?.([group.name], false);
  }

  takeAwaited(): number | undefined {
    const id = this.#awaited;
    this.#awaited = undefined;
    return id;
  }

  #toggle({ name, isCollapsed }: ResourceGroup, all: boolean): void {
    this.#host.collapse?.(all ? this.#groups.map((group) => group.name) : [name], !isCollapsed);
  }
}
