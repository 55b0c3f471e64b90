// Notifications about the client's bookings, from an event stream: each one shows a toast and refreshes the data on the page.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { bearerHeaders } from '@/api/bearerHeaders';
import { whatBookingsChange } from '@/api/keys';
import { serverNow } from '@/shared/session';
import { openSharedStream } from '@/shared/sharedStream';
import { readStored, writeStored } from '@/shared/storage';
import { useIsWatched } from '@/shared/useIsWatched';
import { toast } from '@/ui';

/** Milliseconds before a lost stream is reopened; doubled after each further failure, up to the longest. */
const FIRST_DELAY = 2000;
const LONGEST_DELAY = 30_000;
/** Notifications older than this many milliseconds refresh the page without a toast. */
const MAX_TOAST_AGE = 120_000;
/** Nobody sees a toast of a hidden page: after this many milliseconds it closes its stream, and continues when it is shown again. */
const HIDDEN_LIMIT = 60_000;

const messages: Record<string, string> = {
  assigned: 'A pro has taken your booking',
  en_route: 'Your pro is on the way',
  started: 'Work has started',
  completed: 'Job completed',
  cancelled: 'Booking cancelled',
  no_response: "We couldn't reach a pro in time",
};

interface Notification {
  type: string;
  bookingId: string;
  seq: number;
  at: string;
}

export function useNotifications(clientId: string | undefined): void {
  const queryClient = useQueryClient();
  const isWatched = useIsWatched(HIDDEN_LIMIT);
  // Each page keeps its own position, since another tab may be further ahead. Storage is only for the next page load.
  const lastSeq = useRef<Record<string, string>>({});
  const onNotification = useEffectEvent(({ type, at }: Notification) => {
    const isRecent = serverNow() - Date.parse(at) < MAX_TOAST_AGE;
    // Old events arrive in a burst and requests already under way include them, so let those requests finish.
    const how = { cancelRefetch: isRecent };
    for (const queryKey of whatBookingsChange) void queryClient.invalidateQueries({ queryKey }, how);
    const text = messages[type];
    if (text && isRecent) toast(text);
  });

  useEffect(() => {
    if (!clientId || !isWatched) return;
    const storageKey = `callout.notified.${clientId}`;
    return openSharedStream({
      person: clientId,
      url: `/api/events/notify/user/${encodeURIComponent(clientId)}`,
      headers: bearerHeaders,
      backOff: (attempt) => Math.min(FIRST_DELAY * 2 ** attempt, LONGEST_DELAY),
      lastEventId: lastSeq.current[clientId] ?? readStored(storageKey) ?? undefined,
      onState: (state) => {
        // Without a position the server starts with the next event. Asking from 0 after that replays whatever is missed while hidden.
        if (state === 'open') lastSeq.current[clientId] ??= readStored(storageKey) ?? '0';
      },
      onEvent: ({ data }) => {
        const notification = JSON.parse(data) as Notification;
        lastSeq.current[clientId] = String(notification.seq);
        writeStored(storageKey, String(notification.seq));
        onNotification(notification);
      },
    });
  }, [clientId, isWatched]);
}
