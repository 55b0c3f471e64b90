// The one next step of a job, and the way out of it.
import { useState } from 'react';
import type { Job } from '@/api/jobs';
import { problemText } from '@/api/problem';
import type { BookingStatus } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { Banner, Button } from '@/ui';
import { NeedsConnection, useWaitingSteps } from '@/ui/outbox/steps';
import { Problem } from '@/ui/Problem';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { WaitingProposal } from '../proposals/WaitingProposal';
import { BeginDialog } from '../work/BeginDialog';
import { FinishDialog } from '../work/FinishDialog';
import { UndoSetOff, useSetOff } from './SetOff';
import { Take } from './Take';
import { useMoveJob } from './useMoveJob';
import { Withdraw } from './Withdraw';

interface Step {
  to: 'en_route' | 'in_progress' | 'completed';
  label: string;
  busyText: string;
  /** Work has not begun. */
  canWithdraw: boolean;
}

const steps: Partial<Record<BookingStatus, Step>> = {
  assigned: { to: 'en_route', label: 'On my way', busyText: 'Setting off…', canWithdraw: true },
  en_route: { to: 'in_progress', label: 'Start work', busyText: 'Starting…', canWithdraw: true },
  in_progress: { to: 'completed', label: 'Mark as done', busyText: 'Saving…', canWithdraw: false },
};

export function JobActions({ job }: { job: Job }) {
  const step = steps[job.status];
  if (step) return <NextStep job={job} step={step} />;
  if (job.proposal) return <WaitingProposal job={{ ...job, proposal: job.proposal }} isOwnPage />;
  if (factsOf(job.status).isOffered) return <Take job={job} />;
  return null;
}

const NEXT = 'next-step';

/** The same button from step to step, so that it keeps the focus. */
function NextStep({ job, step }: { job: Job; step: Step }) {
  const move = useMoveJob(job.id);
  const setOff = useSetOff(job, () => move.mutate({ status: 'en_route' }));
  const isWaiting = useWaitingSteps(job.id).length > 0;
  const isUndoing = move.isPending && move.variables.status === 'assigned';
  const [asked, setAsked] = useState<Step['to']>();
  const actions = useFocusHandedTo<HTMLDivElement>('page-title');
  const isChecked = job.payment_is_checked === true;
  // What the pro has said of the job comes first.
  const isInDoubt = job.not_as_booked !== undefined && job.not_as_booked.outcome === undefined;
  function begin() {
    if (step.to === 'en_route') return setOff.begin();
    // An operator lets the pro begin without the code.
    if (step.to === 'in_progress' && job.start?.isOpen) return move.mutate({ status: 'in_progress' });
    setAsked(step.to);
  }
  return (
    <div ref={actions} className="flex flex-col gap-4">
      <div role="status" className="empty:-mt-4">
        {isChecked && <Banner tone="warn">Don't set off yet: payment is being checked.</Banner>}
      </div>
      <Problem text={move.error && textOf(move.error)} />
      <Button
        id={NEXT}
        disabled={step.to === 'completed' ? isInDoubt : isChecked}
        busy={move.isPending && !isUndoing}
        busyText={step.busyText}
        onClick={begin}
      >
        {step.label}
      </Button>
      {setOff.dialog}
      {/* While it waits on this device it is undone where it is shown to wait. */}
      {!isWaiting && (
        <UndoSetOff
          job={job}
          buttonId={NEXT}
          busy={isUndoing}
          onUndo={() => move.mutate({ status: 'assigned' })}
        />
      )}
      {asked === 'in_progress' && <BeginDialog job={job} onClose={() => setAsked(undefined)} />}
      {asked === 'completed' && <FinishDialog id={job.id} onClose={() => setAsked(undefined)} />}
      {step.canWithdraw && <Withdraw id={job.id} />}
    </div>
  );
}

function textOf(error: Error): string {
  if (error instanceof NeedsConnection) return error.message;
  return problemText(error, 'The status could not be changed. Please try again.');
}
