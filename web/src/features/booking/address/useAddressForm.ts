// The address form: its initial values, its rules, and what submitting it changes in the draft.
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ensureGuest } from '@/api/guests';
import type { Address } from '@/api/types';
import { loadPricing, usePricing } from '@/pricing';
import { isOffline } from '@/shared/connection';
import { paths } from '@/shared/paths';
import { toast } from '@/ui';
import { type BookingDraft, getDraft, updateDraft, useDraft } from '../draft';
import { applyAreaChange, areaChange, newRange } from './areaChange';
import { type AddressForm, addressSchema } from './schema';
import { forgetUnsaved, keepUnsaved, readUnsaved } from './unsaved';
import { useProfilePrefill } from './useProfilePrefill';

/** Submitting creates the guest, but waits at most this many milliseconds: checkout tries again. */
const GUEST_TIMEOUT = 4000;

const fields = ['fullName', 'phone', 'email', 'line1', 'line2', 'city', 'postcode', 'entryInfo'] as const;

/** The rules are in the pricing module, so the first submit waits for it to load. */
const resolver: Resolver<AddressForm, unknown, Address> = async (values, context, options) => {
  const schema = addressSchema(await loadPricing());
  return zodResolver(schema)(values, context, options as never) as never;
};

export function useAddressForm() {
  const navigate = useNavigate();
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
    if (isDirty && !submitted.current) keepUnsaved(draft.draftId, getValues());
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
    const now = pricing ? areaChange(pricing, getDraft(), address.postcode) : null;
    if (now) applyAreaChange(now);
    if (now?.priceChanged) toast(`Price updated for ${now.input.postcode}: ${newRange(now)}`);
    updateDraft({ address, userId: getDraft().userId ?? address.email ?? address.phone });
    await makeGuest(address);
    submitted.current = true;
    forgetUnsaved();
    navigate(paths.booking.time);
  });

  return {
    form,
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

function startValues(draft: BookingDraft): { values: AddressForm; prefilled: boolean } {
  const saved: Partial<AddressForm> = { ...draft.address, ...readUnsaved(draft.draftId) };
  const texts = fields.map((field) => [field, saved[field] ?? '']);
  const values = Object.fromEntries(texts) as AddressForm;
  const prefilled = values.postcode === '' && draft.postcodePrefix !== '';
  return { values: prefilled ? { ...values, postcode: draft.postcodePrefix } : values, prefilled };
}

async function makeGuest(address: Address): Promise<void> {
  if (isOffline()) return;
  const made = ensureGuest({ email: address.email, phone: address.phone }).catch((error: unknown) =>
    console.warn('The guest is made at checkout instead.', error),
  );
  await Promise.race([made, new Promise((resolve) => setTimeout(resolve, GUEST_TIMEOUT))]);
}
