// Prefills the form from the signed-in client's profile, without ever overwriting a value.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { profileQuery } from '@/api/me';
import type { Address, ClientProfile } from '@/api/types';
import { formatPhone } from '@/shared/phone';
import { useClient } from '@/shared/session';
import type { AddressForm } from './schema';

type Form = UseFormReturn<AddressForm, unknown, Address>;

/** The postcode that was prefilled and should be confirmed; null if the person entered it. */
export function useProfilePrefill(form: Form): string | null {
  const signedIn = useClient() !== null;
  const [filled, setFilled] = useState<{ postcode: string | null } | null>(null);
  const { data } = useQuery({ ...profileQuery, enabled: signedIn });
  const profile = signedIn ? data : undefined;
  useEffect(() => {
    // Once: what the person empties afterwards stays empty.
    if (profile && !filled) setFilled({ postcode: prefill(form, profile) });
  }, [profile, filled, form]);
  return filled?.postcode ?? null;
}

function prefill(form: Form, profile: ClientProfile): string | null {
  const fill = (field: keyof AddressForm, value: string | undefined) => {
    if (value && form.getValues(field).trim() === '') form.resetField(field, { defaultValue: value });
  };
  fill('fullName', profile.name);
  fill('phone', profile.phone && formatPhone(profile.phone));
  fill('email', profile.email);
  const typed = form.getValues('postcode');
  // The job is somewhere other than home, so the profile's address does not apply.
  if (!profile.postcode || !isWithin(profile.postcode, typed)) return null;
  fill('line1', profile.addressLine);
  fill('city', profile.city);
  if (squeezed(typed) === squeezed(profile.postcode)) return null;
  form.resetField('postcode', { defaultValue: profile.postcode });
  return profile.postcode;
}

/** Whether a postcode is in the area typed so far: 'SW1A 1AA' is in 'SW1', but 'BR1 1AA' is not in 'B'. */
function isWithin(postcode: string, typed: string): boolean {
  const [whole, part] = [squeezed(postcode), squeezed(typed)];
  if (part === '') return true;
  const area = (text: string) => /^[A-Z]*/.exec(text)?.[0];
  return whole.startsWith(part) && area(whole) === area(part);
}

function squeezed(postcode: string): string {
  return postcode.replace(/\s/g, '').toUpperCase();
}
