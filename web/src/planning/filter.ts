/** The filter of the board; an empty text means no filter. */
export interface BoardFilter {
  readonly search: string;
  readonly team: string;
  readonly category: string;
  readonly skill: string;
}

export const NO_FILTER: BoardFilter = { search: '', team: '', category: '', skill: '' };

export const isFiltering = (filter: BoardFilter): boolean => Object.values(filter).some((value) => value !== '');
