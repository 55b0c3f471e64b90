// /master: the next visit, whether and how jobs reach the pro, what they wait for, and the jobs there are.
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleAlert, Clock } from 'lucide-react';
import { Navigate } from 'react-router';
import type { Job } from '@/api/jobs';
import type { MasterProfile, MasterWaiting } from '@/api/types';
import { paths } from '@/shared/paths';
import { AreaPage, ButtonLink, cx, Skeleton } from '@/ui';
import { Section } from '@/ui/Section';
import { HelpLink } from '../HelpLink';
import { JobLists } from '../jobs/JobLists';
import { jobsQuery } from '../jobs/jobs';
import { StepList } from '../onboarding/StepList';
import { usePro } from '../usePro';
import { documentTitles, waitingText } from '../words';
import { Availability } from './Availability';
import { NextVisit } from './NextVisit';
import { Suspended } from './Suspended';

export function HomeScreen() {
  const profile = usePro();
  const { next, isLoading } = useNextVisit(profile.status === 'active');
  if (profile.status === 'incomplete' && !profile.suspension)
    return <Navigate to={paths.master.onboarding} replace />;
  // The next visit stands above the switch, and would push it down while it is being pressed.
  if (isLoading)
    return (
      <AreaPage title="Home">
        <Skeleton className="h-64 max-w-[36rem]" label="Loading your next visit" />
      </AreaPage>
    );
  const { status, missing, waitingFor, suspension } = profile;
  return (
    <AreaPage title="Home">
      <div className="grid max-w-[36rem] grid-cols-1 gap-6 desk:max-w-none desk:grid-cols-[minmax(0,1fr)_minmax(0,21rem)] desk:gap-x-8">
        {next && <NextVisit job={next} />}
        <div
          className={cx(
            'grid grid-cols-1 content-start gap-6',
            status === 'active' && 'desk:col-start-2 desk:row-span-2 desk:row-start-1',
          )}
        >
          {suspension ? <Suspended suspension={suspension} /> : <Availability profile={profile} />}
          {missing.length > 0 && (
            <Section id="missing" title="Missing from your profile">
              <StepList profile={profile} shown={missing} />
            </Section>
          )}
          {waitingFor.length > 0 && <Waiting profile={profile} />}
          <HelpLink />
        </div>
        {status === 'active' && (
          <div className="desk:col-start-1">
            <Section id="jobs" title="Your jobs">
              <JobLists besides={next} />
            </Section>
          </div>
        )}
        {status !== 'incomplete' && (
          <ButtonLink
            to={paths.master.hours}
            size="small"
            look="quiet"
            className="self-start justify-self-start"
          >
            Working hours
          </ButtonLink>
        )}
      </div>
    </AreaPage>
  );
}

/** The visit that comes next; undefined where there is none, or it could not be asked for. */
function useNextVisit(isActive: boolean): { next: Job | undefined; isLoading: boolean } {
  const { data, isLoading } = useInfiniteQuery({ ...jobsQuery('active'), enabled: isActive });
  return { next: data?.pages[0]?.items[0], isLoading };
}

function Waiting({ profile: { status, waitingFor } }: { profile: MasterProfile }) {
  const isOnUs = waitingFor.every(({ reason }) => reason === 'not_verified');
  const { title, meaning } = waitingWords(status, waitingFor);
  return (
    <section aria-labelledby="waiting-title" className="card grid grid-cols-1 gap-3 p-4">
      <h2 id="waiting-title" className="text-l">
        {title}
      </h2>
      {meaning && <p className="text-s text-muted">{meaning}</p>}
      <ul className="grid gap-3">
        {waitingFor.map((item) => (
          <WaitingRow key={item.kind} item={item} status={status} />
        ))}
      </ul>
      {!isOnUs && (
        <ButtonLink
          to={paths.master.step('documents')}
          size="small"
          look="quiet"
          className="justify-self-start"
        >
          Go to your documents
        </ButtonLink>
      )}
    </section>
  );
}

/** While the pro is active, an identity alone holds nothing up: its row says all there is to say. */
function waitingWords(
  status: MasterProfile['status'],
  waitingFor: readonly MasterWaiting[],
): { title: string; meaning?: string } {
  if (status === 'waiting')
    return {
      title: 'Waiting for verification',
      meaning: 'You can take jobs as soon as your documents are verified.',
    };
  if (waitingFor.every(({ kind }) => kind === 'identity')) return { title: 'A document to renew' };
  return {
    title: 'Not verified yet',
    meaning: 'You can take jobs. Those that need these documents wait for them.',
  };
}

function WaitingRow({ item, status }: { item: MasterWaiting; status: MasterProfile['status'] }) {
  return (
    <li className="flex items-start gap-3">
      {item.reason === 'not_verified' ? (
        <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warn" />
      ) : (
        <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bad" />
      )}
      <span className="grid min-w-0">
        <strong className="font-[650]">{documentTitles[item.kind]}</strong>
        <span className="text-s text-muted">{waitingText(item, status)}</span>
      </span>
    </li>
  );
}
