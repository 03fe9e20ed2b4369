import { type LatLngTuple, type Map as LeafletMap, latLngBounds, type Marker, marker } from 'leaflet';
import { type Cluster, clustersOf, signOf } from './cluster.ts';
import { iconOf } from './pin-icon.ts';
import { offsetsOf } from './spread.ts';
import type { Pin } from './types.ts';

/** With more pins than this, adjacent ones become a cluster with their number. */
const MOST_ALONE = 400;
const CELL_PX = 56;
/** From this zoom on, every pin is shown. */
const NEAR = 14;

const IN_FRONT = 10_000;
const HEIGHT: Readonly<Record<Pin['kind'], number>> = { open: 0, planned: 500, resource: 1000, cluster: 0 };

interface Standing {
  readonly marker: Marker;
  readonly looks: string;
  readonly pin: Pin;
}

interface PinEvents {
  selected(id: string): void;
  /** The label of a cluster. */
  many(count: number): string;
}

const placeOf = ({ latitude, longitude }: Pin): LatLngTuple => [latitude, longitude];

/** The pins. Unchanged pins keep their elements, because changes arrive all day. */
export class PinLayer {
  readonly #map: LeafletMap;
  readonly #events: PinEvents;
  readonly #standing = new Map<string, Standing>();
  #pins: readonly Pin[] = [];
  #clusters: ReadonlyMap<string, Cluster> = new Map();
  #selected: string | undefined;

  constructor(map: LeafletMap, events: PinEvents) {
    this.#map = map;
    this.#events = events;
    map.on('moveend', () => {
      if (this.#pins.length > MOST_ALONE) this.#draw(this.#seen());
    });
  }

  show(pins: readonly Pin[]): void {
    this.#pins = pins;
    this.#draw(this.#seen());
  }

  /** Marks a pin; returns false when it does not exist. */
  select(id: string | undefined): boolean {
    if (id !== this.#selected) this.#mark(this.#selected, false);
    this.#selected = id;
    // It may have been part of a cluster.
    if (this.#pins.length > MOST_ALONE) this.#draw(this.#seen());
    return this.#mark(id, true);
  }

  /** The pins to draw: all, or of many only the visible ones, with clusters. */
  #seen(): readonly Pin[] {
    this.#clusters = new Map();
    if (this.#pins.length <= MOST_ALONE) return this.#pins;
    const [sight, zoom] = [this.#map.getBounds().pad(0.1), this.#map.getZoom()];
    const isKept = (pin: Pin): boolean => pin.id === this.#selected || (pin.kind === 'planned' && pin.text !== '');
    const pins = this.#pins.filter((pin) => isKept(pin) || sight.contains(placeOf(pin)));
    if (zoom >= NEAR) return pins;
    // World pixels: the grid does not move while the map is dragged.
    const cellOf = (pin: Pin): string => {
      const { x, y } = this.#map.project(placeOf(pin), zoom);
      return `${zoom} ${Math.floor(x / CELL_PX)} ${Math.floor(y / CELL_PX)}`;
    };
    const { alone, clusters } = clustersOf(pins, cellOf, isKept);
    this.#clusters = new Map(clusters.map((cluster) => [cluster.id, cluster]));
    return [...alone, ...clusters.map((cluster) => signOf(cluster, this.#events.many(cluster.pins.length)))];
  }

  #draw(pins: readonly Pin[]): void {
    const offsets = offsetsOf(pins);
    const gone = new Set(this.#standing.keys());
    for (const pin of pins) {
      gone.delete(pin.id);
      const offset = offsets.get(pin.id) ?? [0, 0];
      const looks = JSON.stringify([pin, offset]);
      if (this.#standing.get(pin.id)?.looks === looks) continue;
      this.#remove(pin.id);
      // Pins are no tab stops: keyboard users have the list beside the map.
      const made = marker(placeOf(pin), {
        icon: iconOf(pin, offset),
        keyboard: false,
        title: pin.label,
        riseOnHover: true,
        zIndexOffset: heightOf(pin),
      });
      made.on('click', () => (pin.kind === 'cluster' ? this.#enter(pin.id) : this.#events.selected(pin.id)));
      this.#standing.set(pin.id, { marker: made.addTo(this.#map), looks, pin });
    }
    for (const id of gone) this.#remove(id);
    this.#mark(this.#selected, true);
  }

  /** Zooms in until the pins of a cluster separate. */
  #enter(id: string): void {
    const bounds = latLngBounds(this.#clusters.get(id)?.pins.map(placeOf) ?? []);
    if (!bounds.isValid()) return;
    const nearer = Math.max(this.#map.getZoom() + 2, this.#map.getBoundsZoom(bounds.pad(0.2)));
    this.#map.setView(bounds.getCenter(), Math.min(NEAR, nearer));
  }

  #mark(id: string | undefined, isSelected: boolean): boolean {
    const found = id === undefined ? undefined : this.#standing.get(id);
    if (!found) return false;
    found.marker.getElement()?.classList.toggle('map-icon-selected', isSelected);
    found.marker.setZIndexOffset(isSelected ? IN_FRONT : heightOf(found.pin));
    return true;
  }

  #remove(id: string): void {
    this.#standing.get(id)?.marker.remove();
    this.#standing.delete(id);
  }
}

const heightOf = ({ kind, text, isFaint }: Pin): number =>
  isFaint ? -IN_FRONT : HEIGHT[kind] + (kind === 'planned' && text !== '' ? 100 : 0);
