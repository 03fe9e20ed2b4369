import { api } from '../../api/client.ts';
import type { Paths } from '../../api/schema.ts';

type OwnActions = Paths['/changes/own']['get']['answer'];
export type OwnAction = OwnActions['undo'][number];

const NONE: OwnActions = { undo: [], redo: [] };

/**
 * What undo and redo would do next, as the change log of the service has it: it is the same after a reload and on other devices. Actions
 * whose undo was refused, because others built upon them, are skipped from then on.
 */
export class UndoList {
  #listed: OwnActions = NONE;
  #next: { readonly undo: OwnAction | undefined; readonly redo: OwnAction | undefined } = {
    undo: undefined,
    redo: undefined,
  };
  readonly #refused = new Set<string>();
  readonly #listeners = new Set<() => void>();

  get next() {
    return this.#next;
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async read(): Promise<void> {
    this.#listed = await api.get('/changes/own', {});
    this.#update();
  }

  /** An own action by its id; undefined when it changed nothing. */
  action(requestId: string): OwnAction | undefined {
    return this.#listed.undo.find((each) => each.requestId === requestId);
  }

  skip(requestId: string): void {
    this.#refused.add(requestId);
    this.#update();
  }

  #update(): void {
    const first = (list: readonly OwnAction[]): OwnAction | undefined =>
      list.find(({ requestId }) => !this.#refused.has(requestId));
    this.#next = { undo: first(this.#listed.undo), redo: first(this.#listed.redo) };
    for (const listener of this.#listeners) listener();
  }
}
