// /master/training/{moduleId}: a module's sections one after the other, then its questions.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isRefusal } from '@/api/problem';
import { moduleQuery } from '@/api/training';
import { paths } from '@/shared/paths';
import { AreaPage, ButtonLink, EmptyState, LoadError, Skeleton } from '@/ui';
import { usePro } from '../usePro';
import { Course } from './Course';

export function ModuleScreen() {
  const { moduleId = '' } = useParams();
  const { masterId } = usePro();
  const { data: module, error, isPending, refetch } = useQuery(moduleQuery(masterId, moduleId));
  return (
    <AreaPage
      title={module?.title ?? 'Training module'}
      back={{ to: paths.master.training, label: 'Training' }}
    >
      <div className="grid max-w-[36rem] grid-cols-1 gap-5">
        {module && <Course key={module.id} masterId={masterId} module={module} />}
        {!module && isRefusal(error) && <Unknown />}
        {!module && error && !isRefusal(error) && (
          <LoadError retry={() => void refetch()}>Failed to load this module</LoadError>
        )}
        {isPending && (
          <>
            <Skeleton className="h-12" label="Loading the module" />
            <Skeleton className="h-60" />
          </>
        )}
      </div>
    </AreaPage>
  );
}

function Unknown() {
  return (
    <EmptyState
      title="There is no such module"
      action={
        <ButtonLink to={paths.master.training} look="quiet">
          See all modules
        </ButtonLink>
      }
    />
  );
}
