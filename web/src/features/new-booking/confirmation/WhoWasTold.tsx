import { Mail, MessageSquare } from 'lucide-react';
import type { Booking } from '@/api/types';
import { formatPhone } from '@/shared/bookingWords';

/** Where the confirmation went: by email, or by text where there is none. */
export function WhoWasTold({ booking }: { booking: Booking }) {
  const { customer_email: email, customer_phone: phone } = booking;
  if (!email && !phone) return null;
  const Icon = email ? Mail : MessageSquare;
  return (
    <p className="flex items-start gap-2.5 text-s">
      <Icon aria-hidden="true" className="mt-px size-5 shrink-0 text-action" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {email ? `We've emailed ${email}.` : `We've texted ${formatPhone(phone ?? '')}.`}
      </span>
    </p>
  );
}
