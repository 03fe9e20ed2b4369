import { divIcon, type LatLngTuple, type Layer, type Map as LeafletMap, layerGroup, marker, polyline } from 'leaflet';
import type { Leg, Spot } from './types.ts';

/** On a shorter leg, the label would cover the line. */
const SHORTEST_LABELLED_PX = 96;

const at = ({ latitude, longitude }: Spot): LatLngTuple => [latitude, longitude];

/** The route of a resource: a line, with the distance on each leg that is long enough on the screen. */
export class RouteLayer {
  readonly #map: LeafletMap;
  readonly #lines = layerGroup();
  readonly #labels = layerGroup();
  #legs: readonly Leg[] = [];

  constructor(map: LeafletMap) {
    this.#map = map;
    this.#lines.addTo(map);
    this.#labels.addTo(map);
    map.on('zoomend', () => this.#label());
  }

  show(legs: readonly Leg[]): void {
    if (JSON.stringify(legs) === JSON.stringify(this.#legs)) return;
    this.#legs = legs;
    this.#lines.clearLayers();
    const ways = legs.map(({ from, to }) => [at(from), at(to)]);
    for (const [className, weight] of [
      ['map-route-halo', 6],
      ['map-route-line', 2.5],
    ] as const)
      this.#lines.addLayer(polyline(ways, { className, weight, opacity: 0.9, interactive: false }));
    this.#label();
  }

  #label(): void {
    this.#labels.clearLayers();
    for (const leg of this.#legs) {
      const label = this.#labelOf(leg);
      if (label) this.#labels.addLayer(label);
    }
  }

  #labelOf({ from, to, label }: Leg): Layer | undefined {
    const [a, b] = [this.#map.latLngToLayerPoint(at(from)), this.#map.latLngToLayerPoint(at(to))];
    if (label === '' || a.distanceTo(b) < SHORTEST_LABELLED_PX) return undefined;
    const sign = document.createElement('span');
    sign.className = 'map-leg';
    sign.textContent = label;
    const middle = this.#map.layerPointToLatLng(a.add(b).divideBy(2));
    return marker(middle, {
      icon: divIcon({ className: 'map-leg-icon', html: sign, iconSize: [0, 0] }),
      interactive: false,
      keyboard: false,
    });
  }
}
