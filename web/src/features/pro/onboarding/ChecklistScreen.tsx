// /master/onboarding: the steps to the first job, each a form of its own, and their activation.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { hasCode, isUnreachable, problemText } from '@/api/problem';
import { proQuery, setAvailable } from '@/api/pros';
import type { OnboardingStep } from '@/api/types';
import { paths } from '@/shared/paths';
import { AreaPage, Banner, Button, ErrorSummary, toast } from '@/ui';
import { HelpLink } from '../HelpLink';
import { usePro } from '../usePro';
import { NotificationsRow } from './NotificationsRow';
import { StepList } from './StepList';
import { isStep, steps } from './steps';

export function ChecklistScreen() {
  const profile = usePro();
  const queryClient = useQueryClient();
  const activation = useMutation({
    mutationFn: () => setAvailable(true),
    onSuccess: (activated) => {
      queryClient.setQueryData(proQuery.queryKey, activated);
      toast('Your profile is complete', { tone: 'good' });
    },
    onError: (error) => {
      // Perhaps another tab has changed the profile.
      if (hasCode(error, 'profile_incomplete'))
        void queryClient.invalidateQueries({ queryKey: proQuery.queryKey });
    },
  });
  if (profile.status !== 'incomplete') return <Navigate to={paths.master.home} replace />;

  const { checklist, missing } = profile;
  const undone = undoneSteps(activation.error);
  return (
    <AreaPage title="Complete your profile" hasError={activation.isError}>
      <div className="grid max-w-[36rem] grid-cols-1 gap-5">
        <Progress done={checklist.length - missing.length} of={checklist.length} />
        <ErrorSummary
          problems={undone.map((step) => ({
            field: `step-${step}`,
            message: `${steps[step].title}: not done yet`,
          }))}
          attempt={activation.submittedAt}
        />
        <StepList profile={profile} shown={checklist.map(({ step }) => step)} />
        <NotificationsRow />
        {activation.isError && undone.length === 0 && (
          <Banner tone="bad" role="alert">
            {isUnreachable(activation.error)
              ? 'We could not reach the server. Try again.'
              : problemText(activation.error, 'Your profile could not be activated. Please try again.')}
          </Banner>
        )}
        <Button
          busy={activation.isPending}
          busyText="Activating…"
          onClick={() => activation.mutate()}
          className="sm:w-auto sm:justify-self-start sm:px-10"
        >
          Activate
        </Button>
        <HelpLink />
      </div>
    </AreaPage>
  );
}

/** The steps that the server says are not done. */
function undoneSteps(error: Error | null): OnboardingStep[] {
  const missing: unknown = hasCode(error, 'profile_incomplete') ? error.body.missing : [];
  return Array.isArray(missing) ? missing.map(String).filter(isStep) : [];
}

/** The same copper as the booking's pipe. */
function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div className="-mt-3">
      <p className="num text-s text-muted">
        {done} of {of} done
      </p>
      <div aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-full bg-line">
        <div
          data-filled
          className="h-full rounded-full bg-copper-line"
          style={{ width: `${(done / of) * 100}%` }}
        />
      </div>
    </div>
  );
}
