// When no pro came: how far to ask, how many pros that could reach, and one button.
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { keys } from '@/api/keys';
import { hasCode, problemText } from '@/api/problem';
import { fetchReach } from '@/api/search';
import { isLetGo, nobodyText, retryText } from '@/shared/bookingWords';
import { useDebounced } from '@/shared/debounce';
import { LIVE_HEADER } from '@/shared/live/liveStatus';
import { capabilityOf, type LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { paths } from '@/shared/paths';
import { Button, ButtonLink, Field } from '@/ui';
import { Problem } from '@/ui/Problem';
import { Slider } from '@/ui/Slider';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { LEAST_KM, MOST_KM, STEP_KM, useRetry } from './useRetry';

const FIRST_KM = 25;
/** Milliseconds for which the slider rests before the server is asked. */
const REST = 300;

export interface TryAgainProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
}

export function TryAgain({ booking, bookingRef }: TryAgainProps) {
  const [km, setKm] = useState(FIRST_KM);
  const retry = useRetry(booking.id, bookingRef);
  const card = useFocusHandedTo<HTMLElement>('page-title');
  const isOver = hasCode(retry.error, 'slot_gone');
  const navigate = useNavigate();
  // The card is no longer held, so the search begins once that is paid.
  const pay = () => navigate(paths.pay(booking.id, bookingRef.guestToken));
  return (
    <section ref={card} aria-labelledby={LIVE_HEADER} className="card flex flex-col gap-4 border-copper-line">
      <p>
        {nobodyText(booking)} {retryText(booking)}
      </p>
      <div>
        <Field id="radius" label="Search radius" counter={`${km} km`}>
          <Slider
            min={LEAST_KM}
            max={MOST_KM}
            step={STEP_KM}
            ends={[`${LEAST_KM} km`, `${MOST_KM} km`]}
            aria-valuetext={`${km} km`}
            value={km}
            onChange={(event) => setKm(event.currentTarget.valueAsNumber)}
          />
        </Field>
        <Reach id={booking.id} km={km} bookingRef={bookingRef} />
      </div>
      <Problem
        text={retry.error && problemText(retry.error, 'The search could not be started. Please try again.')}
      />
      {isOver && (
        <ButtonLink to={paths.booking.repeat(booking.id, { token: bookingRef.guestToken })}>
          Book again
        </ButtonLink>
      )}
      <Button
        look={isOver ? 'quiet' : 'primary'}
        busy={retry.isPending}
        busyText="Asking…"
        onClick={() => retry.mutate(km, { onError: (error) => hasCode(error, 'payment_required') && pay() })}
      >
        {isLetGo(booking) ? 'Pay and try again' : 'Try again'}
      </Button>
    </section>
  );
}

/** How many pros could be asked; its line is kept free while that is unknown. */
function Reach({ id, km, bookingRef }: { id: string; km: number; bookingRef: BookingRef }) {
  const rested = useDebounced(km, REST);
  const { data: pros } = useQuery({
    queryKey: keys.reach(id, rested),
    queryFn: ({ signal }) => fetchReach(id, rested, capabilityOf(bookingRef), signal),
  });
  return (
    <p role="status" className="mt-2 flex min-h-6 items-center gap-2 text-s">
      {pros !== undefined && rested === km && (
        <>
          <Users aria-hidden="true" className="size-4 shrink-0" />
          <span className="num">{sentenceOf(pros, km)}</span>
        </>
      )}
    </p>
  );
}

function sentenceOf(pros: number, km: number): string {
  if (pros === 0) return `No pro within ${km} km can be asked now`;
  return `${pros} ${pros === 1 ? 'pro' : 'pros'} within ${km} km can be asked`;
}
