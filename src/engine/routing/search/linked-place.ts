/** Where a visit of a team or a link goes, and the window it holds there. */
export interface LinkedPlace {
  readonly node: number;
  readonly after: number;
  readonly from: number;
  readonly till: number;
}
