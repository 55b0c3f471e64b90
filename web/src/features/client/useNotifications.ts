// The news of one's bookings, from the person's own event stream: a toast in words, and fresh data on whatever page is open. A stream is
// opened with a single-use ticket, so each new connection fetches its own and goes on after the last event seen.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiProblem } from '@/api/problem';
import { fetchTicket } from '@/api/tickets';
import { withQuery } from '@/shared/paths';
import { serverNow } from '@/shared/session';
import { readStored, writeStored } from '@/shared/storage';
import { toast } from '@/ui';

/** Milliseconds before a lost stream is opened again (second document, section 9). */
const RECONNECT = 2000;
/** News older than this, in milliseconds, is no news: it refreshes the page without a toast. */
const NEWS = 120_000;

const words: Record<string, string> = {
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
  const hear = useEffectEvent(({ type, at }: Notification) => {
    const isNews = serverNow() - Date.parse(at) < NEWS;
    // What is old was known before any question now under way was asked: a row of it is one refresh.
    const how = { cancelRefetch: isNews };
    for (const key of ['booking', 'bookings', 'me'])
      void queryClient.invalidateQueries({ queryKey: [key] }, how);
    const text = words[type];
    if (text && isNews) toast(text);
  });
  useEffect(() => {
    if (!clientId || typeof EventSource === 'undefined') return;
    return follow(clientId, hear);
  }, [clientId]);
}

/** Follows the stream until the returned function is called. */
function follow(clientId: string, hear: (notification: Notification) => void): () => void {
  const lastSeen = `callout.notified.${clientId}`;
  // This page's own place: another tab may be further on, and what it has heard is news here. Storage is for the next page load.
  let seen = readStored(lastSeen) ?? undefined;
  const leaving = new AbortController();
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function open() {
    try {
      const ticket = await fetchTicket(leaving.signal);
      if (leaving.signal.aborted) return;
      const path = `/api/events/notify/user/${encodeURIComponent(clientId)}`;
      source = new EventSource(withQuery(path, { t: ticket, after: seen }));
      for (const type of Object.keys(words)) source.addEventListener(type, take);
      source.onerror = () => again();
      // Without a place the server begins with what comes next: from here on, what comes while the line is broken must not be lost.
      source.onopen = () => {
        seen ??= '0';
      };
    } catch (error) {
      again(error instanceof ApiProblem ? error.retryAfter : null);
    }
  }

  function take(event: MessageEvent<string>) {
    const notification = JSON.parse(event.data) as Notification;
    seen = String(notification.seq);
    writeStored(lastSeen, seen);
    hear(notification);
  }

  /** `wait`: seconds that the server asked for. */
  function again(wait: number | null = null) {
    source?.close();
    clearTimeout(timer);
    if (!leaving.signal.aborted) timer = setTimeout(() => void open(), wait ? wait * 1000 : RECONNECT);
  }

  void open();
  return () => {
    leaving.abort();
    clearTimeout(timer);
    source?.close();
  };
}
