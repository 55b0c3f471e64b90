// One chat: its history, its socket while somebody looks, what waits to be sent, and who is typing.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type ChatCaller,
  type ChatFrame,
  type ChatMessage,
  chatAddress,
  fetchChatHistory,
  HISTORY_PAGE,
  markChatRead,
} from '@/api/chat';
import { keptEndOf } from '@/api/jobs';
import { keys, whatBookingsChange, whatJobsChange } from '@/api/keys';
import { onDevice } from '@/api/onDevice';
import { isRefusal, millisecondsToWait } from '@/api/problem';
import { apart } from '@/shared/apart';
import { dropItems } from '@/shared/outbox/items';
import { queueMessage, refuseForOthers, useWaitingMessages } from '@/shared/outbox/messages';
import { useIsWatched } from '@/shared/useIsWatched';
import { type ChatSocket, type ChatSocketState, openChatSocket } from './chatSocket';
import { newestUnread, stillWaiting, withEarlier, withLatest, withMark, withMessage } from './messages';

/** A page that has been hidden for this many milliseconds closes its socket. */
const HIDDEN_LIMIT = 60_000;
/** Milliseconds until a history that failed to load is asked for again. */
const RETRY = 5000;
/** How long somebody counts as typing after a sign of it, and how often the sign is sent: more often, so that it does not flicker. */
const TYPING_SHOWN = 1500;
const TYPING_EVERY = 1200;

export interface ChatOptions {
  bookingId: string;
  /** To whom a client writes; the pro's own side has none. */
  proId?: string | undefined;
  as: ChatCaller;
  /** False when it can only be read. */
  isOpen: boolean;
}

export function useChat({ bookingId, proId, as, isOpen }: ChatOptions) {
  const queryClient = useQueryClient();
  const queryKey = keys.chat(bookingId, proId);
  const [link, setLink] = useState<ChatSocketState | 'closed'>('closed');
  const [hasEarlier, setHasEarlier] = useState<boolean>();
  const isWatched = useIsWatched(HIDDEN_LIMIT);
  const known = () => queryClient.getQueryData<ChatMessage[]>(queryKey) ?? [];
  const history = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const page = await fetchChatHistory(bookingId, as, { signal });
      setHasEarlier((before) => before ?? page.length === HISTORY_PAGE);
      return withLatest(known(), page);
    },
    staleTime: 0,
    // A pro reads it without a network, as the job itself.
    ...(as === 'person' ? onDevice<ChatMessage[]>(queryKey, () => keptEndOf(bookingId)) : {}),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { error } }) =>
      error && !isRefusal(error) ? millisecondsToWait(error) + apart(RETRY) : false,
  });
  const change = (how: (messages: ChatMessage[]) => ChatMessage[]) =>
    queryClient.setQueryData<ChatMessage[]>(queryKey, (before) => how(before ?? []));
  const typing = usePeerTyping();
  const waiting = useWaitingMessages();
  useEffect(() => refuseForOthers(bookingId, proId), [bookingId, proId]);

  const onFrame = useEffectEvent((frame: ChatFrame) => {
    if (frame.bookingId !== bookingId) return;
    if (frame.type === 'typing') typing.note();
    else if ('timestamp' in frame) {
      change((messages) => withMessage(messages, frame));
      if (frame.clientId) dropItems([frame.clientId]);
      else typing.end();
    } else if ('read' in frame) change((messages) => withMark(messages, frame));
  });
  const onState = useEffectEvent((state: ChatSocketState) => {
    // Trying again is still lost.
    setLink((before) => (before === 'lost' && state === 'connecting' ? before : state));
    // The booking may have gone to another pro.
    if (state === 'over')
      for (const one of as === 'client' ? whatBookingsChange : whatJobsChange)
        void queryClient.invalidateQueries({ queryKey: one });
    // What came before it was open, or could not be heard while it was lost.
    else if (state !== 'connecting') void queryClient.invalidateQueries({ queryKey });
  });

  const isReady = isOpen && isWatched && history.data !== undefined && !isRefusal(history.error);
  const connection = useRef<ChatSocket | null>(null);
  const typedAt = useRef(0);
  useEffect(() => {
    if (!isReady) return;
    const socket = openChatSocket({
      address: (signal) => chatAddress(bookingId, as, signal),
      onState: (state) => onState(state),
      onFrame: (frame) => onFrame(frame),
    });
    connection.current = socket;
    return () => {
      connection.current = null;
      socket.close();
      setLink('closed');
    };
  }, [bookingId, as, isReady]);

  const messages = history.data ?? [];
  return {
    messages,
    waiting: stillWaiting(waiting, bookingId, messages),
    error: history.error,
    isPending: history.isPending,
    retry: () => void history.refetch(),
    isLost: link === 'lost' || (history.isError && history.data !== undefined),
    isPeerTyping: typing.isTyping,
    noteTyping: () => {
      const now = Date.now();
      if (now - typedAt.current < TYPING_EVERY) return;
      if (connection.current?.send({ type: 'typing' })) typedAt.current = now;
    },
    send: (text: string) => {
      queueMessage(bookingId, text, proId, as);
      // Once it is sent, the connection tells of it.
      connection.current?.expect();
    },
    hasEarlier: hasEarlier === true,
    loadEarlier: async () => {
      const [oldest] = known();
      if (!oldest) return;
      const page = await fetchChatHistory(bookingId, as, { before: oldest.id });
      setHasEarlier(page.length === HISTORY_PAGE);
      change((messages) => withEarlier(messages, page));
    },
    markRead: useMarkRead(bookingId, as, messages),
  };
}

/** The other side is typing, for a moment after each sign of it. */
function usePeerTyping() {
  const [isTyping, setTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = () => {
    clearTimeout(timer.current);
    setTyping(false);
  };
  const note = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setTyping(false), TYPING_SHOWN);
    setTyping(true);
  };
  return { isTyping, note, end };
}

/** Tells the server of the newest message that was read, once. */
function useMarkRead(bookingId: string, as: ChatCaller, messages: readonly ChatMessage[]): () => void {
  const queryClient = useQueryClient();
  const marked = useRef<string>(undefined);
  const newest = newestUnread(messages)?.id;
  return () => {
    if (!newest || marked.current === newest) return;
    marked.current = newest;
    markChatRead(bookingId, newest, as).then(
      () => {
        // The lists show how many are unread.
        const lists =
          as === 'client' ? [keys.bookings.all, keys.booking.all] : [keys.pro.jobs.all, keys.pro.job.all];
        for (const queryKey of lists) void queryClient.invalidateQueries({ queryKey });
      },
      // It is tried again with the next message, or when the page is opened again.
      () => {
        marked.current = undefined;
      },
    );
  };
}
