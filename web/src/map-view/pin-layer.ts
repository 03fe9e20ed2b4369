import { type LatLngExpression, type Map as LeafletMap, type Marker, marker } from 'leaflet';
import { iconOf } from './pin-icon.ts';
import { offsetsOf } from './spread.ts';
import type { Pin } from './types.ts';

const IN_FRONT = 10_000;
const HEIGHT: Readonly<Record<Pin['kind'], number>> = { open: 0, planned: 500, resource: 1000 };

interface Standing {
  readonly marker: Marker;
  readonly looks: string;
  readonly pin: Pin;
}

const placeOf = ({ latitude, longitude }: Pin): LatLngExpression => [latitude, longitude];

/** The pins. One that looks as before stays as it is: changes of others come all day. */
export class PinLayer {
  readonly #map: LeafletMap;
  readonly #onSelect: (id: string) => void;
  readonly #standing = new Map<string, Standing>();
  #selected: string | undefined;

  constructor(map: LeafletMap, onSelect: (id: string) => void) {
    this.#map = map;
    this.#onSelect = onSelect;
  }

  show(pins: readonly Pin[]): void {
    const offsets = offsetsOf(pins);
    const gone = new Set(this.#standing.keys());
    for (const pin of pins) {
      gone.delete(pin.id);
      const offset = offsets.get(pin.id) ?? [0, 0];
      const looks = JSON.stringify([pin, offset]);
      if (this.#standing.get(pin.id)?.looks === looks) continue;
      this.#remove(pin.id);
      // Thousands of stops for the Tab key would help nobody: the list beside the map is the way of keys.
      const made = marker(placeOf(pin), {
        icon: iconOf(pin, offset),
        keyboard: false,
        title: pin.label,
        riseOnHover: true,
        zIndexOffset: pin.isFaint ? -IN_FRONT : HEIGHT[pin.kind] + (pin.text === '' ? 0 : 100),
      });
      made.on('click', () => this.#onSelect(pin.id));
      this.#standing.set(pin.id, { marker: made.addTo(this.#map), looks, pin });
    }
    for (const id of gone) this.#remove(id);
    this.#mark(this.#selected, true);
  }

  /** Marks a pin; true when it is there. */
  select(id: string | undefined): boolean {
    if (id !== this.#selected) this.#mark(this.#selected, false);
    this.#selected = id;
    return this.#mark(id, true);
  }

  #mark(id: string | undefined, isSelected: boolean): boolean {
    const found = id === undefined ? undefined : this.#standing.get(id);
    if (!found) return false;
    found.marker.getElement()?.classList.toggle('map-icon-selected', isSelected);
    found.marker.setZIndexOffset(isSelected ? IN_FRONT : HEIGHT[found.pin.kind]);
    return true;
  }

  #remove(id: string): void {
    this.#standing.get(id)?.marker.remove();
    this.#standing.delete(id);
  }
}
