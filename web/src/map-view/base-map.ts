import { canvas, type GeoJSON, geoJSON, type LatLngBounds, type Map as LeafletMap } from 'leaflet';
import { feature } from 'topojson-client';
import fineUrl from 'world-atlas/countries-10m.json?url';
import coarseUrl from 'world-atlas/countries-50m.json?url';
import { colorOf, whenSchemeChanges } from './color-scheme.ts';
import { type OutlinePart, partsOf, partsWithin } from './outline-parts.ts';

/** Below the map tiles, if any, and below everything else. */
const PANE = 'base';
const BELOW_TILES = '150';
/** From this zoom on the coarse outlines look angular. */
const FINE_FROM = 7;
/** Fine outlines are drawn around the view, as far again in each direction: all of them have half a million points. */
const AROUND = 1;

type Countries = Parameters<typeof feature>[0];
const loaded = new Map<string, Promise<OutlinePart[]>>();

/** Each file is fetched once, by the first map that needs it. */
function outlines(url: string): Promise<OutlinePart[]> {
  const known = loaded.get(url);
  if (known) return known;
  const parts = read(url).catch((error: unknown) => {
    loaded.delete(url);
    throw error;
  });
  loaded.set(url, parts);
  return parts;
}

async function read(url: string): Promise<OutlinePart[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the outlines of countries: HTTP ${response.status}`);
  const topology = (await response.json()) as Countries;
  const countries = topology.objects['countries'];
  if (!countries) throw new Error('the outlines of countries: the file has no countries');
  const found = feature(topology, countries);
  return partsOf('features' in found ? found : { features: [found] });
}

/**
 * Draws the outlines of countries, which are part of the application: coarse ones first, and finer ones where the map is zoomed in. Without them
 * the map shows pins only.
 */
export async function drawBase(map: LeafletMap, signal: AbortSignal): Promise<void> {
  if (map.getPane(PANE)) return;
  const pane = map.createPane(PANE);
  pane.style.zIndex = BELOW_TILES;
  const renderer = canvas({ pane: PANE, padding: 0.3 });
  let shown: { readonly layer: GeoJSON; readonly area: LatLngBounds | undefined } | undefined;
  let latest = 0;
  /** Without an area everything is drawn. */
  const draw = async (url: string, area: LatLngBounds | undefined): Promise<void> => {
    const turn = ++latest;
    const parts = await outlines(url).catch(() => undefined);
    if (!parts || signal.aborted || turn !== latest) return;
    const layer = outlineLayer(area ? partsWithin(parts, boundsOf(area)) : parts, renderer);
    shown?.layer.remove();
    shown = { layer: layer.addTo(map), area };
    pane.classList.toggle('map-fine', area !== undefined);
  };
  const refine = async (): Promise<void> => {
    const isFine = map.getZoom() >= FINE_FROM;
    if (isFine && !shown?.area?.contains(map.getBounds())) await draw(fineUrl, map.getBounds().pad(AROUND));
    else if (!isFine && (!shown || shown.area)) await draw(coarseUrl, undefined);
    // What is shown fits the view: files that are still on the way are not drawn.
    else latest++;
  };
  whenSchemeChanges(() => shown?.layer.setStyle(colors()), signal);
  await draw(coarseUrl, undefined);
  if (signal.aborted) return;
  map.on('moveend', refine);
  signal.addEventListener('abort', () => map.off('moveend', refine));
  await refine();
}

const boundsOf = (area: LatLngBounds) => ({
  ...{ west: area.getWest(), south: area.getSouth(), east: area.getEast(), north: area.getNorth() },
});

/** A canvas does not follow style sheets. */
const colors = () => ({ fillColor: colorOf('--map-land'), color: colorOf('--map-border') });

const outlineLayer = (parts: readonly OutlinePart[], renderer: ReturnType<typeof canvas>): GeoJSON =>
  geoJSON(
    parts.map(({ rings }) => ({
      ...{ type: 'Feature' as const, properties: {} },
      geometry: { type: 'Polygon' as const, coordinates: rings },
    })),
    {
      interactive: false,
      style: {
        ...{ renderer, pane: PANE },
        ...{ ...colors(), fillOpacity: 1, weight: 1 },
      },
    },
  );
