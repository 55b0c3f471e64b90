// The one button that fits the booking's phase.
import { useState } from 'react';
import type { Booking } from '@/api/types';
import { paths } from '@/shared/paths';
import { Button, ButtonLink } from '@/ui';
import type { Phase } from '../statusAppearance';
import { openReceipt } from './openReceipt';

export function PhaseButton({ booking, phase }: { booking: Booking; phase: Phase }) {
  const live = paths.booking.status(booking.id);
  if (phase === 'searching') return <ButtonLink to={live}>Track matching</ButtonLink>;
  if (phase === 'no_response') return <ButtonLink to={`${live}?retry=1`}>Try again</ButtonLink>;
  if (phase === 'cancelled') return <ButtonLink to={paths.booking.create}>Create new booking</ButtonLink>;
  if (phase === 'done') return <Receipt id={booking.id} />;
  return <ButtonLink to={live}>Open live status</ButtonLink>;
}

export function Receipt({ id, look = 'primary' }: { id: string; look?: 'primary' | 'quiet' }) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      look={look}
      size={look === 'quiet' ? 'small' : 'full'}
      busy={busy}
      busyText="Opening…"
      onClick={() => {
        setBusy(true);
        void openReceipt(id).finally(() => setBusy(false));
      }}
    >
      Receipt
    </Button>
  );
}
