// The booking of the live page. Its stream says when to fetch it again, and brings the search's waves and the pro's position, which are shown at
// once. While there is no stream, the booking is polled.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { bearerHeaders } from '@/api/bearerHeaders';
import { keys } from '@/api/keys';
import { isRefusal } from '@/api/problem';
import type { MatchingProgress } from '@/api/types';
import { hasEnded } from '@/shared/bookingStatus';
import type { StreamEvent, StreamState } from '@/shared/eventStream';
import { personHere } from '@/shared/ofPerson';
import { withQuery } from '@/shared/paths';
import { openSharedStream } from '@/shared/sharedStream';
import { useIsWatched } from '@/shared/useIsWatched';
import { capabilityOf, type LiveBooking, useBooking } from './useBooking';
import type { BookingRef } from './useBookingRef';

const RECONNECT_AFTER = 2000;
/** A page that has been hidden for this many milliseconds closes its stream. */
const HIDDEN_LIMIT = 60_000;
/** Events that arrive within this many milliseconds lead to one fetch. */
const TOGETHER = 100;

/** The data of a `location` event. */
interface LocationEvent {
  lat: number;
  lng: number;
  label: string;
  seenAt: string;
}

/** `isLost`: the stream broke and is not back yet. `first` is the booking as it was just read. */
export function useLiveBooking(ref: BookingRef, first?: LiveBooking) {
  const [stream, setStream] = useState<StreamState | 'closed'>('closed');
  const query = useBooking(ref, { isFollowed: stream === 'open', first });
  const queryClient = useQueryClient();
  const isWatched = useIsWatched(HIDDEN_LIMIT);
  const booking = isRefusal(query.error) ? undefined : query.data;
  const id = booking && !hasEnded(booking.status) ? booking.id : undefined;

  const refresh = useEffectEvent(() => {
    for (const queryKey of [keys.booking.one(ref), keys.bookings.all, keys.me.all])
      void queryClient.invalidateQueries({ queryKey });
  });

  const show = useEffectEvent(({ event, data }: StreamEvent) => {
    // The page is behind, and this may belong to a state that it does not show yet.
    if (query.isError) return;
    const change = changeOf(event, data);
    const queryKey = keys.booking.one(ref);
    queryClient.setQueryData<LiveBooking>(queryKey, (before) => before && { ...before, ...change });
    // A fetch that is under way may have read what was before this, and would put it back.
    if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey });
  });

  const follow = useEffectEvent((bookingId: string, refreshSoon: () => void) =>
    openSharedStream({
      person: personHere() ?? 'nobody',
      url: withQuery(`/api/events/stream/client/${encodeURIComponent(bookingId)}`, { ...capabilityOf(ref) }),
      // A link's token is in the address.
      headers: () => (ref.shareToken || ref.guestToken ? {} : bearerHeaders()),
      backOff: () => RECONNECT_AFTER,
      lastEventId: booking?.seq?.toString(),
      onState: (state) => {
        // Trying again is still lost.
        setStream((before) => (before === 'lost' && state === 'connecting' ? before : state));
      },
      onEvent: (event) => (event.id === undefined ? show(event) : refreshSoon()),
    }),
  );

  useEffect(() => {
    if (!id || !isWatched) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refreshSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        refresh();
      }, TOGETHER);
    };
    const close = follow(id, refreshSoon);
    return () => {
      close();
      clearTimeout(timer);
      setStream('closed');
    };
  }, [id, isWatched]);

  return { ...query, isLost: stream === 'lost' };
}

/** What an event without a number changes in the booking. */
function changeOf(event: string, data: string): Partial<LiveBooking> {
  if (event === 'wave') return { matching: JSON.parse(data) as MatchingProgress };
  if (event === 'message') return { unread: (JSON.parse(data) as { unread: number }).unread };
  if (event !== 'location') return {};
  const { lat, lng, label, seenAt } = JSON.parse(data) as LocationEvent;
  return { master_location: { lat, lng, label, seen_at: seenAt } };
}
