// A page to print and a file for each month and tax year with something on its statement.
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { fetchStatement } from '@/api/payouts';
import { problemText } from '@/api/problem';
import { paths } from '@/shared/paths';
import { saveFile } from '@/shared/saveFile';
import { Banner, Button } from '@/ui';
import { periodName } from './period';

interface StatementsProps {
  months: readonly string[];
  taxYears: readonly string[];
}

export function Statements({ months, taxYears }: StatementsProps) {
  return (
    <section aria-labelledby="statements-title" className="grid grid-cols-1 gap-3">
      <h2 id="statements-title" className="text-l">
        Statements
      </h2>
      <ul className="grid grid-cols-1 gap-2.5">
        {months.map((month) => (
          <Row key={month} month={month} />
        ))}
      </ul>
      {taxYears.length > 0 && (
        <>
          <h3 className="text-m">By tax year</h3>
          <ul className="grid grid-cols-1 gap-2.5">
            {taxYears.map((year) => (
              <Row key={year} month={year} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Saved as a file: the address needs the bearer, which a link cannot send. */
function Row({ month }: { month: string }) {
  const fetching = useMutation({
    mutationFn: () => fetchStatement(month),
    onSuccess: (file) => saveFile(file, `callout-statement-${month}.csv`),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link to={paths.master.statement(month)} className="link inline-flex min-h-11 items-center">
        {periodName(month)}
      </Link>
      <Button
        look="quiet"
        size="small"
        icon={<Download aria-hidden="true" className="size-4" />}
        busy={fetching.isPending}
        busyText="Fetching…"
        onClick={() => fetching.mutate()}
      >
        <span className="sr-only">{periodName(month)} </span>CSV
      </Button>
      {fetching.isError && (
        <Banner tone="bad" role="alert" className="min-w-0 flex-1 basis-56">
          {problemText(fetching.error, 'The statement could not be fetched. Please try again.')}
        </Banner>
      )}
    </li>
  );
}
