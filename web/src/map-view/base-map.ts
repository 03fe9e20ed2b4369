import { canvas, geoJSON, type Map as LeafletMap } from 'leaflet';
import { feature } from 'topojson-client';
import countriesUrl from 'world-atlas/countries-50m.json?url';

/** Below the pictures of the operator, should there be any, and below everything that we draw. */
const PANE = 'base';
const BELOW_TILES = '150';

type Countries = Parameters<typeof feature>[0];
let loaded: Promise<Countries> | undefined;

/** Fetched once, when the first map is shown: 750 KB that nobody else needs. */
function countries(): Promise<Countries> {
  loaded ??= fetch(countriesUrl)
    .then((response) => {
      if (!response.ok) throw new Error(`the outlines of countries: HTTP ${response.status}`);
      return response.json() as Promise<Countries>;
    })
    .catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
  return loaded;
}

/** Draws the outlines of countries, which come along with the pages. Without them the pins still stand where they should. */
export async function drawBase(map: LeafletMap, signal: AbortSignal): Promise<void> {
  const topology = await countries().catch(() => undefined);
  const outlines = topology?.objects['countries'];
  if (!topology || !outlines || signal.aborted || map.getPane(PANE)) return;
  map.createPane(PANE).style.zIndex = BELOW_TILES;
  geoJSON(feature(topology, outlines), {
    interactive: false,
    style: {
      renderer: canvas({ pane: PANE, padding: 0.3 }),
      pane: PANE,
      fillColor: '#f7f5f0',
      fillOpacity: 1,
      color: '#b9c2cc',
      weight: 1,
    },
  }).addTo(map);
}
