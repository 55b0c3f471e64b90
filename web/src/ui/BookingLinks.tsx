// The two links of a booking, kept apart by what they open, and its calendar file.
import { useMutation } from '@tanstack/react-query';
import { CalendarPlus, Link as LinkIcon, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Capability, fetchCalendarFile } from '@/api/bookings';
import { problemText } from '@/api/problem';
import type { Booking } from '@/api/types';
import { paths } from '@/shared/paths';
import { saveFile } from '@/shared/saveFile';
import { Button } from './Button';
import { copyLink, shareLink } from './copyLink';
import { toast } from './toast';

interface BookingLinksProps {
  booking: Booking;
  /** What gives access to the calendar file; without it there is none to add. */
  calendar?: Capability | undefined;
}

export function BookingLinks({ booking, calendar }: BookingLinksProps) {
  const { id, guest_token: guest, share_token: share } = booking;
  if (!guest && !share && !calendar) return null;
  return (
    <ul className="card grid gap-1 p-4">
      {guest && (
        <LinkRow note="opens it on any device">
          <Button
            look="plain"
            size="small"
            className="-ml-3.5"
            icon={<LinkIcon aria-hidden="true" className="size-4" />}
            onClick={() => void copyLink(paths.guest(guest))}
          >
            Copy my booking link
          </Button>
        </LinkRow>
      )}
      {share && (
        <LinkRow note="no address, no price">
          <Button
            look="plain"
            size="small"
            className="-ml-3.5"
            icon={<Share2 aria-hidden="true" className="size-4" />}
            onClick={() =>
              void shareLink(paths.booking.shared(id, share), `Callout: ${booking.readable_name}`)
            }
          >
            Share live status
          </Button>
        </LinkRow>
      )}
      {share && (
        <LinkRow>
          <Button
            look="plain"
            size="small"
            className="-ml-3.5"
            icon={<LinkIcon aria-hidden="true" className="size-4" />}
            onClick={() => void copyLink(paths.booking.shared(id, share))}
          >
            Copy live link
          </Button>
        </LinkRow>
      )}
      {calendar && (
        <LinkRow>
          <AddToCalendar id={id} capability={calendar} look="plain" className="-ml-3.5" />
        </LinkRow>
      )}
    </ul>
  );
}

function LinkRow({ note, children }: { note?: string; children: ReactNode }) {
  return (
    <li className="grid justify-items-start sm:flex sm:items-center sm:justify-between sm:gap-x-3">
      {children}
      {note && <span className="-mt-2 pb-1.5 pl-6 text-xs text-muted sm:m-0 sm:p-0">{note}</span>}
    </li>
  );
}

interface AddToCalendarProps {
  id: string;
  capability?: Capability;
  look?: 'quiet' | 'plain';
  className?: string;
}

/** Saves the server's calendar file. After a change of time, importing the new file replaces the earlier entry. */
export function AddToCalendar({ id, capability = {}, look = 'quiet', className }: AddToCalendarProps) {
  const fetching = useMutation({
    mutationFn: () => fetchCalendarFile(id, capability),
    onSuccess: (file) => saveFile(file, `callout-${id}.ics`),
    onError: (error) => toast(problemText(error, 'The calendar file could not be fetched.'), { tone: 'bad' }),
  });
  return (
    <Button
      look={look}
      size="small"
      className={className}
      icon={<CalendarPlus aria-hidden="true" className="size-4" />}
      busy={fetching.isPending}
      busyText="Fetching…"
      onClick={() => fetching.mutate()}
    >
      Add to Calendar
    </Button>
  );
}
