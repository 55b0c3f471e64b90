// Step 2: contact details and address.
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useOffline } from '@/shared/connection';
import { paths } from '@/shared/paths';
import {
  Banner,
  BookingLayout,
  Button,
  ButtonLink,
  EmailInput,
  ErrorSummary,
  Field,
  Foot,
  TextArea,
  TextInput,
  useIsDesk,
} from '@/ui';
import { ElsewhereNotice, useDraft } from '../draft';
import { EstimateDocket } from '../estimate/EstimateDocket';
import { useRepricedDraft } from '../estimate/useRepricedDraft';
import { AccountStrip } from './AccountStrip';
import { type AreaChange, newRange } from './areaChange';
import { useAddressForm } from './useAddressForm';

const FORM = 'address-form';

/** `?edit=` names a booking whose entry notes are to be changed. */
export function Component() {
  const edited = useSearchParams()[0].get('edit');
  if (edited?.startsWith('C-')) return <Navigate to={paths.booking.entryNotes(edited)} replace />;
  return <NewAddress />;
}

function NewAddress() {
  const { form, order, gone, submit, failed, problems, prefilled, change } = useAddressForm();
  const { estimationResult: estimate } = useDraft();
  const offline = useOffline();
  const desk = useIsDesk();
  useRepricedDraft();
  useEntryFocus();
  const { register, formState } = form;
  const { errors, isSubmitting, submitCount } = formState;
  if (gone) return <Gone />;

  return (
    <BookingLayout
      title="Service address"
      step={2}
      hasError={problems.length > 0}
      onBack={() => order.goBack(paths.booking.create)}
      aside={desk && estimate && <EstimateDocket estimate={estimate} offline={offline} />}
      foot={
        <Foot
          action={
            <Button type="submit" form={FORM} busy={isSubmitting} busyText="Saving…">
              {order.returnTo ? 'Save address' : 'Continue to Schedule'}
            </Button>
          }
        />
      }
    >
      <ElsewhereNotice />
      <ErrorSummary problems={problems} attempt={submitCount} />
      {failed && (
        <Banner tone="bad" role="alert">
          The address could not be checked: a part of the page is missing. Check the connection and try again.
        </Banner>
      )}
      <form id={FORM} noValidate onSubmit={submit} className="grid gap-7">
        <Group legend="Contact">
          <Field id="fullName" label="Full name" error={errors.fullName?.message}>
            <TextInput {...register('fullName')} autoComplete="name" autoCapitalize="words" />
          </Field>
          <Field id="phone" label="UK mobile" error={errors.phone?.message}>
            <TextInput {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" className="num" />
          </Field>
          <Field id="email" label="Email" optional error={errors.email?.message}>
            <EmailInput {...register('email')} />
          </Field>
          <AccountStrip control={form.control} />
        </Group>
        <Group legend="Address">
          {/* Not a grid, in which the status would take a gap while it says nothing. */}
          <div className="flex flex-col gap-4">
            <Field id="postcode" label="Postcode" error={errors.postcode?.message}>
              <TextInput
                {...register('postcode')}
                autoComplete="postal-code"
                autoCapitalize="characters"
                spellCheck={false}
                className="num uppercase"
              />
            </Field>
            {prefilled && (
              <p className="-mt-2 flex items-start gap-2 text-s text-muted">
                <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                Pre-filled from previous step — please confirm full postcode.
              </p>
            )}
            <div role="status" className="empty:-mt-4">
              {change && <AreaNotice change={change} />}
            </div>
          </div>
          <Field id="line1" label="Address line 1" error={errors.line1?.message}>
            <TextInput {...register('line1')} autoComplete="address-line1" />
          </Field>
          <Field id="line2" label="Address line 2" optional error={errors.line2?.message}>
            <TextInput {...register('line2')} autoComplete="address-line2" />
          </Field>
          <Field id="city" label="City" optional error={errors.city?.message}>
            <TextInput {...register('city')} autoComplete="address-level2" />
          </Field>
          <Field
            id="entryInfo"
            label="Entry info"
            optional
            hint="Door code, intercom, floor, pet warning."
            error={errors.entryInfo?.message}
          >
            <TextArea {...register('entryInfo')} rows={2} autoComplete="off" />
          </Field>
        </Group>
      </form>
    </BookingLayout>
  );
}

/** Another tab has booked the job, or cleared it. */
function Gone() {
  return (
    <BookingLayout title="Service address" step={2}>
      <ElsewhereNotice />
      <ButtonLink to={paths.booking.create}>Describe a problem</ButtonLink>
    </BookingLayout>
  );
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-l font-[700]">{legend}</legend>
      <div className="grid gap-4">{children}</div>
    </fieldset>
  );
}

/** A postcode outside the area given before is fine, but if it changes the price, that is shown before continuing. */
function AreaNotice({ change }: { change: AreaChange }) {
  const { postcode, before, baseChange, estimate } = change;
  if (baseChange && estimate)
    return (
      <Banner tone="copper">
        {postcode} is outside {before}, and the price changes with the region ({estimate.region_label}). Your
        estimate is now {newRange(change)}.
      </Banner>
    );
  return (
    <Banner tone="neutral">
      {postcode} is outside {before}, the area you gave before. That’s fine
      {estimate?.base_min != null ? ': the price stays the same.' : '.'}
    </Banner>
  );
}

/** `?edit&focus=entry` opens the form at the entry notes. */
function useEntryFocus(): void {
  const [query] = useSearchParams();
  const wanted = query.has('edit') && query.get('focus') === 'entry';
  useEffect(() => {
    const field = wanted ? document.getElementById('entryInfo') : null;
    if (!field) return;
    field.focus({ preventScroll: true });
    // One frame later, after the route change has scrolled to the top.
    const frame = requestAnimationFrame(() => field.scrollIntoView({ block: 'center' }));
    return () => cancelAnimationFrame(frame);
  }, [wanted]);
}
