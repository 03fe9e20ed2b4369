import 'leaflet/dist/leaflet.css';
import './map-view.css';
import { control, type Map as LeafletMap, latLngBounds, map as leafletMap, type TileLayer, tileLayer } from 'leaflet';
import { drawBase } from './base-map.ts';
import { PinLayer } from './pin-layer.ts';
import { RouteLayer } from './route-layer.ts';
import { TownLayer } from './town-layer.ts';
import type { MapTexts, Scene, Spot, Tiles } from './types.ts';

const NATURAL_EARTH = 'Natural Earth';
/** Nearer than this nothing is known of the ground, and a single pin would stand in the void. */
const NEAREST_FIT = 12;

const MOST_COVERED = 0.4;

interface MapEvents {
  /** A pin, or the ground. */
  selected(id: string | undefined): void;
}

/**
 * A map that shows a scene. It knows neither the API nor a framework: its owner passes data and gets the selection.
 */
export class MapView {
  readonly #map: LeafletMap;
  readonly #pins: PinLayer;
  readonly #route: RouteLayer;
  readonly #towns: TownLayer;
  readonly #credit = document.createElement('div');
  readonly #ended = new AbortController();
  readonly #resized: ResizeObserver;
  #scene: Scene = { pins: [], route: [], towns: [] };
  #tiles: TileLayer | undefined;
  #covered = 0;
  /** On its way to show everything, and a pin among it. */
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
    this.#pins = new PinLayer(this.#map, { selected: (id) => events.selected(id), many: texts.many });
    this.#map.on('click', () => events.selected(undefined));
    this.#resized = new ResizeObserver(() => this.#map.invalidateSize());
    this.#resized.observe(host);
  }

  /** What it is drawn on. Where pictures do not come, the outlines of countries do. */
  drawOn(tiles: Tiles | null): void {
    this.#tiles?.remove();
    this.#tiles = undefined;
    this.#credit.textContent = tiles?.attribution || (tiles ? '' : NATURAL_EARTH);
    if (!tiles) {
      void drawBase(this.#map, this.#ended.signal);
      return;
    }
    // Public servers want to know from which site they are asked, and no more.
    this.#tiles = tileLayer(tiles.url, { maxZoom: 18, referrerPolicy: 'strict-origin-when-cross-origin' });
    this.#tiles.once('tileerror', () => {
      this.#credit.textContent = [tiles.attribution, NATURAL_EARTH].filter(Boolean).join(', ');
      void drawBase(this.#map, this.#ended.signal);
    });
    this.#tiles.addTo(this.#map);
    this.show(this.#scene);
  }

  show(scene: Scene): void {
    this.#scene = scene;
    this.#pins.show(scene.pins);
    this.#route.show(scene.route);
    // Pictures have names of their own.
    this.#towns.show(this.#tiles ? [] : scene.towns);
  }

  /** How many pixels at the left are covered by something else. */
  set covered(pixels: number) {
    this.#covered = pixels;
  }

  /** Marks a pin, and brings it into sight when it is out of it. */
  select(id: string | undefined): void {
    if (!this.#pins.select(id)) return;
    const pin = this.#scene.pins.find((each) => each.id === id);
    if (pin && !this.#isFitting) this.#map.panInside([pin.latitude, pin.longitude], this.#margins(60));
  }

  /** Shows all there is; or the route, when there is one. */
  fit(): void {
    const { pins, route } = this.#scene;
    const spots: readonly Spot[] = route.length > 0 ? route.flatMap(({ from, to }) => [from, to]) : pins;
    if (spots.length === 0) return;
    const bounds = latLngBounds(spots.map(({ latitude, longitude }) => [latitude, longitude]));
    this.#isFitting = true;
    this.#map.once('moveend', () => {
      this.#isFitting = false;
    });
    this.#map.fitBounds(bounds, { ...this.#margins(48), maxZoom: NEAREST_FIT });
  }

  /** Nothing that is to be seen goes to the edge, or below what covers the left of the map. */
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
