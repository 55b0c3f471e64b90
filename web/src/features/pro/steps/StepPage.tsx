import type { FormEvent, ReactNode } from 'react';
import { AreaPage, Banner, Button } from '@/ui';
import { usePro } from '../usePro';
import { overviewOf } from './useStepForm';

/** A page that belongs to the checklist, or to the profile. */
export function StepPage({
  title,
  hasError = false,
  children,
}: {
  title: string;
  hasError?: boolean;
  children: ReactNode;
}) {
  return (
    <AreaPage title={title} hasError={hasError} back={overviewOf(usePro())}>
      {children}
    </AreaPage>
  );
}

export interface StepFormProps {
  title: string;
  /** What `useStepForm` returned. */
  step: {
    problem: string | null;
    isSaving: boolean;
    isRestored: boolean;
    discard: () => void;
    keep: () => void;
    submit: (event: FormEvent) => void;
    form: { formState: { errors: object } };
  };
  children: ReactNode;
}

/** The frame of a form: its fields, what went wrong, and Save. */
export function StepForm({ title, step, children }: StepFormProps) {
  const { problem, isSaving, isRestored, discard, keep, submit, form } = step;
  const hasError = problem !== null || Object.keys(form.formState.errors).length > 0;
  return (
    <StepPage title={title} hasError={hasError}>
      {/* The event of every field bubbles up to the form. */}
      <form
        noValidate
        onSubmit={submit}
        onChange={keep}
        className="card grid max-w-[36rem] grid-cols-1 gap-4 p-4"
      >
        {isRestored && (
          <Banner
            actions={
              <Button look="quiet" size="small" onClick={discard}>
                Discard
              </Button>
            }
          >
            You typed this earlier and did not save it.
          </Banner>
        )}
        {children}
        {problem && (
          <Banner tone="bad" role="alert">
            {problem}
          </Banner>
        )}
        <Button type="submit" busy={isSaving} busyText="Saving…" className="sm:w-auto sm:justify-self-start">
          Save
        </Button>
      </form>
    </StepPage>
  );
}
