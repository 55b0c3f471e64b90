import { useMutation } from '@tanstack/react-query';
import { openDetails } from '@/api/payouts';
import { problemText } from '@/api/problem';
import { Button } from '@/ui';
import { Problem } from '@/ui/Problem';

/** Leads to the payment provider's page for bank details. */
export function BankDetails({ isBegun }: { isBegun: boolean }) {
  const opening = useMutation({
    mutationFn: openDetails,
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <>
      <Problem
        text={
          opening.error &&
          problemText(opening.error, 'The page for your bank details could not be opened. Please try again.')
        }
      />
      <Button busy={opening.isPending} busyText="Opening…" onClick={() => opening.mutate()}>
        {isBegun ? 'Finish bank details' : 'Add bank details'}
      </Button>
    </>
  );
}
