// The address form: its initial values, its rules, and what submitting it changes in the draft.
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { ensureGuest } from '@/api/guests';
import type { Address } from '@/api/types';
import { loadPricing, usePricing } from '@/pricing';
import { isOffline } from '@/shared/connection';
import { paths } from '@/shared/paths';
import { formatPhone } from '@/shared/phone';
import { type BookingDraft, getDraft, outwardOf, updateDraft, useDraft, useStepOrder } from '../draft';
import { applyAreaChange, areaChange } from './areaChange';
import { type AddressForm, addressSchema } from './schema';
import { forgetUnsaved, keepUnsaved, readUnsaved } from './unsaved';
import { useProfilePrefill } from './useProfilePrefill';

/** Submitting creates the guest, but waits at most this many milliseconds: checkout tries again. */
const GUEST_TIMEOUT = 4000;

const fields = ['fullName', 'phone', 'email', 'line1', 'line2', 'city', 'postcode', 'entryInfo'] as const;

/** The rules are in the pricing module, so the first submit waits for it to load. */
const resolver: Resolver<AddressForm, unknown, Address> = async (values, context, options) => {
  const check = zodResolver<AddressForm, unknown, Address>(addressSchema(await loadPricing()));
  return check(values, context, options);
};

export function useAddressForm() {
  const order = useStepOrder();
  const { data: pricing } = usePricing();
  const draft = useDraft();
  const [start] = useState(() => startValues(getDraft()));
  const [failed, setFailed] = useState(false);
  const form = useForm<AddressForm, unknown, Address>({
    defaultValues: start.values,
    resolver,
    // The error summary takes the focus instead.
    shouldFocusError: false,
  });
  const { getValues, handleSubmit, control } = form;
  const profilePostcode = useProfilePrefill(form);
  const postcode = useWatch({ control, name: 'postcode' });
  const change = useMemo(() => pricing && areaChange(pricing, draft, postcode), [pricing, draft, postcode]);

  const submitted = useRef(false);
  const { isDirty } = form.formState;
  const keep = useEffectEvent(() => {
    // Once the draft is another one, this form was cleared by logging out, or its job is booked.
    if (isDirty && !submitted.current && getDraft().draftId === start.draftId)
      keepUnsaved(start.draftId, getValues());
  });
  useEffect(() => {
    const save = () => keep();
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, []);

  const save = handleSubmit(async (address) => {
    if (getDraft().draftId !== start.draftId) return;
    // The resolver has loaded the module; the one of this render may still be missing.
    const now = areaChange(await loadPricing(), getDraft(), address.postcode);
    if (now) applyAreaChange(now);
    updateDraft({
      address,
      addressToConfirm: undefined,
      userId: getDraft().userId ?? address.email ?? address.phone,
      ...(!now && { baseChange: undefined }),
    });
    await makeGuest(address);
    submitted.current = true;
    forgetUnsaved();
    order.goOn(paths.booking.time);
  });

  return {
    form,
    order,
    /** The job of this form has been booked, or cleared, in another tab. */
    gone: draft.draftId !== start.draftId,
    /** Rejects only if the pricing module could not be loaded, so nothing could be checked. */
    submit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      setFailed(false);
      save().catch(() => setFailed(true));
    },
    failed,
    problems: fields.flatMap((field) => {
      const message = form.formState.errors[field]?.message;
      return message ? [{ field, message }] : [];
    }),
    prefilled: (start.prefilled && postcode === start.values.postcode) || postcode === profilePostcode,
    change: change ?? null,
  };
}

interface Start {
  draftId: string;
  values: AddressForm;
  /** The postcode is not one the person has confirmed. */
  prefilled: boolean;
}

function startValues(draft: BookingDraft): Start {
  const { draftId, addressToConfirm = false } = draft;
  const saved: Partial<AddressForm> = { ...draft.address, ...readUnsaved(draft.draftId) };
  const texts = fields.map((field) => [field, saved[field] ?? '']);
  const texted = Object.fromEntries(texts) as AddressForm;
  const values = { ...texted, phone: formatPhone(texted.phone) };
  if (values.postcode !== '' || draft.postcodePrefix === '')
    return { draftId, values, prefilled: addressToConfirm };
  const { fullPostcode: full = '', postcodePrefix: area } = draft;
  // It may be of an area that was given up since.
  const postcode = outwardOf(full) === area ? full : area;
  return { draftId, values: { ...values, postcode }, prefilled: true };
}

async function makeGuest(address: Address): Promise<void> {
  if (isOffline()) return;
  const made = ensureGuest({ email: address.email, phone: address.phone }).catch((error: unknown) =>
    console.warn('The guest is made at checkout instead.', error),
  );
  await Promise.race([made, new Promise((resolve) => setTimeout(resolve, GUEST_TIMEOUT))]);
}
