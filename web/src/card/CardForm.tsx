import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { paymentsConfigQuery } from '@/api/payments';
import { problemText } from '@/api/problem';
import { fetchCode } from '@/shared/code';
import { useOffline } from '@/shared/connection';
import { useWhenBackOnline } from '@/shared/useWhenBackOnline';
import { Banner, Button, Skeleton } from '@/ui';
import type { CardFormProps } from './handle';

const SandboxCard = lazy(async () => {
  const file = await fetchCode(() => import('./SandboxCard'));
  return { default: file.SandboxCard };
});
const StripeCard = lazy(async () => {
  const file = await fetchCode(() => import('./StripeCard'));
  return { default: file.StripeCard };
});

/** The card form of the payment provider that the server has configured. */
export function CardForm(props: CardFormProps) {
  const config = useQuery(paymentsConfigQuery);
  const offline = useOffline();
  useWhenBackOnline(() => {
    if (config.isError) void config.refetch();
  });
  if (config.data)
    return (
      <Suspense fallback={<Waiting />}>
        {config.data.provider === 'stripe' ? (
          <StripeCard {...props} publishableKey={config.data.publishableKey} />
        ) : (
          <SandboxCard {...props} />
        )}
      </Suspense>
    );
  if (config.isPending) return <Waiting />;
  return (
    <Banner
      tone={offline ? 'warn' : 'bad'}
      role="status"
      actions={
        <Button size="small" look="quiet" onClick={() => void config.refetch()}>
          Try again
        </Button>
      }
    >
      {offline
        ? 'The card form opens when you are back online.'
        : problemText(config.error, 'Failed to prepare payment.')}
    </Banner>
  );
}

function Waiting() {
  return <Skeleton className="h-56" label="Loading the card form" />;
}
