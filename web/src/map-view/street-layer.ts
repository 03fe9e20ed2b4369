import { DomUtil, GridLayer, type Map as LeafletMap } from 'leaflet';
import { isDark } from './color-scheme.ts';
import type { Streets } from './types.ts';

/** Names in the language of the user where the data has them. */
const language = (): string => document.documentElement.lang || 'en';

/**
 * Draws streets from a file on this server. The library and the tiles are loaded only where there is such a file. Names are drawn with the fonts of the
 * device: nothing comes from other servers.
 */
export async function streetLayer(map: LeafletMap, streets: Streets, signal: AbortSignal): Promise<GridLayer> {
  // The library finds Leaflet as a global name.
  Object.assign(globalThis, { L: { GridLayer, DomUtil } });
  const { leafletLayer } = await import('protomaps-leaflet');
  const layer = leafletLayer({
    url: new URL(streets.url, document.baseURI).pathname,
    flavor: isDark() ? 'dark' : 'light',
    lang: language(),
    maxDataZoom: streets.maxZoom,
    attribution: '',
    noWrap: false,
  }) as unknown as GridLayer;
  if (!signal.aborted) layer.addTo(map);
  return layer;
}
