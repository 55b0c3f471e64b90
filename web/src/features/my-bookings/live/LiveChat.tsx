// The chat with the pro on the live page. Whoever holds only the guest's link may call, and signs in to chat: the link may have been passed on.
import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Booking } from '@/api/types';
import { tradeOf } from '@/shared/bookingWords';
import { paths } from '@/shared/paths';
import { bearerToken } from '@/shared/session';
import { ButtonLink } from '@/ui';
import { ChatPanel } from '@/ui/chat/ChatPanel';
import type { BookingRef } from './useBookingRef';

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
    <Card>
      <ChatPanel
        key={`${id} ${booking.assigned_master_id}`}
        bookingId={id}
        proId={booking.assigned_master_id}
        state={chat}
        peer={peer}
        fallback={bookingRef.guestToken ? signIn : undefined}
      />
    </Card>
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
