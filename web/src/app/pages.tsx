// The error page, and the placeholder shown while a screen's code loads.
import type { FallbackProps } from 'react-error-boundary';
import { CodeNotLoaded } from '@/shared/code';
import { paths } from '@/shared/paths';
import { Button, ButtonLink, PageLayout, Skeleton } from '@/ui';

export function Loading() {
  return (
    <div className="mx-auto grid w-full max-w-[600px] gap-4 px-5 pt-6">
      <Skeleton className="h-11 w-40" label="Loading" />
      <Skeleton className="h-28" />
      <Skeleton className="h-52" />
    </div>
  );
}

function ErrorPage({ onRetry }: { onRetry: () => void }) {
  return (
    <PageLayout title="Something went wrong" heading="Something went wrong">
      <p className="mb-6 max-w-prose text-muted">
        It’s us, not you. What you have entered is kept on this device and nothing was booked or charged by
        this.
      </p>
      <div className="grid max-w-[360px] gap-3">
        <Button onClick={onRetry}>Try again</Button>
        <ButtonLink look="quiet" to={paths.landing} reloadDocument>
          Back to the start
        </ButtonLink>
      </div>
    </PageLayout>
  );
}

/** Shown when a screen throws while rendering, or when its code could not be fetched, which only a reload fixes. */
export function CrashPage({ error, resetErrorBoundary }: FallbackProps) {
  const notLoaded = error instanceof CodeNotLoaded;
  return <ErrorPage onRetry={notLoaded ? () => window.location.reload() : resetErrorBoundary} />;
}
