// /master/training: every module there is, and which of them the pro has completed.
import { useQuery } from '@tanstack/react-query';
import { BookOpen, CircleCheck } from 'lucide-react';
import { type TrainingSummary, trainingQuery } from '@/api/training';
import { paths } from '@/shared/paths';
import { AreaPage, Badge, ButtonLink, EmptyState, LoadError, Skeleton, useIsDesk } from '@/ui';
import { usePro } from '../usePro';

export function TrainingScreen() {
  const { masterId } = usePro();
  const desk = useIsDesk();
  return (
    // At a desk the sidebar leads here.
    <AreaPage title="Training" {...(!desk && { back: { to: paths.master.profile, label: 'Profile' } })}>
      <div className="grid max-w-[36rem] grid-cols-1 gap-4">
        <p className="text-muted">Short modules for the job. They are not a qualification.</p>
        <Modules masterId={masterId} />
      </div>
    </AreaPage>
  );
}

function Modules({ masterId }: { masterId: string }) {
  const { data, isError, isPending, refetch } = useQuery(trainingQuery(masterId));
  return (
    <>
      {isError && <LoadError retry={() => void refetch()}>Failed to load your training</LoadError>}
      {isPending && (
        <>
          <Skeleton className="h-48" label="Loading your training" />
          <Skeleton className="h-48" />
          <Skeleton className="h-48" />
        </>
      )}
      {data?.length === 0 && (
        <EmptyState icon={<BookOpen aria-hidden="true" className="size-6" />} title="No modules yet" />
      )}
      {data && data.length > 0 && (
        <ul className="grid grid-cols-1 gap-3">
          {data.map((module) => (
            <Card key={module.id} module={module} />
          ))}
        </ul>
      )}
    </>
  );
}

function Card({ module: { id, title, description, duration, completed } }: { module: TrainingSummary }) {
  return (
    <li className="card grid grid-cols-1 gap-3 p-4">
      <div className="grid gap-1">
        <h2 className="text-m [overflow-wrap:anywhere]">{title}</h2>
        <p className="text-s text-muted [overflow-wrap:anywhere]">{description}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <p className="num text-s">Duration: ~{duration} min</p>
        {completed ? (
          <Badge tone="good" icon={<CircleCheck aria-hidden="true" className="size-4" />}>
            Completed
          </Badge>
        ) : (
          <Badge>Not started</Badge>
        )}
      </div>
      <ButtonLink
        to={paths.master.module(id)}
        look={completed ? 'quiet' : 'primary'}
        size="small"
        className="justify-self-start"
      >
        {completed ? 'Done' : 'Start'}
        <span className="sr-only"> {title}</span>
      </ButtonLink>
    </li>
  );
}
