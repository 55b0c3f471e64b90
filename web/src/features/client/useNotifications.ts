// Notifications about the client's bookings, from an event stream: each one shows a toast and refreshes the data on the page. A stream is opened
// with a single-use ticket, so every new connection fetches its own and continues after the last event received.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { whatBookingsChange } from '@/api/keys';
import { ApiProblem } from '@/api/problem';
import { fetchTicket } from '@/api/tickets';
import { withQuery } from '@/shared/paths';
import { serverNow } from '@/shared/session';
import { readStored, writeStored } from '@/shared/storage';
import { toast } from '@/ui';

/** Milliseconds before a lost stream is reopened; doubled after each further failure, up to the longest. */
const FIRST_DELAY = 2000;
const LONGEST_DELAY = 30_000;
/** Up to this share is added to a delay by chance, so that browsers cut off together do not return together. */
const JITTER = 0.25;
/** Notifications older than this many milliseconds refresh the page without a toast. */
const MAX_TOAST_AGE = 120_000;

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
  const onNotification = useEffectEvent(({ type, at }: Notification) => {
    const isRecent = serverNow() - Date.parse(at) < MAX_TOAST_AGE;
    // Old events arrive in a burst and requests already under way include them, so let those requests finish.
    const how = { cancelRefetch: isRecent };
    for (const queryKey of whatBookingsChange) void queryClient.invalidateQueries({ queryKey }, how);
    const text = messages[type];
    if (text && isRecent) toast(text);
  });
  useEffect(() => {
    if (!clientId || typeof EventSource === 'undefined') return;
    return follow(clientId, onNotification);
  }, [clientId]);
}

/** Follows the stream until the returned function is called. */
function follow(clientId: string, onNotification: (notification: Notification) => void): () => void {
  const storageKey = `callout.notified.${clientId}`;
  // Each page keeps its own position, since another tab may be further ahead. Storage is only for the next page load.
  let lastSeq = readStored(storageKey) ?? undefined;
  const stopped = new AbortController();
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = FIRST_DELAY;

  async function open() {
    try {
      const ticket = await fetchTicket(stopped.signal);
      if (stopped.signal.aborted) return;
      const path = `/api/events/notify/user/${encodeURIComponent(clientId)}`;
      source = new EventSource(withQuery(path, { t: ticket, after: lastSeq }));
      for (const type of Object.keys(messages)) source.addEventListener(type, receive);
      source.onerror = () => reconnect();
      // Without a position the server starts with the next event. Asking from 0 after that replays whatever is missed while disconnected.
      source.onopen = () => {
        delay = FIRST_DELAY;
        lastSeq ??= '0';
      };
    } catch (error) {
      reconnect(error instanceof ApiProblem ? error.retryAfter : null);
    }
  }

  function receive(event: MessageEvent<string>) {
    const notification = JSON.parse(event.data) as Notification;
    lastSeq = String(notification.seq);
    writeStored(storageKey, lastSeq);
    onNotification(notification);
  }

  /** `wait`: seconds to wait, as asked by the server. */
  function reconnect(wait: number | null = null) {
    source?.close();
    clearTimeout(timer);
    if (stopped.signal.aborted) return;
    timer = setTimeout(openWhenVisible, wait ? wait * 1000 : delay * (1 + Math.random() * JITTER));
    delay = Math.min(delay * 2, LONGEST_DELAY);
  }

  /** Nobody sees a toast of a hidden page, so it waits until it is looked at. */
  function openWhenVisible() {
    if (!document.hidden) return void open();
    document.addEventListener('visibilitychange', openWhenVisible, { once: true, signal: stopped.signal });
  }

  void open();
  return () => {
    stopped.abort();
    clearTimeout(timer);
    source?.close();
  };
}
