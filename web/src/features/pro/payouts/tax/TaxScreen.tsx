// /master/payouts/tax: what the tax office is told of the pro, without which nothing is paid out.
import { useQuery } from '@tanstack/react-query';
import { taxQuery } from '@/api/tax';
import { paths } from '@/shared/paths';
import { AreaPage, LoadError, Skeleton } from '@/ui';
import { usePro } from '../../usePro';
import { TaxDetailsForm } from './TaxDetailsForm';

export function TaxScreen() {
  const pro = usePro();
  const { data, isError, refetch } = useQuery(taxQuery);
  return (
    <AreaPage title="Tax details" back={{ to: paths.master.payouts, label: 'Payouts' }} hasError={isError}>
      <div className="grid max-w-[36rem] grid-cols-1 gap-4">
        <p className="text-muted">
          The law asks platforms to tell HMRC what the pros who work through them earn. We store your details
          encrypted, use them for nothing else, and send you a copy of each report.
        </p>
        {isError && <LoadError retry={() => void refetch()}>Failed to load your tax details</LoadError>}
        {!data && !isError && <Skeleton className="h-[34rem]" label="Loading your tax details" />}
        {data && <TaxDetailsForm given={data.details ?? undefined} pro={pro} />}
      </div>
    </AreaPage>
  );
}
