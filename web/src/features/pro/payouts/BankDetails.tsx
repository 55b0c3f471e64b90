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
      <Problem
        text={
          opening.error &&
          problemText(opening.error, 'The page for your bank details could not be opened. Please try again.')
        }
      />
      <Button
        look={details === 'ready' ? 'quiet' : 'primary'}
        size={details === 'ready' ? 'small' : 'full'}
        className={details === 'ready' ? 'justify-self-start' : ''}
        busy={opening.isPending}
        busyText="Opening…"
        aria-describedby={details === 'ready' ? 'bank-change' : undefined}
        onClick={() => opening.mutate()}
      >
        {labels[details]}
      </Button>
      {details === 'ready' && (
        <p id="bank-change" className="-mt-2 text-s text-muted">
          For 72 hours after a change we check each payout before it leaves.
        </p>
      )}
    </>
  );
}
