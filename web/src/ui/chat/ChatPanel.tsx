// What a client and a pro write to each other: the messages, who is typing, and the field to write in. A message that is sent without a
// connection waits in this browser.
import { useMutation } from '@tanstack/react-query';
import { LoaderCircle, Phone } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ChatCaller, ChatState } from '@/api/chat';
import { isRefusal, problemText } from '@/api/problem';
import { Banner } from '../Banner';
import { Button } from '../Button';
import { cx } from '../cx';
import { LoadError } from '../LoadError';
import { Skeleton } from '../Skeleton';
import { Composer } from './Composer';
import { MessageRow, WaitingRow } from './MessageRow';
import { useChat } from './useChat';

export interface ChatPanelProps {
  bookingId: string;
  /** To whom a client writes; the pro's own side has none. */
  proId?: string | undefined;
  state: ChatState;
  /** Whom one writes to: 'Ada L.' */
  peer: string;
  /** Of the other side, for as long as one may call. */
  phone?: string | undefined;
  as?: ChatCaller;
  /** In place of it for whoever the server does not let in. */
  fallback?: ReactNode;
  /** A page or dialog of its own: the messages get the room that the rest leaves, so that the field is in view. */
  isTall?: boolean;
}

export function ChatPanel(props: ChatPanelProps) {
  const { bookingId, proId, state, peer, phone, as = 'client', fallback, isTall = false } = props;
  const isOpen = state === 'open';
  const chat = useChat({ bookingId, proId, as, isOpen });
  const { messages, waiting } = chat;
  // In state: neither is there while the messages cannot be shown.
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [log, setLog] = useState<HTMLElement | null>(null);
  useScrollPlace(log, messages.length + waiting.length, `${messages[0]?.id} ${chat.hasEarlier}`);
  useKeptFocus(log, chat.hasEarlier);
  useWhenSeen(box, messages, chat.markRead);
  const earlier = useMutation({ mutationFn: chat.loadEarlier });
  if (isRefusal(chat.error) && messages.length === 0)
    return (
      fallback ?? (
        <p className="text-s text-muted">{problemText(chat.error, 'This chat cannot be opened.')}</p>
      )
    );
  return (
    <div ref={setBox} className="grid grid-cols-1 gap-3">
      <div role="status" className="empty:-mt-3">
        {isOpen && chat.isLost && (
          <Banner tone="warn" icon={<LoaderCircle aria-hidden="true" className="mt-px size-5 shrink-0" />}>
            Connection lost. Reconnecting…
          </Banner>
        )}
      </div>
      {chat.error && !chat.isPending && messages.length === 0 && (
        <LoadError retry={chat.retry}>Failed to load the messages.</LoadError>
      )}
      <section
        ref={setLog}
        aria-label={`Messages with ${peer}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it
        tabIndex={0}
        className={cx(
          'grid grid-cols-1 content-start gap-2 overflow-y-auto overscroll-contain rounded-medium bg-sunk p-3 [overflow-anchor:none]',
          isTall ? 'h-[calc(100dvh-34rem)] min-h-32' : 'max-h-80 min-h-24',
        )}
      >
        {chat.hasEarlier && (
          <Button look="plain" size="small" busy={earlier.isPending} onClick={() => earlier.mutate()}>
            Earlier messages
          </Button>
        )}
        {chat.isPending ? (
          <Skeleton className="h-16" label="Loading the messages" />
        ) : (
          <div role="log" aria-live="polite" aria-relevant="additions" aria-busy={earlier.isPending}>
            {!chat.error && messages.length + waiting.length === 0 && (
              <p className="text-s text-muted">No messages yet.</p>
            )}
            <ol className="grid grid-cols-1 gap-2">
              {messages.map((message) => (
                <MessageRow key={message.id} message={message} peer={peer} />
              ))}
            </ol>
          </div>
        )}
        {/* Outside the log: a message is read out once, when it has been sent. */}
        {!chat.isPending && waiting.length > 0 && (
          <ol className="grid grid-cols-1 gap-2">
            {waiting.map((message) => (
              <WaitingRow key={message.clientId} message={message} proId={proId} isOpen={isOpen} />
            ))}
          </ol>
        )}
      </section>
      <p className="min-h-5 text-xs text-muted">{chat.isPeerTyping && `${peer} is typing…`}</p>
      {isOpen ? (
        <Composer peer={peer} onSend={chat.send} onTyping={chat.noteTyping} />
      ) : (
        <p className="text-s text-muted">This chat has ended.</p>
      )}
      {phone && (
        <a
          href={`tel:${phone}`}
          className="link inline-flex min-h-11 items-center gap-2 justify-self-start text-s"
        >
          <Phone aria-hidden="true" className="size-4" />
          Call {peer}
        </a>
      )}
    </div>
  );
}

/** Keeps the newest message in view, or, once somebody has scrolled up to read, what they read, when `front` says that the top has changed. */
function useScrollPlace(log: HTMLElement | null, count: number, front: string): void {
  const wasAtEnd = useRef(true);
  const before = useRef({ count: 0, front: '', height: 0 });
  useEffect(() => {
    if (!log) return;
    const look = () => {
      wasAtEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    };
    log.addEventListener('scroll', look, { passive: true });
    return () => log.removeEventListener('scroll', look);
  }, [log]);
  // After each rendering, since each may change the height.
  useLayoutEffect(() => {
    if (!log) return;
    const height = log.scrollHeight;
    if (!wasAtEnd.current && front !== before.current.front) log.scrollTop += height - before.current.height;
    else if (wasAtEnd.current && count !== before.current.count) log.scrollTop = height;
    before.current = { count, front, height };
  });
}

/** Gives the log the focus that its button had, when there is nothing earlier and the button goes. */
function useKeptFocus(log: HTMLElement | null, hasEarlier: boolean): void {
  const hadEarlier = useRef(false);
  useLayoutEffect(() => {
    if (hadEarlier.current && !hasEarlier && document.activeElement === document.body)
      log?.focus({ preventScroll: true });
    hadEarlier.current = hasEarlier;
  }, [log, hasEarlier]);
}

/** Runs `seen` while the panel is in view and somebody looks at the page, each time that something has changed. */
function useWhenSeen(box: HTMLElement | null, changed: unknown, seen: () => void): void {
  const [isInView, setInView] = useState(false);
  const onSeen = useEffectEvent(seen);
  useEffect(() => {
    if (!box) return;
    const observer = new IntersectionObserver((entries) =>
      setInView(entries.some((entry) => entry.isIntersecting)),
    );
    observer.observe(box);
    return () => {
      observer.disconnect();
      setInView(false);
    };
  }, [box]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has changed is not read, only that it has
  useEffect(() => {
    if (!isInView) return;
    const look = () => {
      if (!document.hidden) onSeen();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isInView, changed]);
}
