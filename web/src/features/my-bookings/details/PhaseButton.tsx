// The one button that fits the booking's phase.
import type { Booking } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/ui';
import { Receipt } from '../Receipt';

export function PhaseButton({ booking }: { booking: Booking }) {
  const { phase, live } = factsOf(booking.status);
  const page = paths.booking.status(booking.id);
  if (live === 'WAITING_FOR_YOU') return <ButtonLink to={page}>See what the pro proposes</ButtonLink>;
  if (phase === 'searching') return <ButtonLink to={page}>Track matching</ButtonLink>;
  if (phase === 'no_response') return <ButtonLink to={page}>Try again</ButtonLink>;
  if (phase === 'cancelled') return <ButtonLink to={paths.booking.create}>Create new booking</ButtonLink>;
  if (phase === 'done') return <Receipt id={booking.id} />;
  if (!booking.chat) return <ButtonLink to={page}>Open live status</ButtonLink>;
  // The live page has the map, the progress and the chat.
  if (phase === 'on_the_way') return <ButtonLink to={page}>Track arrival</ButtonLink>;
  if (phase === 'in_progress') return <ButtonLink to={page}>View job</ButtonLink>;
  return <ButtonLink to={paths.chat(booking.id)}>Message pro</ButtonLink>;
}
