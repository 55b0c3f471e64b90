import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { profileQuery, saveProfile } from '@/api/me';
import type { ClientProfile } from '@/api/types';
import { loadPricing } from '@/pricing';
import { useOneAtATime } from '@/shared/useOneAtATime';
import { Banner, Button, Field, TextInput, toast } from '@/ui';
import { useKeptForm } from '@/ui/useKept';
import { showServerErrors } from '@/ui/useServerErrors';
import { formOf, type ProfileForm, profileSchema } from './schema';

const NOT_CHECKED =
  'Your details could not be checked: a part of the page is missing. Check the connection and try again.';

/** The phone and postcode rules are in the pricing module, so the first submit waits for it to load. */
const resolver: Resolver<ProfileForm> = async (values, context, options) =>
  zodResolver(profileSchema(await loadPricing()))(values, context, options);

export function ProfileDetails({ profile }: { profile: ClientProfile }) {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useKeptForm<ProfileForm>('profile', {
    defaultValues: formOf(profile),
    resolver,
  });
  const { register, handleSubmit, reset, formState } = form;
  const { errors, isSubmitting } = formState;

  const save = handleSubmit(async (typed) => {
    try {
      const saved = await saveProfile(typed);
      queryClient.setQueryData(profileQuery.queryKey, saved);
      reset(formOf(saved));
      toast('Profile saved', { tone: 'good' });
    } catch (error) {
      setProblem(showServerErrors(form, error, 'Your profile could not be saved.'));
    }
  });

  const saveOnce = useOneAtATime(save);

  function submit(event: FormEvent) {
    event.preventDefault();
    setProblem(null);
    // Rejects only if the pricing module could not be loaded, so nothing could be checked.
    saveOnce().catch(() => setProblem(NOT_CHECKED));
  }

  return (
    <form noValidate onSubmit={submit} className="card grid gap-4 p-4">
      <p className="text-s text-muted">We fill these in for you the next time you book.</p>
      {problem && (
        <Banner tone="bad" role="alert">
          {problem}
        </Banner>
      )}
      <Field id="name" label="Full name" optional error={errors.name?.message}>
        <TextInput {...register('name')} autoComplete="name" autoCapitalize="words" />
      </Field>
      <Field id="phone" label="UK mobile" optional error={errors.phone?.message}>
        <TextInput {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" className="num" />
      </Field>
      <Field id="addressLine" label="Address line" optional error={errors.addressLine?.message}>
        <TextInput {...register('addressLine')} autoComplete="address-line1" />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field id="city" label="City" optional error={errors.city?.message}>
          <TextInput {...register('city')} autoComplete="address-level2" />
        </Field>
        <Field id="postcode" label="Postcode" optional error={errors.postcode?.message}>
          <TextInput
            {...register('postcode')}
            autoComplete="postal-code"
            autoCapitalize="characters"
            spellCheck={false}
            className="num uppercase"
          />
        </Field>
      </div>
      <Button
        type="submit"
        size="small"
        className="justify-self-start"
        busy={isSubmitting}
        busyText="Saving…"
      >
        Save profile
      </Button>
    </form>
  );
}
