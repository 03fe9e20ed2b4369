import type { Leg, RoadTable, Site } from '../../domain/travel.ts';
import type { PoliteClient } from '../outbound/polite-client.ts';
import { cellIn, numberIn } from './answer.ts';

const MOST_SITES = 100;

const location = ({ lat, lon }: Site) => ({ lat, lon });

/** https://valhalla.github.io/valhalla/api/matrix/api-reference/ */
export const valhalla = (client: PoliteClient): RoadTable => ({
  mostSites: MOST_SITES,
  async ask(from, to, signal) {
    const question = {
      sources: from.map(location),
      targets: to.map(location),
      costing: 'auto',
      units: 'kilometers',
    };
    const answer = await client.post('/sources_to_targets', question, signal);
    const table = (answer as Record<string, unknown> | null)?.['sources_to_targets'];
    if (!Array.isArray(table)) throw new Error('its response has no table');
    const leg = (i: number, j: number): Leg | undefined => {
      const cell = cellIn(cellIn(table, i), j);
      const [km, seconds] = [numberIn(cell, 'distance'), numberIn(cell, 'time')];
      return km === undefined || seconds === undefined ? undefined : { km, minutes: seconds / 60 };
    };
    return from.map((_: Site, i) => to.map((_site: Site, j) => leg(i, j)));
  },
});
