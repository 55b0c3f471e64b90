// The chat with the pro on the live page: one line with what is new, until it is opened. Whoever holds only the guest's link may call, and signs in
// to chat: the link may have been passed on.
import { ChevronDown, ChevronUp, MessageCircle, Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Booking } from '@/api/types';
import { tradeOf } from '@/shared/bookingWords';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { waitingMessages } from '@/shared/outbox/messages';
import { paths } from '@/shared/paths';
import { bearerToken } from '@/shared/session';
import { ButtonLink } from '@/ui';
import { ChatPanel } from '@/ui/chat/ChatPanel';
import { UnreadBadge } from '@/ui/chat/UnreadBadge';

interface LiveChatProps {
  booking: Booking;
  bookingRef: BookingRef;
}

export function LiveChat({ booking, bookingRef }: LiveChatProps) {
  const { id, chat } = booking;
  if (!chat || bookingRef.shareToken) return null;
  const peer = booking.assigned_master_name ?? `Your ${tradeOf(booking.problem_type)}`;
  const signIn = <SignInToChat booking={booking} peer={peer} />;
  if (bookingRef.guestToken && !bearerToken()) return <Card>{signIn}</Card>;
  return (
    <Folded key={`${id} ${booking.assigned_master_id}`} booking={booking} peer={peer}>
      <ChatPanel
        bookingId={id}
        proId={booking.assigned_master_id}
        state={chat}
        peer={peer}
        fallback={bookingRef.guestToken ? signIn : undefined}
      />
    </Folded>
  );
}

interface FoldedProps {
  booking: Booking;
  peer: string;
  children: ReactNode;
}

/** Open at once where something that was written here waits to be sent. */
function Folded({ booking: { id, unread }, peer, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(() => waitingMessages().some(({ bookingId }) => bookingId === id));
  const Arrow = isOpen ? ChevronUp : ChevronDown;
  return (
    <section aria-label="Chat" className="card grid grid-cols-1 overflow-hidden p-0">
      <h2 className="text-m">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-[3.25rem] w-full items-center gap-2.5 px-4 py-2 text-left hover:bg-action-soft"
          onClick={() => setOpen(!isOpen)}
        >
          <MessageCircle aria-hidden="true" className="size-5 shrink-0 text-action" />
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">Chat with {peer}</span>
          {!isOpen && <UnreadBadge unread={unread} />}
          <Arrow aria-hidden="true" className="size-5 shrink-0 text-muted" />
        </button>
      </h2>
      {isOpen && <div className="grid grid-cols-1 border-t border-line p-4">{children}</div>}
    </section>
  );
}

function Card({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="chat-title" className="card grid grid-cols-1 gap-3 p-4">
      <h2 id="chat-title" className="text-l">
        Chat
      </h2>
      {children}
    </section>
  );
}

function SignInToChat({ booking, peer }: { booking: Booking; peer: string }) {
  const { id, assigned_master_phone: phone } = booking;
  return (
    <div className="flex flex-wrap gap-2">
      {phone && (
        <a
          href={`tel:${phone}`}
          className="link inline-flex min-h-11 items-center gap-2 px-2 text-s"
          aria-label={`Call ${peer}`}
        >
          <Phone aria-hidden="true" className="size-4" />
          Call
        </a>
      )}
      <ButtonLink to={paths.login({ role: 'client', next: paths.chat(id) })} look="quiet" size="small">
        Sign in with a code to chat
      </ButtonLink>
    </div>
  );
}
