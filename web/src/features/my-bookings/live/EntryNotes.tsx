// What the pro needs to get in: added or changed until the booking has ended, and covered behind a link that came by text.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { type BookingChange, changeBooking, unlockEntryNotes } from '@/api/bookings';
import { whatBookingsChange } from '@/api/keys';
import { bookingChange } from '@/api/limits';
import { problemText } from '@/api/problem';
import { capabilityOf, type LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { useOneAtATime } from '@/shared/useOneAtATime';
import { Banner, Button, Dialog, Field, TextArea, TextInput, toast } from '@/ui';
import { useKeptForm } from '@/ui/useKept';

interface EntryNotesProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
}

export function EntryNotes({ booking, bookingRef }: EntryNotesProps) {
  // A link to them opens them at once.
  const [open, setOpen] = useState(useSearchParams()[0].get('focus') === 'entry');
  if (booking.entry_info_hidden && bookingRef.guestToken)
    return <UnlockNotes guestToken={bookingRef.guestToken} />;
  return (
    <>
      <Button look="row" size="small" onClick={() => setOpen(true)}>
        {booking.entry_info ? 'Change entry instructions' : 'Add entry instructions'}
      </Button>
      {open && <NotesDialog booking={booking} bookingRef={bookingRef} onClose={() => setOpen(false)} />}
    </>
  );
}

const LONGEST_NOTES = bookingChange.entry_info.maxLength;
const tooLong = (limit: number) =>
  z.refine<string>((text) => [...text].length <= limit, `Please use at most ${limit} characters.`);
const notesSchema = z.object({
  notes: z.string().check(tooLong(LONGEST_NOTES)),
  line2: z.string().check(tooLong(bookingChange.address_line2.maxLength)),
});

function NotesDialog({ booking, bookingRef, onClose }: EntryNotesProps & { onClose: () => void }) {
  const refresh = useRefresh();
  const { register, handleSubmit, watch, formState } = useKeptForm<z.infer<typeof notesSchema>>('notes', {
    defaultValues: { notes: booking.entry_info ?? '', line2: booking.address_line2 ?? '' },
    resolver: zodResolver(notesSchema),
  });
  const { errors, dirtyFields } = formState;
  const saving = useMutation({
    mutationFn: (change: BookingChange) => changeBooking(booking.id, change, capabilityOf(bookingRef)),
    onSuccess: async () => {
      onClose();
      toast('Entry instructions saved', { tone: 'good' });
      await refresh();
    },
  });
  const save = handleSubmit(async ({ notes, line2 }) => {
    const change = {
      ...(dirtyFields.notes && { entry_info: notes.trim() }),
      ...(dirtyFields.line2 && { address_line2: line2.trim() }),
    };
    // What went wrong is shown.
    if (Object.keys(change).length > 0) await saving.mutateAsync(change).catch(() => undefined);
    else onClose();
  });
  const saveOnce = useOneAtATime(save);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      busy={saving.isPending}
      title="Entry instructions"
      description="Door code, floor, parking, pets: only the assigned pro sees them."
      actions={
        <Button type="submit" form="entry-notes" busy={saving.isPending} busyText="Saving…">
          Save
        </Button>
      }
    >
      <form
        id="entry-notes"
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void saveOnce();
        }}
      >
        <Field
          id="notes"
          label="Entry instructions"
          optional
          error={errors.notes?.message}
          counter={`${LONGEST_NOTES - [...watch('notes')].length} left`}
        >
          <TextArea {...register('notes')} rows={3} autoComplete="off" />
        </Field>
        {!bookingRef.guestToken && (
          <Field id="line2" label="Flat, floor or building" optional error={errors.line2?.message}>
            <TextInput {...register('line2')} autoComplete="address-line2" />
          </Field>
        )}
      </form>
      {saving.isError && (
        <Failed>{problemText(saving.error, 'The instructions could not be saved. Please try again.')}</Failed>
      )}
    </Dialog>
  );
}

const unlockSchema = z.object({
  unlock: z.string().check(z.trim(), z.minLength(1, 'Please enter the postcode.')),
});

function UnlockNotes({ guestToken }: { guestToken: string }) {
  const refresh = useRefresh();
  const { register, handleSubmit, formState } = useForm<z.infer<typeof unlockSchema>>({
    defaultValues: { unlock: '' },
    resolver: zodResolver(unlockSchema),
  });
  const unlocking = useMutation({
    mutationFn: (postcode: string) => unlockEntryNotes(guestToken, postcode),
    onSuccess: refresh,
  });
  return (
    <form
      noValidate
      className="grid gap-3 p-4"
      onSubmit={handleSubmit(({ unlock }) => unlocking.mutate(unlock))}
    >
      <Field
        id="unlock"
        label="Type the postcode to see the entry notes"
        error={formState.errors.unlock?.message}
      >
        <TextInput {...register('unlock')} autoComplete="postal-code" autoCapitalize="characters" />
      </Field>
      <Button type="submit" look="quiet" size="small" busy={unlocking.isPending} busyText="Checking…">
        Show entry notes
      </Button>
      {unlocking.isError && (
        <Failed>
          {problemText(unlocking.error, 'The postcode could not be checked. Please try again.')}
        </Failed>
      )}
    </form>
  );
}

function Failed({ children }: { children: ReactNode }) {
  return (
    <Banner tone="bad" role="alert">
      {children}
    </Banner>
  );
}

/** Fetches again whatever shows a booking. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => Promise.all(whatBookingsChange.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
