/** What of the board a planner wants to see; an empty text is no wish. */
export interface BoardFilter {
  readonly search: string;
  readonly team: string;
  readonly category: string;
  readonly skill: string;
}

export const NO_FILTER: BoardFilter = { search: '', team: '', category: '', skill: '' };

export const isFiltering = (filter: BoardFilter): boolean => Object.values(filter).some((wish) => wish !== '');
