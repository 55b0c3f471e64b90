// Asking Callout to stop a job that has begun, and what became of it.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import * as z from 'zod/mini';
import { problemText } from '@/api/problem';
import { askToStop } from '@/api/search';
import { factsOf } from '@/shared/bookingStatus';
import type { LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { Banner, Button, Field, TextArea } from '@/ui';
import { statementText, textLeft } from '@/ui/dispute/statement';
import { FormDialog } from '@/ui/FormDialog';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { useKeptForm } from '@/ui/useKept';
import { useBookingChange } from '../live/useBookingChange';

interface StopJobProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
}

const ASKED = 'stop-asked';

/** What became of it, for the owner and whoever has the guest link. */
export function StopSaid({ booking: { status, stop, cancel_reason } }: Pick<StopJobProps, 'booking'>) {
  if (stop?.words)
    return (
      <Banner tone="neutral">
        <span className="font-[650]">
          {cancel_reason === 'not_home' ? 'Why we decided this:' : 'We have stopped the job.'}
        </span>{' '}
        {stop.words}
      </Banner>
    );
  if (!stop || factsOf(status).phase !== 'in_progress') return null;
  return (
    <section aria-labelledby={ASKED} className="card grid grid-cols-1 gap-2 p-4">
      <h2 id={ASKED} tabIndex={-1} className="text-m">
        You asked us to stop the job
      </h2>
      <p>We talk to your pro, decide what the work so far costs, and write to you.</p>
      <p dir="auto" className="whitespace-pre-line text-muted [overflow-wrap:anywhere]">
        {stop.text}
      </p>
    </section>
  );
}

/** While the work goes on and nobody has asked yet. */
export function StopJob({ booking, bookingRef }: StopJobProps) {
  const { status, stop } = booking;
  const [isOpen, setOpen] = useState(false);
  const box = useFocusHandedTo<HTMLDivElement>(ASKED);
  if (stop || factsOf(status).phase !== 'in_progress') return null;
  return (
    <div ref={box} className="grid">
      <Button look="row" size="small" onClick={() => setOpen(true)}>
        Ask us to stop the job
      </Button>
      {isOpen && <StopDialog booking={booking} bookingRef={bookingRef} onClose={() => setOpen(false)} />}
    </div>
  );
}

const schema = z.object({ text: statementText });

interface StopDialogProps extends StopJobProps {
  onClose: () => void;
}

/** What was typed stays when it could not be sent. */
function StopDialog({ booking, bookingRef, onClose }: StopDialogProps) {
  const { register, handleSubmit, watch, formState } = useKeptForm('stop', {
    defaultValues: { text: '' },
    resolver: zodResolver(schema),
  });
  const asking = useBookingChange<string>(bookingRef, (capability, text) =>
    askToStop(booking.id, text, capability),
  );
  return (
    <FormDialog
      id="stop"
      title="Ask us to stop the job?"
      description="The work has begun, so we decide what it costs: nothing, a part or all of the price. Your statutory rights are not affected."
      action="Send"
      busyText="Sending…"
      isBusy={asking.isPending}
      problem={asking.error && problemText(asking.error, 'It could not be sent. Please try again.')}
      onSubmit={handleSubmit(({ text }) => asking.mutate(text, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <Field
        id="stop-text"
        label="What happened?"
        hint="Your pro can read this. Phone numbers and emails are hidden."
        counter={textLeft(watch('text'))}
        error={formState.errors.text?.message}
      >
        <TextArea {...register('text')} rows={4} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
