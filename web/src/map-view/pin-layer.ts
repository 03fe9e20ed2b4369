import { DomEvent, type LatLngTuple, type Map as LeafletMap, latLngBounds, type Marker, marker, point } from 'leaflet';
import { type Cluster, type Clusters, clustersOf, isSameSpot, signOf } from './cluster.ts';
import { iconOf } from './pin-icon.ts';
import { offsetsOf } from './spread.ts';
import type { Pin } from './types.ts';

/** With more pins than this, adjacent ones become a cluster with their number. */
const MOST_ALONE = 100;
const RADIUS_PX = 44;
/** From this zoom on, only pins with the same location are a cluster. */
const NEAR = 15;

const IN_FRONT = 10_000;
const HEIGHT: Readonly<Record<Pin['kind'], number>> = { open: 0, planned: 500, resource: 1000, cluster: 0 };

interface Standing {
  readonly marker: Marker;
  readonly looks: string;
  readonly pin: Pin;
}

interface PinEvents {
  selected(id: string): void;
  /** An open task was pressed; returns whether it can be dragged. */
  pressed(id: string, press: PointerEvent): boolean;
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
  /** The groups of a zoom level hold until the pins change: moving the map does not change them. */
  #grouped: { readonly zoom: number; readonly kept: string; readonly groups: Clusters } | undefined;
  /** The first pin of the cluster that is opened at its location. */
  #opened: string | undefined;
  #selected: string | undefined;

  constructor(map: LeafletMap, events: PinEvents) {
    this.#map = map;
    this.#events = events;
    map.on('moveend', () => {
      if (this.#pins.length > MOST_ALONE) this.#draw(this.#seen());
    });
    const close = (): void => this.#open(undefined);
    map.on('click', close);
    map.on('zoomstart', close);
  }

  show(pins: readonly Pin[]): void {
    this.#pins = pins;
    this.#grouped = undefined;
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
    const sight = this.#map.getBounds().pad(0.1);
    const { alone, clusters } = this.#groups();
    const isSeen = (pin: Pin): boolean => this.#isKept(pin) || sight.contains(placeOf(pin));
    const isOpened = ({ pins }: Cluster): boolean => pins[0]?.id === this.#opened;
    const shut = clusters.filter((cluster) => !isOpened(cluster));
    this.#clusters = new Map(clusters.map((cluster) => [cluster.id, cluster]));
    return [
      ...alone.filter(isSeen),
      ...clusters.filter(isOpened).flatMap(({ pins }) => pins),
      ...shut.map((cluster) => signOf(cluster, this.#events.many(cluster.pins.length))).filter(isSeen),
    ];
  }

  readonly #isKept = (pin: Pin): boolean => pin.id === this.#selected || (pin.kind === 'planned' && pin.text !== '');

  /** Of all pins, seen or not, in pixels of the world. */
  #groups(): Clusters {
    const zoom = this.#map.getZoom();
    const kept = this.#selected ?? '';
    if (this.#grouped?.zoom !== zoom || this.#grouped.kept !== kept) {
      const at = (pin: Pin) => this.#map.project(placeOf(pin), zoom);
      const groups = clustersOf(this.#pins, at, zoom >= NEAR ? 0 : RADIUS_PX, this.#isKept);
      this.#grouped = { zoom, kept, groups };
    }
    return this.#grouped.groups;
  }

  /** Shows the pins of a cluster around its location, or closes the one that is open. */
  #open(first: string | undefined): void {
    if (first === this.#opened) return;
    this.#opened = first;
    this.#draw(this.#seen());
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
      if (pin.kind === 'open') this.#listen(made, pin.id);
    }
    for (const id of gone) this.#remove(id);
    this.#mark(this.#selected, true);
  }

  /** Zooms to the pins of a cluster; those with one location are spread around it, because no zoom separates them. */
  #enter(id: string): void {
    const pins = this.#clusters.get(id)?.pins ?? [];
    const [first] = pins;
    if (!first) return;
    if (pins.every((pin) => isSameSpot(pin, first)) || this.#map.getZoom() >= this.#map.getMaxZoom()) {
      this.#open(first.id);
      return;
    }
    const bounds = latLngBounds(pins.map(placeOf));
    const nearer = Math.max(this.#map.getZoom() + 1, this.#map.getBoundsZoom(bounds, false, point(60, 60)));
    this.#map.setView(bounds.getCenter(), Math.min(this.#map.getMaxZoom(), nearer));
  }

  /** A pin that is dragged must not drag the map. */
  #listen(made: Marker, id: string): void {
    const element = made.getElement();
    if (!element) return;
    let isDraggable = false;
    element.addEventListener('pointerdown', (event) => {
      isDraggable = event.button === 0 && event.pointerType !== 'touch' && this.#events.pressed(id, event);
    });
    element.addEventListener('mousedown', (event) => {
      if (isDraggable) DomEvent.stopPropagation(event);
    });
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
