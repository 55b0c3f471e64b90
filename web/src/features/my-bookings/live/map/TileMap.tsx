import { useEffect, useEffectEvent, useRef } from 'react';
import { type TileMap as Opened, openTileMap } from './leafletMap';
import type { MapProps } from './MapProps';
import { tileUrl } from './tiles';

/** The map on the tiles of the server's choice. */
export default function TileMap({ job, pro, onFail }: MapProps) {
  const container = useRef<HTMLDivElement>(null);
  const opened = useRef<Opened>(null);
  const failed = useEffectEvent(onFail);

  useEffect(() => {
    const url = tileUrl();
    if (!container.current || !url) return;
    const map = openTileMap(container.current, url, () => failed());
    opened.current = map;
    return () => map.close();
  }, []);

  useEffect(() => {
    if (job) opened.current?.show(job, pro);
  }, [job, pro]);

  return <div ref={container} className="size-full bg-sunk!" />;
}
