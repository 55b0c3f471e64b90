// /pros/{id}: what everybody may know of a pro: who they are, what they have shown, and what clients say.
import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import { badgesQuery } from '@/api/badges';
import { ApiProblem } from '@/api/problem';
import { publicProQuery } from '@/api/pros';
import type { PublicMaster } from '@/api/types';
import { formatMonth } from '@/shared/london';
import { paths } from '@/shared/paths';
import { skillTitles } from '@/shared/skills';
import { Avatar, BookingLayout, ButtonLink, EmptyState, LoadError, Skeleton } from '@/ui';
import { EarnedBadge } from '@/ui/EarnedBadge';
import { Reviews } from '@/ui/reviews/Reviews';

/** One layout from the start, so that its heading keeps the focus while the profile loads. */
export function Component() {
  const { id = '' } = useParams();
  const { data: pro, error, refetch } = useQuery(publicProQuery(id));
  const goBack = useWayBack();
  const isMissing = error instanceof ApiProblem && error.status === 404;
  return (
    <BookingLayout title={isMissing ? 'Pro not found' : (pro?.name ?? 'Your pro')} onBack={goBack}>
      {isMissing ? (
        <Missing />
      ) : pro ? (
        <Shown pro={pro} />
      ) : error ? (
        <LoadError retry={() => void refetch()}>Failed to load this profile</LoadError>
      ) : (
        <Loading />
      )}
    </BookingLayout>
  );
}

/** To the page before; to the start for whoever came by a link of their own. */
function useWayBack(): () => void {
  const navigate = useNavigate();
  return () => {
    const isFirst = !window.history.state?.idx;
    if (isFirst) navigate(paths.landing);
    else navigate(-1);
  };
}

function Shown({ pro }: { pro: PublicMaster }) {
  return (
    <>
      <Card pro={pro} />
      <Figures pro={pro} />
      <section aria-labelledby="reviews-title" className="grid grid-cols-1 gap-3">
        <h2 id="reviews-title" className="text-l">
          Reviews
        </h2>
        <Reviews
          masterId={pro.masterId}
          replyTitle={`Reply by ${pro.name}`}
          fewReviews="Stars are shown once there are 3 reviews."
        />
      </section>
    </>
  );
}

function Card({ pro: { masterId, name, avatarUrl, companyName, logoUrl, skills } }: { pro: PublicMaster }) {
  return (
    <section aria-label="The pro" className="card grid grid-cols-1 gap-4 p-4">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} url={avatarUrl} size="large" />
        <div className="grid min-w-0 flex-1 basis-40 gap-2">
          {/* The name is the page's heading. */}
          <p className="text-s text-muted [overflow-wrap:anywhere]">
            {skills.map((skill) => skillTitles[skill]).join(', ') || 'Pro'}
          </p>
          <Earned masterId={masterId} />
        </div>
      </div>
      {(companyName || logoUrl) && (
        <div className="flex flex-wrap items-center gap-3 border-line border-t pt-4">
          {logoUrl && <Avatar name={companyName ?? name} url={logoUrl} shape="square" />}
          <p className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
            <span className="text-s text-muted">Works as </span>
            <span className="font-[650]">{companyName ?? name}</span>
          </p>
        </div>
      )}
    </section>
  );
}

/** What was earned, once it is known. */
function Earned({ masterId }: { masterId: string }) {
  const { data = [] } = useQuery(badgesQuery(masterId));
  const earned = data.filter((badge) => badge.earned);
  return (
    <ul aria-label="Badges" className="flex flex-wrap gap-2 empty:hidden">
      {earned.map((badge) => (
        <li key={badge.title}>
          <EarnedBadge badge={badge} />
        </li>
      ))}
    </ul>
  );
}

function Figures({ pro: { rating, reviewCount, jobsDone, memberSince } }: { pro: PublicMaster }) {
  const reviews = `${reviewCount} ${reviewCount === 1 ? 'review' : 'reviews'}`;
  return (
    <dl className="num grid grid-cols-1 gap-3 min-[23rem]:grid-cols-3">
      <Figure
        name="Rating"
        value={rating === undefined ? 'New' : `${rating.toFixed(1)} of 5`}
        below={reviews}
      />
      <Figure name="Jobs done" value={String(jobsDone)} />
      <Figure name="Since" value={formatMonth(memberSince.slice(0, 7), 'short')} />
    </dl>
  );
}

function Figure({ name, value, below }: { name: string; value: string; below?: string }) {
  return (
    <div className="card flex min-w-0 flex-col gap-0.5 p-3.5">
      <dt className="text-s text-muted">{name}</dt>
      <dd className="text-l font-[700] leading-tight [overflow-wrap:anywhere]">{value}</dd>
      {below && <dd className="text-s text-muted">{below}</dd>}
    </div>
  );
}

function Missing() {
  return (
    <EmptyState
      icon={<UserX aria-hidden="true" className="size-6" />}
      title="There is no such pro"
      action={
        <ButtonLink to={paths.landing} look="quiet">
          To the start
        </ButtonLink>
      }
    >
      The address may be wrong, or the pro no longer works with Callout.
    </EmptyState>
  );
}

function Loading() {
  return (
    <>
      <Skeleton className="h-28" label="Loading the profile" />
      <Skeleton className="h-20" />
      <Skeleton className="h-40" />
    </>
  );
}
