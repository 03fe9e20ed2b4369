import type { BoardData, BoardPreview } from '../board/types.ts';

/** The data of the board. */
interface ShownPlan {
  readonly data: Pick<BoardData, 'resources'>;
  listen(listener: () => void): () => void;
}

/** What the page of the board does for its drafts. */
export interface DraftHost {
  readonly store: ShownPlan;
  /** Ids of requests whose effect the board knows already: events about them are ignored. */
  readonly own: Set<string>;
  /** Resolves when all actions of the planner are stored. */
  settled(): Promise<void>;
  /** Opens a draft; undefined for the plan. */
  onOpen(draft: number | undefined): void;
  /** Changes were taken out of the draft. */
  onChanged(): void;
  /** Positions in the plan, to be drawn beside those in the draft. */
  onGhosts(ghosts: BoardPreview | undefined): void;
  /** Called with the id of the request. */
  onPublished(actionId: string): void;
}
