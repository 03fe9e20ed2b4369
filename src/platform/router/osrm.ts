import type { Leg, RoadTable, Site } from '../../domain/travel.ts';
import type { PoliteClient } from '../outbound/polite-client.ts';
import { cellIn, numberIn } from './answer.ts';

/** The limit of a server that is set up as it comes. */
const MOST_SITES = 100;
/** OSRM moves a place to the nearest road, however far, and answers Ok. A site further away from any road is not on its map. */
const MOST_METRES_FROM_ROAD = 2000;

/** https://project-osrm.org/docs/v5.24.0/api/#table-service */
export const osrm = (client: PoliteClient): RoadTable => ({
  mostSites: MOST_SITES,
  async ask(from, to, signal) {
    const sites = [...from, ...to].map(({ lat, lon }) => `${lon.toFixed(6)},${lat.toFixed(6)}`).join(';');
    const answer = await client.get(
      `/table/v1/driving/${sites}`,
      {
        sources: from.map((_, i) => i).join(';'),
        destinations: to.map((_, i) => from.length + i).join(';'),
        annotations: 'distance,duration',
      },
      signal,
    );
    const { code, distances, durations, sources, destinations } = answer as Record<string, unknown>;
    if (code !== 'Ok') throw new Error('its response has no table');
    const onMap = (list: unknown, i: number): boolean =>
      (numberIn(cellIn(list, i), 'distance') ?? Number.POSITIVE_INFINITY) <= MOST_METRES_FROM_ROAD;
    const leg = (i: number, j: number): Leg | undefined => {
      const [metres, seconds] = [cellIn(cellIn(distances, i), j), cellIn(cellIn(durations, i), j)];
      if (typeof metres !== 'number' || typeof seconds !== 'number') return undefined;
      return onMap(sources, i) && onMap(destinations, j) ? { km: metres / 1000, minutes: seconds / 60 } : undefined;
    };
    return from.map((_: Site, i) => to.map((_site: Site, j) => leg(i, j)));
  },
});
