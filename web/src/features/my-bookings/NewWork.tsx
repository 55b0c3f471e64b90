// Further work, as the client of a job that was done sees it: whether the pro may suggest some, and what they suggest.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys, whatBookingsChange } from '@/api/keys';
import { letSuggest } from '@/api/newWork';
import { problemText } from '@/api/problem';
import type { Invitation } from '@/api/types';
import { capabilityOf, type LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { paths } from '@/shared/paths';
import { untilText } from '@/shared/until';
import { ButtonLink, Checkbox } from '@/ui';
import { Problem } from '@/ui/Problem';

interface NewWorkProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
}

export function NewWork({ booking, bookingRef }: NewWorkProps) {
  const queryClient = useQueryClient();
  const { may_suggest: allowed, new_work: suggested } = booking;
  // Shows the new choice while it is being saved; if saving fails, the old one returns.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (next: boolean) => letSuggest(booking.id, next, capabilityOf(bookingRef)),
    onSuccess: (seen) => {
      queryClient.setQueryData(keys.booking.one(bookingRef), seen);
      for (const queryKey of whatBookingsChange) void queryClient.invalidateQueries({ queryKey });
    },
    onSettled: () => setWanted(null),
  });
  if (booking.status !== 'completed' || allowed === undefined) return null;
  return (
    <section aria-labelledby="new-work" className="grid grid-cols-1 gap-2">
      <h2 id="new-work" className="text-m">
        Further work
      </h2>
      {suggested && <Suggested suggested={suggested} />}
      <Checkbox
        id="may-suggest"
        label="The pro may suggest further work"
        aria-describedby="may-suggest-hint"
        checked={wanted ?? allowed}
        onChange={(event) => {
          if (isPending) return;
          setWanted(event.target.checked);
          mutate(event.target.checked);
        }}
      />
      <p id="may-suggest-hint" className="-mt-2 pl-[2.125rem] text-s text-muted">
        At most one suggestion in 30 days. Nothing is booked unless you book it. You can untick this at any
        time.
      </p>
      <Problem text={error && problemText(error, 'It could not be saved. Please try again.')} />
    </section>
  );
}

function Suggested({ suggested }: { suggested: Invitation }) {
  return (
    <div className="card grid grid-cols-1 gap-3 p-4">
      <h3 className="text-m [overflow-wrap:anywhere]">Your pro suggests: {suggested.readableName}</h3>
      {suggested.text && (
        <blockquote dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          “{suggested.text}”
        </blockquote>
      )}
      <p className="num text-s text-muted">{saidOf(suggested)}</p>
      {suggested.token && (
        <ButtonLink to={paths.booking.suggested(suggested.token)} size="small">
          See and choose
        </ButtonLink>
      )}
    </div>
  );
}

function saidOf({ state, until }: Invitation): string {
  return state === 'open' ? `You can book it until ${untilText(until)}. Nothing is booked yet.` : over[state];
}

const over: Record<Exclude<Invitation['state'], 'open'>, string> = {
  booked: 'You booked it.',
  declined: 'You said no.',
  expired: 'It has ended. Nothing was booked.',
};
