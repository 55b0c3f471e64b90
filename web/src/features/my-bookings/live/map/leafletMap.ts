// The map on tiles. A picture rather than a control: it takes neither touch nor keys, and nothing on it moves by itself.
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import type { Place } from './geometry';
import { ImageTiles } from './imageTiles';
import { line } from './MapProps';

/** Two points close together, or one alone, are still shown with the streets around them. */
const CLOSEST = 15;
const PADDING = 0.25;
/** Tiles are light in either theme, and so is what stands on them (the light tokens of ui/styles/tokens.css). */
const ink = { job: '#a9521f', pro: '#0e5566', paper: '#ffffff' };
const dot = { radius: 8, weight: 3, fillOpacity: 1 };

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
  new ImageTiles(tileUrl).on('tileerror', onFail).addTo(map);
  const drawing = L.featureGroup().addTo(map);

  function show(job: Place, pro: Place | undefined): void {
    drawing.clearLayers();
    if (pro) L.polyline([job, pro], { ...line, color: ink.pro }).addTo(drawing);
    L.circleMarker(job, { ...dot, color: ink.job, fillColor: ink.paper, weight: 5 }).addTo(drawing);
    if (pro) L.circleMarker(pro, { ...dot, color: ink.paper, fillColor: ink.pro }).addTo(drawing);
    map.fitBounds(L.latLngBounds([job, pro ?? job]).pad(PADDING), { animate: false, maxZoom: CLOSEST });
  }

  return { show, close: () => void map.remove() };
}
