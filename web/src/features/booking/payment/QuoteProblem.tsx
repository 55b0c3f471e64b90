import { isUnreachable, problemText } from '@/api/problem';
import { Banner, Button } from '@/ui';
import { GuestNotCreated, type QuoteState } from '../checkout';

/** Why there is no signed price, with a button to ask again. Being offline is shown above the screen instead. */
export function QuoteProblem({ quoteState }: { quoteState: QuoteState }) {
  const { error, loading, renew } = quoteState;
  if (!error || isUnreachable(error)) return null;
  const text =
    error instanceof GuestNotCreated ? error.message : problemText(error, 'Failed to prepare payment.');
  return (
    <Banner
      tone="bad"
      role="alert"
      actions={
        <Button size="small" look="quiet" busy={loading} onClick={() => void renew()}>
          Try again
        </Button>
      }
    >
      {text}
    </Banner>
  );
}
