import { divIcon, type LatLngTuple, type LayerGroup, type Map as LeafletMap, layerGroup, marker } from 'leaflet';
import { APART } from './spread.ts';
import type { Town } from './types.ts';

const [LETTER_PX, HEIGHT_PX, BETWEEN_PX] = [6.5, 30, 24];
const MOST_TOWNS = 100;
/** Below the pins, which lie around one place when their addresses are known by the town only. */
const belowPx = (count: number): number => Math.min(56, 18 + APART * Math.sqrt(count - 1));

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const overlaps = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 + BETWEEN_PX && Math.abs(a.y - b.y) < HEIGHT_PX;

/**
 * Names of towns, from the addresses on the map: outlines of countries alone give too little orientation. Where two names would overlap,
 * the one with more pins stays.
 */
export class TownLayer {
  readonly #map: LeafletMap;
  readonly #names: LayerGroup = layerGroup();
  #towns: readonly Town[] = [];

  constructor(map: LeafletMap) {
    this.#map = map;
    this.#names.addTo(map);
    map.on('zoomend', () => this.#draw());
  }

  show(towns: readonly Town[]): void {
    const largest = towns.slice(0, MOST_TOWNS);
    if (JSON.stringify(largest) === JSON.stringify(this.#towns)) return;
    this.#towns = largest;
    this.#draw();
  }

  #draw(): void {
    this.#names.clearLayers();
    const taken: Box[] = [];
    for (const { name, count, latitude, longitude } of this.#towns) {
      const position: LatLngTuple = [latitude, longitude];
      const { x, y } = this.#map.latLngToLayerPoint(position);
      const box = { x, y: y + belowPx(count), width: name.length * LETTER_PX };
      if (taken.some((other) => overlaps(box, other))) continue;
      taken.push(box);
      const sign = document.createElement('span');
      sign.className = 'map-town';
      sign.setAttribute('aria-hidden', 'true');
      sign.textContent = name;
      const icon = divIcon({
        className: 'map-town-icon',
        html: sign,
        iconSize: [0, 0],
        iconAnchor: [0, -belowPx(count)],
      });
      this.#names.addLayer(marker(position, { icon, interactive: false, keyboard: false, zIndexOffset: -20_000 }));
    }
  }
}
