import { useMutation } from '@tanstack/react-query';
import { openDetails, type Payouts } from '@/api/payouts';
import { problemText } from '@/api/problem';
import { Button } from '@/ui';
import { Problem } from '@/ui/Problem';
import { FreshCode, freshCodeBy } from '@/ui/ways-in/FreshCode';
import { ownCode } from '../ownCode';
import { usePro } from '../usePro';

const labels: Record<Payouts['details'], string> = {
  missing: 'Add bank details',
  incomplete: 'Finish bank details',
  ready: 'Change bank details',
};

/** Leads to the payment provider's page for bank details. */
export function BankDetails({ details }: Pick<Payouts, 'details'>) {
  const { email } = usePro();
  const opening = useMutation({
    mutationFn: openDetails,
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const channel = freshCodeBy(opening.error);
  if (channel && !opening.isPending)
    return <FreshCode own={ownCode(email)} channel={channel} onFresh={() => opening.mutate()} />;
  return (
    <>
      {opening.error && (
        <Problem
          text={problemText(
            opening.error,
            'The page for your bank details could not be opened. Please try again.',
          )}
        />
      )}
      {details === 'ready' && (
        <p className="text-s text-muted">After a change we look at your payouts for 72 hours.</p>
      )}
      <Button
        look={details === 'ready' ? 'quiet' : 'primary'}
        busy={opening.isPending}
        busyText="Opening…"
        onClick={() => opening.mutate()}
      >
        {labels[details]}
      </Button>
    </>
  );
}
