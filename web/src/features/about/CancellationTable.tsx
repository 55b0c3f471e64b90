import { Skeleton } from '@/ui';
import { type BookTerms, useBookTerms } from './bookTerms';

/** What cancelling costs, with the figures of the current price book. */
export function CancellationTable() {
  const terms = useBookTerms();
  return terms ? <Table terms={terms} /> : <Skeleton className="h-80" label="Loading the fees" />;
}

function Table({ terms }: { terms: BookTerms }) {
  const rows = [
    { when: 'No pro has been assigned yet', fee: 'Free' },
    { when: `Within ${terms.freeMinutes} minutes of booking`, fee: 'Free' },
    { when: `More than ${terms.freeHoursBefore} hours before your slot`, fee: 'Free' },
    { when: `Within ${terms.coolingOffDays} days of booking, before your pro sets off`, fee: 'Free' },
    {
      when: `Within ${terms.coolingOffDays} days of booking, once your pro has set off`,
      fee: `${terms.enRoute}% of the price (the call-out share)`,
    },
    {
      when: `Later than ${terms.coolingOffDays} days after booking, with a pro assigned`,
      fee: `${terms.late}% of the price`,
    },
    {
      when: 'Emergency call-out, with a pro assigned',
      fee: `${terms.emergency}% of the price (the call-out share)`,
    },
    { when: 'Once the work has begun', fee: `Up to ${terms.started}% of the price` },
    { when: 'The pro withdraws or does not turn up', fee: 'Free, full refund' },
  ];
  return (
    <table className="num w-full border-collapse text-left">
      <caption className="sr-only">Cancellation fees</caption>
      <thead>
        <tr className="border-b-2 border-line-strong text-s text-muted">
          <th scope="col" className="py-2 pr-4 font-semibold">
            When you cancel
          </th>
          <th scope="col" className="py-2 font-semibold">
            What it costs
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.when} className="border-b border-line align-top">
            <th scope="row" className="py-2.5 pr-4 font-normal">
              {row.when}
            </th>
            <td className="py-2.5 font-[650]">{row.fee}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
