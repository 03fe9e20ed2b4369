/** Pictures of a map, as the pages load them. */
export interface MapTiles {
  /** With {z}, {x} and {y} in it. */
  readonly url: string;
  readonly attribution: string;
}

export interface HasMapTiles {
  readonly mapTiles: MapTiles | undefined;
}
