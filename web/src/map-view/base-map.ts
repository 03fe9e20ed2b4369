import { canvas, geoJSON, type Map as LeafletMap } from 'leaflet';
import { feature } from 'topojson-client';
import countriesUrl from 'world-atlas/countries-50m.json?url';

/** Below the map tiles, if any, and below everything else. */
const PANE = 'base';
const BELOW_TILES = '150';

type Countries = Parameters<typeof feature>[0];
let loaded: Promise<Countries> | undefined;

/** Fetched once, with the first map: 750 KB that other pages do not need. */
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

/** Draws the outlines of countries, which are part of the application. Without them the map shows pins only. */
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
