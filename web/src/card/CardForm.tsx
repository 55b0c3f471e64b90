import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { paymentsConfigQuery } from '@/api/payments';
import { problemText } from '@/api/problem';
import { fetchCode } from '@/shared/code';
import { useOffline } from '@/shared/connection';
import { useWhenBackOnline } from '@/shared/useWhenBackOnline';
import { Banner, Button } from '@/ui';
import type { CardFormProps } from './handle';
import { Waiting } from './Waiting';

const SandboxCard = lazy(async () => {
  const file = await fetchCode(() => import('./SandboxCard'));
  return { default: file.SandboxCard };
});
const StripeCard = lazy(async () => {
  const file = await fetchCode(() => import('./StripeCard'));
  return { default: file.StripeCard };
});

/** As high as the sandbox's form, and about as high as Stripe's, so that nothing below moves when the form arrives. */
const ROOM = 'flex min-h-77 flex-col sm:min-h-72';

/** The card form of the payment provider that the server has configured. */
export function CardForm(props: CardFormProps) {
  const config = useQuery(paymentsConfigQuery);
  const offline = useOffline();
  useWhenBackOnline(() => {
    if (config.isError) void config.refetch();
  });
  if (config.data)
    return (
      <div className={ROOM}>
        <Suspense fallback={<Waiting />}>
          {config.data.provider === 'stripe' ? (
            <StripeCard {...props} publishableKey={config.data.publishableKey} />
          ) : (
            <SandboxCard {...props} />
          )}
        </Suspense>
      </div>
    );
  if (config.isPending)
    return (
      <div className={ROOM}>
        <Waiting />
      </div>
    );
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
