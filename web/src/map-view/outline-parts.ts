/** A polygon of a country, as GeoJSON has it, with its bounds in degrees. */
export interface OutlinePart {
  readonly rings: number[][][];
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export type OutlineBounds = Pick<OutlinePart, 'west' | 'south' | 'east' | 'north'>;

interface Outlines {
  readonly features: readonly { readonly geometry: { readonly type: string; readonly coordinates?: unknown } | null }[];
}

type Rings = OutlinePart['rings'];

/** The polygons of all countries, each by itself: the islands of a country may be far away from each other. */
export const partsOf = ({ features }: Outlines): OutlinePart[] =>
  features.flatMap(({ geometry }) => {
    if (geometry?.type === 'Polygon') return [partOf(geometry.coordinates as Rings)];
    return geometry?.type === 'MultiPolygon' ? (geometry.coordinates as readonly Rings[]).map(partOf) : [];
  });

function partOf(rings: Rings): OutlinePart {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [longitude = 0, latitude = 0] of rings[0] ?? []) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return { rings, west, south, east, north };
}

/** Those that reach into an area. */
export const partsWithin = (parts: readonly OutlinePart[], area: OutlineBounds): OutlinePart[] =>
  parts.filter(
    ({ west, south, east, north }) =>
      west <= area.east && east >= area.west && south <= area.north && north >= area.south,
  );
