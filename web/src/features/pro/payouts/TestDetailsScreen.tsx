// /master/payouts/test-details: in test mode, where Stripe's page for bank details would be.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { chooseTestAccount, type TestAccount } from '@/api/payouts';
import { ApiProblem, problemText } from '@/api/problem';
import { paths } from '@/shared/paths';
import { AreaPage, Button } from '@/ui';
import { Problem } from '@/ui/Problem';
import { RadioCard } from '@/ui/RadioCard';

const accounts: Record<TestAccount, string> = {
  pays: 'An account that takes payouts',
  refuses: 'An account whose bank refuses payouts',
  needs_more: 'More details are needed',
};

export function TestDetailsScreen() {
  return (
    <AreaPage title="Test bank details" back={{ to: paths.master.payouts, label: 'Payouts' }}>
      <TestDetailsForm />
    </AreaPage>
  );
}

function TestDetailsForm() {
  const navigate = useNavigate();
  const [account, setAccount] = useState<TestAccount>('pays');
  const choose = useMutation({ mutationFn: chooseTestAccount });

  function send(event: FormEvent): void {
    event.preventDefault();
    choose.mutate(account, { onSuccess: () => navigate(paths.master.payoutsReturned, { replace: true }) });
  }

  return (
    <form noValidate className="grid max-w-[36rem] grid-cols-1 gap-4" onSubmit={send}>
      <p className="text-muted">
        This is test mode: no money moves. Choose what kind of bank account to pay out to.
      </p>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-s font-[650]">Bank account</legend>
        <div className="grid gap-2.5">
          {(Object.keys(accounts) as TestAccount[]).map((kind) => (
            <RadioCard
              key={kind}
              name="account"
              value={kind}
              checked={kind === account}
              onChange={() => setAccount(kind)}
            >
              {accounts[kind]}
            </RadioCard>
          ))}
        </div>
      </fieldset>
      <Problem text={choose.error && textOf(choose.error)} />
      <Button type="submit" busy={choose.isPending}>
        Continue
      </Button>
    </form>
  );
}

/** With Stripe, the server has no such page. */
function textOf(error: Error): string {
  if (error instanceof ApiProblem && error.status === 404) return 'This page is only for test mode.';
  return problemText(error, 'Your choice could not be saved. Please try again.');
}
