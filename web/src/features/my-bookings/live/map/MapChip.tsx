// Where the job is, and the pro on the way to it, at the top of a card. The code of either map is fetched when there is one to show.
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { fetchDistrict } from '@/api/districts';
import { keys } from '@/api/keys';
import { factsOf } from '@/shared/bookingStatus';
import type { LiveBooking } from '@/shared/live/useBooking';
import { cx, Skeleton } from '@/ui';
import { useArrival } from '../../useArrival';
import type { Place } from './geometry';
import type { MapProps } from './MapProps';
import { tileAttribution, tileUrl } from './tiles';

type MapCode = { default: ComponentType<MapProps> };

/** A map whose code could not be fetched. */
const notLoaded = (): MapCode => ({ default: NoMap });
const DrawnMap = lazy((): Promise<MapCode> => import('./DrawnMap').catch(notLoaded));
const TileMap = lazy((): Promise<MapCode> => import('./TileMap').catch(notLoaded));

export function MapChip({ booking }: { booking: LiveBooking }) {
  const [tilesFailed, setTilesFailed] = useState(false);
  const arrival = useArrival(booking);
  const outward = outwardOf(booking);
  const { data: district, isLoading } = useQuery({
    queryKey: keys.district(outward),
    queryFn: ({ signal }) => fetchDistrict(outward, signal),
    enabled: outward !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const job = booking.location ?? district;
  const pro = factsOf(booking.status).phase === 'on_the_way' ? booking.master_location : undefined;
  const onTiles = tileUrl() !== undefined && job !== undefined && !tilesFailed;
  const Shown = onTiles ? TileMap : DrawnMap;
  const caption = onTiles ? tileAttribution() : `${outward}, roughly`;
  const side = freeCorners(job, pro);
  return (
    <figure className="relative isolate h-40 overflow-hidden border-b border-line bg-sunk">
      <figcaption className="sr-only">
        Map: {outward}, roughly.{arrival && ` Your pro: ${arrival}.`}
      </figcaption>
      <div aria-hidden="true" className="pointer-events-none size-full">
        {isLoading ? (
          <Skeleton className="h-full" />
        ) : (
          <Suspense fallback={<Skeleton className="h-full" />}>
            <Shown job={job} pro={pro} district={district} onFail={() => setTilesFailed(true)} />
          </Suspense>
        )}
        {caption && (
          <p
            className={cx(
              'absolute top-2.5 z-1000 rounded-small bg-surface px-2 text-xs text-muted',
              side.top,
            )}
          >
            {caption}
          </p>
        )}
        {arrival && (
          <p
            className={cx(
              'num absolute bottom-2.5 z-1000 rounded-small bg-surface px-2.5 py-1 text-s font-[700] shadow-lift first-letter:uppercase',
              side.bottom,
            )}
          >
            {arrival}
          </p>
        )}
      </div>
    </figure>
  );
}

function NoMap({ onFail }: MapProps) {
  const failed = useEffectEvent(onFail);
  useEffect(() => failed(), []);
  return null;
}

/** 'SW1A'; a share link gets nothing more of the postcode. */
function outwardOf({ outward_code, postcode = '' }: LiveBooking): string {
  return outward_code ?? postcode.split(' ')[0] ?? '';
}

/** The two corners that the line between the points does not run into. */
function freeCorners(job: Place | undefined, pro: Place | undefined): { top: string; bottom: string } {
  const left = 'left-2.5';
  const right = 'right-2.5';
  if (!job || !pro) return { top: left, bottom: left };
  const isRising = (pro.lng - job.lng) * (pro.lat - job.lat) > 0;
  return isRising ? { top: left, bottom: right } : { top: right, bottom: left };
}
