import { type LatLngTuple, type Map as LeafletMap, latLngBounds, type Marker, marker } from 'leaflet';
import { type Crowd, crowdsOf, signOf } from './crowd.ts';
import { iconOf } from './pin-icon.ts';
import { offsetsOf } from './spread.ts';
import type { Pin } from './types.ts';

/** With more pins than this, those that stand near each other become one sign with their number. */
const MOST_ALONE = 400;
const CELL_PX = 56;
/** So near that every pin is shown. */
const NEAR = 14;

const IN_FRONT = 10_000;
const HEIGHT: Readonly<Record<Pin['kind'], number>> = { open: 0, planned: 500, resource: 1000, crowd: 0 };

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

/** The pins. One that looks as before stays as it is: changes of others come all day. */
export class PinLayer {
  readonly #map: LeafletMap;
  readonly #events: PinEvents;
  readonly #standing = new Map<string, Standing>();
  #pins: readonly Pin[] = [];
  #crowds: ReadonlyMap<string, Crowd> = new Map();
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

  /** Marks a pin; true when there is one. */
  select(id: string | undefined): boolean {
    if (id !== this.#selected) this.#mark(this.#selected, false);
    this.#selected = id;
    // It may have stood in a crowd.
    if (this.#pins.length > MOST_ALONE) this.#draw(this.#seen());
    return this.#mark(id, true);
  }

  /** What is drawn of the pins: all of them, or of many those in sight, the near ones as one. */
  #seen(): readonly Pin[] {
    this.#crowds = new Map();
    if (this.#pins.length <= MOST_ALONE) return this.#pins;
    const [sight, zoom] = [this.#map.getBounds().pad(0.1), this.#map.getZoom()];
    const isKept = (pin: Pin): boolean => pin.id === this.#selected || (pin.kind === 'planned' && pin.text !== '');
    const pins = this.#pins.filter((pin) => isKept(pin) || sight.contains(placeOf(pin)));
    if (zoom >= NEAR) return pins;
    // By pixels of the whole world: the grid stays where it is while the map is dragged.
    const cellOf = (pin: Pin): string => {
      const { x, y } = this.#map.project(placeOf(pin), zoom);
      return `${zoom} ${Math.floor(x / CELL_PX)} ${Math.floor(y / CELL_PX)}`;
    };
    const { alone, crowds } = crowdsOf(pins, cellOf, isKept);
    this.#crowds = new Map(crowds.map((crowd) => [crowd.id, crowd]));
    return [...alone, ...crowds.map((crowd) => signOf(crowd, this.#events.many(crowd.pins.length)))];
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
      // Hundreds of stops for the Tab key would help nobody: the list beside the map is the way of keys.
      const made = marker(placeOf(pin), {
        icon: iconOf(pin, offset),
        keyboard: false,
        title: pin.label,
        riseOnHover: true,
        zIndexOffset: heightOf(pin),
      });
      made.on('click', () => (pin.kind === 'crowd' ? this.#enter(pin.id) : this.#events.selected(pin.id)));
      this.#standing.set(pin.id, { marker: made.addTo(this.#map), looks, pin });
    }
    for (const id of gone) this.#remove(id);
    this.#mark(this.#selected, true);
  }

  /** Zooms in until the pins of a cluster separate. */
  #enter(id: string): void {
    const bounds = latLngBounds(this.#crowds.get(id)?.pins.map(placeOf) ?? []);
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
