import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Booking } from '@/api/types';
import { addressOf, totalOf, whenOf } from '@/shared/bookingWords';
import { paths } from '@/shared/paths';
import { UnreadBadge } from '@/ui/chat/UnreadBadge';
import { PayDue } from '../PayDue';
import { StatusBadge } from '../StatusBadge';

/** One booking. The whole row opens its live page, except for the links at the bottom. */
export function BookingRow({ booking, children }: { booking: Booking; children?: ReactNode }) {
  return (
    <li className="card relative grid gap-2 p-4 hover:border-line-strong">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Link
          to={paths.booking.status(booking.id)}
          className="min-w-0 text-m font-[700] after:absolute after:inset-0 after:rounded-medium [overflow-wrap:anywhere]"
        >
          {booking.readable_name}
        </Link>
        <span className="flex flex-wrap gap-1.5">
          <UnreadBadge unread={booking.unread} />
          <StatusBadge status={booking.status} inList />
        </span>
      </div>
      <p className="text-s text-muted [overflow-wrap:anywhere]">{addressOf(booking)}</p>
      <div className="num flex flex-wrap items-center justify-between gap-x-4 text-s">
        <span>{whenOf(booking)}</span>
        <span className="flex items-center gap-1.5 font-[700]">
          {totalOf(booking)}
          <ChevronRight aria-hidden="true" className="size-4 text-muted" />
        </span>
      </div>
      {booking.payment_due && (
        <div className="relative empty:hidden">
          <PayDue booking={booking} />
        </div>
      )}
      {children && <div className="relative flex flex-wrap gap-2">{children}</div>}
    </li>
  );
}
