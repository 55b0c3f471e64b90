// Where the map's tiles come from, which the server writes into index.html. Without an address the map is drawn.

/** Such as 'https://tiles.example/{z}/{x}/{y}.png'. */
export function tileUrl(): string | undefined {
  return meta()?.content || undefined;
}

/** Who made the map, as most tile servers want it shown. */
export function tileAttribution(): string | undefined {
  return meta()?.dataset.attribution || undefined;
}

function meta(): HTMLMetaElement | null {
  return document.querySelector('meta[name="callout-tiles"]');
}
