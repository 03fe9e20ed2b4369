import 'leaflet/dist/leaflet.css';
import './map-view.css';
import { control, type GridLayer, type Map as LeafletMap, latLngBounds, map as leafletMap, tileLayer } from 'leaflet';
import { drawBase } from './base-map.ts';
import { whenSchemeChanges } from './color-scheme.ts';
import { PinLayer } from './pin-layer.ts';
import { RouteLayer } from './route-layer.ts';
import { streetLayer } from './street-layer.ts';
import { TownLayer } from './town-layer.ts';
import type { Background, MapTexts, Scene, Spot, Streets, Tiles } from './types.ts';

const NATURAL_EARTH = 'Natural Earth';
/** The outlines have no detail beyond this zoom; streets have. */
const [NEAREST_FIT, NEAREST_ON_STREETS] = [12, 16];

const MOST_COVERED = 0.4;

interface MapEvents {
  /** A pin, or undefined for the background. */
  selected(id: string | undefined): void;
  /** An open task was pressed; returns whether it can be dragged. */
  pressed(id: string, press: PointerEvent): boolean;
}

/** A map that shows a scene. It does not depend on the API or a framework: its owner passes data and gets the selection. */
export class MapView {
  readonly #map: LeafletMap;
  readonly #pins: PinLayer;
  readonly #route: RouteLayer;
  readonly #towns: TownLayer;
  readonly #credit = document.createElement('div');
  readonly #ended = new AbortController();
  readonly #resized: ResizeObserver;
  #scene: Scene = { pins: [], route: [], towns: [] };
  #base: GridLayer | undefined;
  #background: Background | undefined;
  #covered = 0;
  /** True while the map moves to show everything. */
  #isFitting = false;

  constructor(host: HTMLElement, texts: MapTexts, events: MapEvents) {
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#map = leafletMap(host, {
      attributionControl: false,
      zoomControl: false,
      minZoom: 2,
      maxZoom: 18,
      worldCopyJump: true,
      zoomAnimation: !isCalm,
      fadeAnimation: !isCalm,
    }).setView([48, 8], 4);
    host.setAttribute('role', 'region');
    host.setAttribute('aria-label', texts.map);
    control.zoom({ position: 'topright', zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(this.#map);
    control.scale({ imperial: false, position: 'bottomleft' }).addTo(this.#map);
    this.#credit.className = 'map-credit';
    host.append(this.#credit);
    this.#towns = new TownLayer(this.#map);
    this.#route = new RouteLayer(this.#map);
    this.#pins = new PinLayer(this.#map, {
      selected: (id) => events.selected(id),
      pressed: (id, press) => events.pressed(id, press),
      many: texts.many,
    });
    this.#map.on('click', () => events.selected(undefined));
    // The other layers take their colours from style sheets.
    whenSchemeChanges(() => this.#background?.streets && this.drawOn(this.#background), this.#ended.signal);
    this.#resized = new ResizeObserver(() => this.#map.invalidateSize());
    this.#resized.observe(host);
  }

  /** The base layer: streets of the own server, else map tiles, else the outlines of countries, which also stand in for both where they fail. */
  drawOn(background: Background): void {
    const { streets, tiles } = background;
    this.#background = background;
    this.#base?.remove();
    this.#base = undefined;
    this.#credit.textContent = streets?.attribution || tiles?.attribution || (tiles ? '' : NATURAL_EARTH);
    if (streets) void this.#drawStreets(streets);
    else if (tiles) this.#drawTiles(tiles);
    else void drawBase(this.#map, this.#ended.signal);
    this.show(this.#scene);
  }

  async #drawStreets(streets: Streets): Promise<void> {
    try {
      this.#base = await streetLayer(this.#map, streets, this.#ended.signal);
      this.show(this.#scene);
    } catch {
      this.#fallBack(streets.attribution);
    }
  }

  #drawTiles(tiles: Tiles): void {
    // Public tile servers require the origin as referrer.
    const layer = tileLayer(tiles.url, {
      className: 'map-tiles',
      maxZoom: 18,
      referrerPolicy: 'strict-origin-when-cross-origin',
    });
    layer.once('tileerror', () => this.#fallBack(tiles.attribution));
    this.#base = layer.addTo(this.#map);
  }

  #fallBack(attribution: string): void {
    this.#credit.textContent = [attribution, NATURAL_EARTH].filter(Boolean).join(', ');
    void drawBase(this.#map, this.#ended.signal);
  }

  show(scene: Scene): void {
    this.#scene = scene;
    this.#pins.show(scene.pins);
    this.#route.show(scene.route);
    // Streets and map tiles contain names of towns.
    this.#towns.show(this.#base ? [] : scene.towns);
  }

  /** Sets the width of the covered area at the left, in px. */
  set covered(pixels: number) {
    this.#covered = pixels;
  }

  /** Marks a pin, and scrolls to it when it is not visible. */
  select(id: string | undefined): void {
    if (!this.#pins.select(id)) return;
    const pin = this.#scene.pins.find((each) => each.id === id);
    if (pin && !this.#isFitting) this.#map.panInside([pin.latitude, pin.longitude], this.#margins(60));
  }

  /** Shows all pins, or the route if there is one. */
  fit(): void {
    const { pins, route } = this.#scene;
    const spots: readonly Spot[] = route.length > 0 ? route.flatMap(({ from, to }) => [from, to]) : pins;
    if (spots.length === 0) return;
    const bounds = latLngBounds(spots.map(({ latitude, longitude }) => [latitude, longitude]));
    this.#isFitting = true;
    this.#map.once('moveend', () => {
      this.#isFitting = false;
    });
    this.#map.fitBounds(bounds, { ...this.#margins(48), maxZoom: this.#base ? NEAREST_ON_STREETS : NEAREST_FIT });
  }

  /** Margins of the visible area, including the covered area at the left. */
  #margins(least: number): { paddingTopLeft: [number, number]; paddingBottomRight: [number, number] } {
    const left = Math.min(this.#covered, this.#map.getSize().x * MOST_COVERED);
    return { paddingTopLeft: [least + left, least], paddingBottomRight: [least, least] };
  }

  destroy(): void {
    this.#ended.abort();
    this.#resized.disconnect();
    this.#map.remove();
  }
}
