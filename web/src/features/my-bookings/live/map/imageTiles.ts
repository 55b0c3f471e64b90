import L from 'leaflet';

/** The deepest zoom that tile servers have. */
const MAX_ZOOM = 19;
/** What `{s}` stands for: one of several hosts with the same tiles. */
const HOSTS = ['a', 'b', 'c'] as const;

/** Leaflet's own layer of image tiles empties each one by a `data:` address, which our content policy refuses. */
export class ImageTiles extends L.GridLayer {
  private readonly template: string;

  /** Such as 'https://{s}.tiles.example/{z}/{x}/{y}{r}.png'. */
  constructor(template: string) {
    super({ maxZoom: MAX_ZOOM });
    this.template = template;
  }

  protected override createTile({ x, y, z }: L.Coords, done: L.DoneCallback): HTMLElement {
    const tile = document.createElement('img');
    tile.alt = '';
    // Tile servers ask who shows their map; the page's own address may hold a link's token.
    tile.referrerPolicy = 'origin';
    tile.onload = () => done(undefined, tile);
    tile.onerror = () => done(new Error('The tile could not be loaded.'), tile);
    const s = HOSTS[(x + y) % HOSTS.length] ?? HOSTS[0];
    tile.src = L.Util.template(this.template, { x, y, z, s, r: L.Browser.retina ? '@2x' : '' });
    return tile;
  }
}
