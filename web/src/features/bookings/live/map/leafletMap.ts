// The map on tiles. A picture rather than a control: it takes neither touch nor keys, and nothing on it moves by itself.
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import type { Place } from './geometry';
import { line } from './MapProps';

/** The deepest zoom that tile servers have. */
const MAX_TILE_ZOOM = 19;
/** Two points close together, or one alone, are still shown with the streets around them. */
const CLOSEST = 15;
const PADDING = 0.25;

export interface TileMap {
  show: (job: Place, pro: Place | undefined) => void;
  close: () => void;
}

/** `onFail`: a tile could not be loaded. */
export function openTileMap(container: HTMLElement, tileUrl: string, onFail: () => void): TileMap {
  const map = L.map(container, {
    zoomControl: false,
    attributionControl: false,
    dragging: false,
    touchZoom: false,
    scrollWheelZoom: false,
    doubleClickZoom: false,
    boxZoom: false,
    keyboard: false,
    zoomAnimation: false,
    fadeAnimation: false,
  });
  // Tile servers ask who shows their map; the page's own address may hold a link's token.
  L.tileLayer(tileUrl, { maxZoom: MAX_TILE_ZOOM, referrerPolicy: 'origin' })
    .on('tileerror', onFail)
    .addTo(map);
  const drawing = L.featureGroup().addTo(map);

  function show(job: Place, pro: Place | undefined): void {
    drawing.clearLayers();
    if (pro) L.polyline([job, pro], { ...line, className: 'stroke-action' }).addTo(drawing);
    dot(job, 'fill-surface stroke-copper').addTo(drawing);
    if (pro) dot(pro, 'fill-action stroke-action').addTo(drawing);
    map.fitBounds(L.latLngBounds([job, pro ?? job]).pad(PADDING), { animate: false, maxZoom: CLOSEST });
  }

  return { show, close: () => void map.remove() };
}

function dot(place: Place, className: string): L.CircleMarker {
  return L.circleMarker(place, { className, radius: 6, weight: 5, fillOpacity: 1, interactive: false });
}
