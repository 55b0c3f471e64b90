// /master/booking/{id}: one job, from the pool to its end: where, when, for how much, what is to be done, and the next step.
import { useQuery } from '@tanstack/react-query';
import { Banknote } from 'lucide-react';
import { useParams } from 'react-router';
import { type Job, jobQuery } from '@/api/jobs';
import { isRefusal } from '@/api/problem';
import type { BookingStatus } from '@/api/types';
import { factsOf, hasEnded } from '@/shared/bookingStatus';
import { formatPounds } from '@/shared/money';
import { paths } from '@/shared/paths';
import { AreaPage, Banner, ButtonLink, EmptyState, Skeleton } from '@/ui';
import { AsOf } from '@/ui/AsOf';
import { asIfTaken, useWaitingSteps } from '@/ui/outbox/steps';
import { ProgressPipe } from '@/ui/ProgressPipe';
import { workNote } from '@/ui/workNote';
import { JobChat } from '../chat/JobChat';
import { JobDisputes } from '../dispute/JobDisputes';
import { ExtraWork } from '../extras/ExtraWork';
import { JobStatus } from '../jobs/JobStatus';
import { NotAsBooked } from '../mismatch/NotAsBooked';
import { NewWork } from '../newWork/NewWork';
import { JobNotes } from '../notes/JobNotes';
import { EarnedDocket, PayDocket } from '../pay';
import { FollowNote } from '../position/FollowNote';
import { WaitingSteps } from '../waiting/WaitingSteps';
import { shortId } from '../words';
import { WorkShown } from '../work/WorkShown';
import { BlockClient } from './BlockClient';
import { ContestNoShow } from './ContestNoShow';
import { JobActions } from './JobActions';
import { JobVisit } from './JobVisit';
import { NotHome } from './NotHome';
import { NotPaid } from './NotPaid';
import { OfferedJob } from './OfferedJob';
import { PutRight } from './PutRight';
import { ReviewOfClient } from './ReviewOfClient';
import { SaidOnTheWay } from './SaidOnTheWay';
import { StopAsked } from './StopAsked';
import { SuggestedVisit } from './SuggestedVisit';
import { WhatToDo } from './WhatToDo';

/** Milliseconds after which an open job is looked up again: the stream does not tell of every change, such as new entry notes. */
const LOOK_AGAIN = 30_000;

export function JobScreen() {
  const { id = '' } = useParams();
  const query = jobQuery(id);
  const { data, error, refetch } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data && !hasEnded(state.data.status) ? LOOK_AGAIN : false),
    refetchOnWindowFocus: true,
  });
  const isGone = isRefusal(error);
  const steps = useWaitingSteps(id);
  const job = data && asIfTaken(data, steps);
  return (
    <AreaPage
      title={(!isGone && job?.readable_name) || 'Job'}
      back={{ to: paths.master.jobs, label: 'Jobs' }}
      corner={
        job &&
        !isGone && (
          <span role="status">
            <JobStatus status={job.status} />
          </span>
        )
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {isGone && <Gone />}
        {isGone && <WaitingSteps id={id} />}
        {!isGone && (
          <AsOf
            queryKey={query.queryKey}
            hasFailed={error !== null}
            retry={() => void refetch()}
            fallback="Failed to load this job"
          />
        )}
        {!job && !error && <Loading />}
        {job && !isGone && <Shown key={job.id} job={job} />}
      </div>
    </AreaPage>
  );
}

function Shown({ job }: { job: Job }) {
  if (factsOf(job.status).isOffered && !job.proposal) return <OfferedJob job={job} />;
  return <OwnJob job={job} />;
}

function OwnJob({ job }: { job: Job }) {
  const { id, status, events = [], earned } = job;
  const { phase } = factsOf(status);
  const progress = steps.indexOf(status);
  return (
    <div className="grid grid-cols-1 gap-5 desk:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] desk:gap-x-8">
      <p className="num -mt-4 text-s text-muted desk:col-span-2">{shortId(id)}</p>
      <div className="grid grid-cols-1 content-start gap-5">
        {job.puts_right && <PutsRight job={job.puts_right} />}
        <JobVisit job={job} />
        {job.suggested_time && <SuggestedVisit job={job} suggested={job.suggested_time} />}
        {job.collect_in_cash !== undefined && <Collect pounds={job.collect_in_cash} />}
        <StopAsked job={job} />
        <NotAsBooked job={job} />
        <ExtraWork job={job} />
        <WaitingSteps id={id}>
          <JobActions job={job} />
        </WaitingSteps>
        <SaidOnTheWay job={job} />
        <NotHome job={job} />
        <ContestNoShow job={job} />
        <NotPaid job={job} />
        <JobChat job={job} />
        <ReviewOfClient job={job} />
        <BlockClient job={job} />
        <PutRight job={job} />
        <NewWork job={job} />
        {/* Below the buttons, so that setting off does not move them. */}
        {phase === 'on_the_way' && <FollowNote />}
      </div>
      <div className="grid grid-cols-1 content-start gap-5">
        {phase !== 'cancelled' && !job.open_price && !job.puts_right && <PayDocket job={job} />}
        {earned && <EarnedDocket earned={earned} />}
        <WhatToDo job={job} />
        <JobNotes job={job} />
        <JobDisputes job={job} />
        {job.work && <WorkShown work={job.work} />}
        {(progress >= 0 || (phase === 'cancelled' && events.length > 0)) && (
          <ProgressPipe
            steps={['Assigned', 'On the way', 'Working', 'Done']}
            stepOf={stepOf}
            now={phase === 'done' ? steps.length : progress}
            events={events}
            noteOf={(event) => workNote(event, 'pro', job.work)}
            stopped={phase === 'cancelled'}
          />
        )}
      </div>
    </div>
  );
}

/** Whose words say what is to be done. */
function PutsRight({ job }: { job: string }) {
  return (
    <Banner
      actions={
        <ButtonLink to={paths.master.job(job)} look="quiet" size="small">
          What to put right
        </ButtonLink>
      }
    >
      This visit puts right what was done. It is free of charge, and no fee is taken.
    </Banner>
  );
}

/** What the client pays at the end. */
function Collect({ pounds }: { pounds: number }) {
  return (
    <Banner icon={<Banknote aria-hidden="true" className="mt-px size-5 shrink-0" />}>
      <span className="num font-[650]">Collect {formatPounds(pounds)} in cash</span>
    </Banner>
  );
}

const steps: readonly BookingStatus[] = ['assigned', 'en_route', 'in_progress', 'completed'];

function stepOf(event: string): number | undefined {
  const step = steps.indexOf(event as BookingStatus);
  return step < 0 ? undefined : step;
}

function Gone() {
  return (
    <EmptyState
      title="You can't open this job"
      action={
        <ButtonLink to={paths.master.stream} look="quiet">
          See pending jobs
        </ButtonLink>
      }
    >
      Another pro may have taken it, or the client has changed it.
    </EmptyState>
  );
}

function Loading() {
  return (
    <>
      <Skeleton className="h-52" label="Loading the job" />
      <Skeleton className="h-14" />
      <Skeleton className="h-40" />
    </>
  );
}
