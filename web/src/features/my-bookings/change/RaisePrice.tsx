// 'Raise your offer': a higher price, so that a pro takes the job.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { raisePrice } from '@/api/changes';
import { hasCode, problemText, refusedFields } from '@/api/problem';
import { totalOf } from '@/shared/bookingWords';
import { randomId } from '@/shared/id';
import type { LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { formatPence } from '@/shared/money';
import { paths } from '@/shared/paths';
import { Button, Chip, ChipRow, Field, TextInput, toast } from '@/ui';
import { FormDialog } from '@/ui/FormDialog';
import { useKeptText } from '@/ui/useKept';
import { useBookingChange } from '../live/useBookingChange';
import { canRaise, poundsOf } from './allowed';

/** The documents' steps, in pounds. */
const STEPS = [5, 10, 20];
const FORM = 'raise';

interface RaisePriceProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
}

/** For the owner, while no pro has the booking. */
export function RaisePrice({
  booking,
  bookingRef,
  look = 'quiet',
}: RaisePriceProps & { look?: 'quiet' | 'row' }) {
  const [open, setOpen] = useState(false);
  if (!canRaise(booking)) return null;
  return (
    <>
      <Button look={look} size="small" onClick={() => setOpen(true)}>
        Raise Price
      </Button>
      {open && <RaiseDialog booking={booking} bookingRef={bookingRef} onClose={() => setOpen(false)} />}
    </>
  );
}

function RaiseDialog({ booking, bookingRef, onClose }: RaisePriceProps & { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useKeptText('raise');
  const [isChecked, setChecked] = useState(false);
  // One key for each amount: pressing twice raises once.
  const [key, setKey] = useState(randomId);
  const raise = useBookingChange(bookingRef, (_, pounds: number) => raisePrice(booking.id, pounds, key));
  const pounds = poundsOf(typed);
  const refused = refusedFields(raise.error).deltaGBP;
  const error = isChecked && pounds === null ? 'Enter whole pounds, £1 or more.' : refused;

  function choose(text: string): void {
    setTyped(text);
    setKey(randomId());
    raise.reset();
  }

  function confirm(): void {
    setChecked(true);
    if (pounds === null) {
      document.getElementById('raise-pounds')?.focus();
      return;
    }
    const pay = () => navigate(paths.pay(booking.id));
    raise.mutate(pounds, {
      onSuccess: (raised) => {
        if (raised.payment_due) return pay();
        onClose();
        toast(`Your offer is now ${totalOf(raised)}`, { tone: 'good' });
      },
      onError: (problem) => hasCode(problem, 'payment_required') && pay(),
    });
  }

  return (
    <FormDialog
      id={FORM}
      title="Raise your offer"
      description="Pros who declined are asked again at the higher price."
      action="Confirm"
      busyText="Raising…"
      other={{ label: 'Cancel', onClick: onClose }}
      isBusy={raise.isPending}
      problem={
        raise.error && !refused && !hasCode(raise.error, 'payment_required')
          ? problemText(raise.error, 'Your offer could not be raised. Please try again.')
          : null
      }
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
      onClose={onClose}
    >
      <ChipRow label="Raise by">
        {STEPS.map((step) => (
          <Chip key={step} pressed={pounds === step} className="num" onClick={() => choose(String(step))}>
            +£{step}
          </Chip>
        ))}
      </ChipRow>
      <Field id="raise-pounds" label="Custom amount" hint="Whole pounds on top of your price." error={error}>
        <TextInput
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          className="num max-w-40"
          onChange={(event) => choose(event.target.value)}
        />
      </Field>
      <p aria-live="polite" className="num min-h-6 font-[650]">
        {pounds !== null &&
          booking.amount_pence !== undefined &&
          `${formatPence(booking.amount_pence)} becomes ${formatPence(booking.amount_pence + pounds * 100)}`}
      </p>
    </FormDialog>
  );
}
