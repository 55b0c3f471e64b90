// A form that saves one part of the profile: filled with what was saved and what was typed since, and left once the server has it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type DefaultValues, type Resolver, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { isUnreachable, problemText } from '@/api/problem';
import { proQuery } from '@/api/pros';
import type { MasterProfile } from '@/api/types';
import { paths } from '@/shared/paths';
import { toast } from '@/ui';
import { type FieldNames, showServerErrors } from '@/ui/useServerErrors';
import { type DraftName, forgetDraft, getDrafts, keepDraft, type Typed, withDraft } from '../drafts';

const NOT_CHECKED =
  'This could not be checked: a part of the page is missing. Check the connection and try again. What you typed is kept on this device.';
const NOT_SENT = 'We could not reach the server. What you typed is kept on this device. Try again.';
const NOT_SAVED = 'This could not be saved. Please try again.';

export interface StepFormOptions<Form extends Typed, Sent> {
  name: DraftName;
  /** What the server has, as the form shows it. */
  saved: Form;
  resolver: Resolver<Form, unknown, Sent>;
  save: (sent: Sent) => Promise<MasterProfile>;
  fieldNames?: FieldNames;
}

export function useStepForm<Form extends Typed, Sent>(options: StepFormOptions<Form, Sent>) {
  const { name, saved, resolver, save, fieldNames } = options;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const [isRestored, setRestored] = useState(() => getDrafts()[name] !== undefined);
  const form = useForm<Form, unknown, Sent>({
    defaultValues: withDraft(name, saved) as DefaultValues<Form>,
    resolver,
  });

  const saving = useMutation({
    mutationFn: save,
    onSuccess: (profile) => {
      queryClient.setQueryData(proQuery.queryKey, profile);
      forgetDraft(name);
      toast('Saved', { tone: 'good' });
    },
    onError: (error) => setProblem(showServerErrors(form, error, notSaved, fieldNames)),
  });

  const check = form.handleSubmit((sent) =>
    // Not called for whoever has left the form meanwhile.
    saving.mutate(sent, { onSuccess: (profile) => navigate(overviewOf(profile).to) }),
  );

  return {
    form,
    problem,
    isSaving: saving.isPending,
    /** It shows what was typed earlier and not saved. */
    isRestored,
    discard: () => {
      forgetDraft(name);
      setRestored(false);
      form.reset(saved);
    },
    /** Keeps what is typed; for changes that no field's own event tells of, too. */
    keep: () => keepDraft(name, form.getValues()),
    submit: (event: FormEvent) => {
      setProblem(null);
      // Rejects only if the pricing module could not be loaded, so nothing could be checked.
      check(event).catch(() => setProblem(NOT_CHECKED));
    },
  };
}

function notSaved(error: unknown): string {
  return isUnreachable(error) ? NOT_SENT : problemText(error, NOT_SAVED);
}

/** The page that a form was opened from: the checklist, or once that is done the profile. */
export function overviewOf({ status }: MasterProfile): { to: string; label: string } {
  return status === 'incomplete'
    ? { to: paths.master.onboarding, label: 'Checklist' }
    : { to: paths.master.profile, label: 'Profile' };
}
